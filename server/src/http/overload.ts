import { limits } from '@marga/contract/limits'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../platform/errors.ts'

/** Whoever watches the process must hear from it when it is busiest. */
const isProbe = (url: string) => url === '/healthz' || url === '/readyz'

/**
 * Refuses new requests while too many are under way: those that have begun come to an end, the
 * others are told at once when to come again, instead of all of them waiting for ever longer.
 */
export function refuseOverload(
  app: FastifyInstance,
  { max = limits.requestsUnderWayMax }: { max?: number } = {},
) {
  let underWay = 0
  app.addHook('onRequest', async (request, reply) => {
    if (isProbe(request.url)) return
    if (underWay >= max) throw new AppError('unavailable', { retryAfterSeconds: 1 })
    underWay++
    // Closed when it was answered, and when the caller went away before that.
    reply.raw.once('close', () => {
      underWay--
    })
  })
}
