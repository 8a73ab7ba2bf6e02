import type { FastifyInstance, FastifyReply } from 'fastify'
import { onReplyEnd } from './reply-end.ts'

/** How long a client may take, in milliseconds. */
export type ClientTimes = {
  /** For the headers of a request, and for the whole of it. */
  headersMs: number
  requestMs: number
  /** For the body of a request, where it is no picture. */
  bodyMs: number
  /** Without a byte in either direction. */
  idleMs: number
  /** From a request's headers until its answer has been taken. */
  answerMs: number
  /** How often it is looked who has taken too long. */
  lookEveryMs: number
}

export const clientTimes: ClientTimes = {
  headersMs: 10_000,
  requestMs: 30_000,
  bodyMs: 5_000,
  idleMs: 60_000,
  answerMs: 120_000,
  lookEveryMs: 1_000,
}

/** What Fastify and Node watch by themselves. */
export const serverTimeouts = ({ headersMs, requestMs, idleMs, lookEveryMs }: ClientTimes) => ({
  ofFastify: { requestTimeout: requestMs, connectionTimeout: idleMs },
  ofNode: { headersTimeout: headersMs, connectionsCheckingInterval: lookEveryMs },
})

/**
 * Cuts whoever takes an answer drop by drop: such a connection is never idle, and Node does not mind how long
 * it holds an answer in memory.
 */
export function cutSlowReaders(app: FastifyInstance, { answerMs, lookEveryMs }: ClientTimes) {
  /** In the order of their beginning. */
  const underWay = new Map<FastifyReply, number>()
  app.addHook('onRequest', async (request, reply) => {
    underWay.set(reply, performance.now())
    onReplyEnd(request, reply, () => underWay.delete(reply))
  })
  const timer = setInterval(() => {
    const before = performance.now() - answerMs
    for (const [reply, begunMs] of underWay) {
      if (begunMs > before) break
      reply.raw.destroy()
    }
  }, lookEveryMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
