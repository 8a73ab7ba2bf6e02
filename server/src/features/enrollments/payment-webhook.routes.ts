import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { EventReader } from '../../platform/payments/payments.ts'
import type { ProviderEvents } from './provider-events.service.ts'

type Deps = { readEvent: EventReader | undefined; events: ProviderEvents }

/** Stripe's largest events are far below this. */
const eventBytesMax = 1024 * 1024

/** The provider's signed messages. The signature is over the bytes as they came, so no parser may touch them. */
export function registerPaymentWebhook(app: FastifyInstance, { readEvent, events }: Deps) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: eventBytesMax }, (_request, body, done) =>
    done(null, body),
  )
  app.post('/api/payments/webhook', async (request, reply) => {
    if (!readEvent) throw new AppError('invalid_signature')
    const signature = request.headers['stripe-signature']
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    await events.receive(readEvent(body, typeof signature === 'string' ? signature : undefined), 'stripe')
    return reply.send({ received: true })
  })
}
