import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createConcurrencyCounter } from '../platform/concurrency-counter.ts'
import { AppError } from '../platform/errors.ts'
import { onReplyEnd } from './reply-end.ts'

type Options = {
  /** Bodies of one address that may be on their way at once. */
  perAddressMax: number
  /** From a request's headers until the whole of its body. */
  bodyMs: number
  lookEveryMs: number
}

export const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const timedOut = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/**
 * Bounds the requests that have begun and whose bodies do not come: so many an address, and each for a short time.
 * Pictures are large and come over slow lines: those have the whole time of a request.
 */
export function limitPendingBodies(app: FastifyInstance, { perAddressMax, bodyMs, lookEveryMs }: Options) {
  const tally = createConcurrencyCounter(perAddressMax)
  /** With their deadlines, in the order of their beginning. */
  const pending = new Map<FastifyRequest, number>()

  function settle(request: FastifyRequest) {
    if (pending.delete(request)) tally.leave(request.network)
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (!hasBody(request)) return done()
    if (!tally.enter(request.network)) {
      // What still comes of the body must not be waited for.
      reply.header('connection', 'close')
      throw new AppError('rate_limited', { retryAfterSeconds: 1 })
    }
    const isUpload = request.headers['content-type']?.startsWith('multipart/') ?? false
    pending.set(request, isUpload ? Number.POSITIVE_INFINITY : performance.now() + bodyMs)
    onReplyEnd(request, reply, () => settle(request))
    done()
  })
  // The first moment at which every body has been read, those in parts too.
  app.addHook('preHandler', (request, _reply, done) => {
    settle(request)
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (pending.has(request)) reply.header('connection', 'close')
    done()
  })

  const timer = setInterval(() => {
    const now = performance.now()
    for (const [request, deadlineMs] of pending) {
      if (deadlineMs > now) continue
      settle(request)
      request.raw.socket.write(timedOut)
      request.raw.destroy()
    }
  }, lookEveryMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
