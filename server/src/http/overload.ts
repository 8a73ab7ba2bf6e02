import { limits } from '@marga/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createConcurrencyCounter } from '../platform/concurrency-counter.ts'
import { AppError } from '../platform/errors.ts'
import { hasBody } from './pending-bodies.ts'
import { endConnection, onReplyEnd } from './reply-end.ts'

/** Whoever watches the process must hear from it when it is busiest. */
const isProbe = (url: string) => url === '/healthz' || url === '/readyz'

type Options = { max?: number; perAddressMax: number }

/**
 * Refuses new requests while too many are under way, of everybody or of one address: those that have begun come to an
 * end, the others are told at once when to come again, instead of all of them waiting for ever longer. A request
 * counts once its body is there: one that is half sent costs nothing yet but its connection. Of everybody it counts
 * until it is answered, so that those who do not take their answers keep nobody out; of its address until the answer
 * was taken.
 */
export function refuseOverload(
  app: FastifyInstance,
  { max = limits.requestsUnderWayMax, perAddressMax }: Options,
) {
  const tally = createConcurrencyCounter(perAddressMax)
  const working = new Set<FastifyReply>()
  /** Answered, and not yet taken; in the order of the answers. */
  const untaken = new Set<FastifyReply>()

  function begin(request: FastifyRequest, reply: FastifyReply) {
    if (working.size >= max) throw new AppError('unavailable', { retryAfterSeconds: 1 })
    if (!tally.enter(request.network)) throw new AppError('rate_limited', { retryAfterSeconds: 1 })
    working.add(reply)
    onReplyEnd(request, reply, () => {
      working.delete(reply)
      untaken.delete(reply)
      tally.leave(request.network)
    })
  }
  function answer(reply: FastifyReply) {
    // Refused before it began, or gone, or sent anew because something failed while it was sent.
    if (!working.delete(reply)) return
    untaken.add(reply)
    if (untaken.size <= max) return
    // They hold memory: beyond so many the one that waits longest is cut.
    const longest = untaken.values().next().value!
    untaken.delete(longest)
    endConnection(longest)
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (!isProbe(request.url) && !hasBody(request)) begin(request, reply)
    done()
  })
  app.addHook('preHandler', (request, reply, done) => {
    if (!isProbe(request.url) && hasBody(request)) begin(request, reply)
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    answer(reply)
    done()
  })
}
