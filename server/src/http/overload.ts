import { limits } from '@marga/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createConcurrencyCounter } from '../platform/concurrency-counter.ts'
import { AppError } from '../platform/errors.ts'
import { hasBody } from './pending-bodies.ts'

/** Whoever watches the process must hear from it when it is busiest. */
const isProbe = (url: string) => url === '/healthz' || url === '/readyz'

type Options = { max?: number; perAddressMax: number }

/**
 * Refuses new requests while too many are under way, of everybody or of one address: those that have begun come to an
 * end, the others are told at once when to come again, instead of all of them waiting for ever longer. A request
 * counts once its body is there: one that is half sent costs nothing yet but its connection.
 */
export function refuseOverload(
  app: FastifyInstance,
  { max = limits.requestsUnderWayMax, perAddressMax }: Options,
) {
  const tally = createConcurrencyCounter(perAddressMax)
  let underWay = 0

  function begin(request: FastifyRequest, reply: FastifyReply) {
    if (underWay >= max) throw new AppError('unavailable', { retryAfterSeconds: 1 })
    if (!tally.enter(request.network)) throw new AppError('rate_limited', { retryAfterSeconds: 1 })
    underWay++
    // Gone while the body was read: its end will not be told any more.
    if (reply.raw.closed) return end(request)
    // Closed when it was answered, and when the caller went away before that.
    reply.raw.once('close', () => end(request))
  }
  function end(request: FastifyRequest) {
    underWay--
    tally.leave(request.network)
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (!isProbe(request.url) && !hasBody(request)) begin(request, reply)
    done()
  })
  app.addHook('preHandler', (request, reply, done) => {
    if (!isProbe(request.url) && hasBody(request)) begin(request, reply)
    done()
  })
}
