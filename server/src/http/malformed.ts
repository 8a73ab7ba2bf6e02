import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, invalidField } from '../platform/errors.ts'
import { sendError } from './error-responses.ts'
import { checkTexts, isStorable } from './validate.ts'

const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
/** A site has few names, and every request says one: the last that was good is not looked at again. */
let lastHost: string | undefined

export function isHost(text: string): boolean {
  if (text === lastHost) return true
  if (!hostForm.test(text) || !URL.canParse(`http://${text}`)) return false
  lastHost = text
  return true
}

/** Refuses before anything else what no browser sends: a Host that is none, text that cannot be stored in an address. */
export function refuseMalformed(app: FastifyInstance) {
  app.addHook('onRequest', (request, _reply, done) => {
    requireReadable(request)
    done()
  })
}

function requireReadable(request: FastifyRequest) {
  const { host } = request.headers
  if (host && !isHost(host)) throw invalidField('host', 'This is not the address of a site.')
  for (const value of Object.values(request.params as Record<string, string>))
    if (!isStorable(value)) throw new AppError('not_found')
  // Pages ask by calls, which look at what they are given, and answer as a page.
  if (!request.is404 && request.routeOptions.url !== '/*') checkTexts(request.query)
}

/** What the router cannot read, such as a path that is not UTF-8, names nothing either. */
export function sendUnrouted(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  reply.header('x-request-id', request.id)
  return sendError(new AppError('not_found'), request, reply)
}
