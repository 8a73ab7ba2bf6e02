import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'
import { sendError } from './error-responses.ts'

/** Answers addresses that no route took: 405 where another method exists there, else 404. Comes before the routes. */
export function createNotFound(fastify: FastifyInstance) {
  const routes: { method: string; pattern: RegExp }[] = []
  fastify.addHook('onRoute', ({ method, url }) => {
    // What takes all addresses below one says nothing of any of them.
    if (url.includes('*')) return
    const pattern = new RegExp(`^${url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`)
    for (const each of [method].flat()) if (each !== 'HEAD') routes.push({ method: each, pattern })
  })
  return (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!
    const allowed = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    // A route may have found nothing of that name itself.
    const isTaken = allowed.includes(request.method === 'HEAD' ? 'GET' : request.method)
    if (allowed.length === 0 || isTaken) return sendError(new AppError('not_found'), request, reply)
    reply.header('allow', [...new Set(allowed)].join(', '))
    return sendError(new AppError('method_not_allowed'), request, reply)
  }
}
