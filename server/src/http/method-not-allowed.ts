import type { EndpointSpec } from '@marga/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'
import { sendError } from './error-responses.ts'

/** Answers API addresses that no route took: 405 where another method exists there, else 404. */
export function createApiNotFound(endpoints: EndpointSpec[]) {
  const patterns = endpoints.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}/?$`),
  }))
  return (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!
    const allowed = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (allowed.length === 0) return sendError(new AppError('not_found'), request, reply)
    reply.header('allow', [...new Set(allowed)].join(', '))
    return sendError(new AppError('method_not_allowed'), request, reply)
  }
}
