import Stripe from 'stripe'
import type { Event } from './objects.ts'

/** Events, signed as Stripe signs them. */
export function createEventDelivery(webhookSecret: string, now: () => Date) {
  let isClosed = false

  /** As Stripe signs: docs.stripe.com/webhooks/signature. */
  function sign(event: Event, { secret = webhookSecret, at = now() } = {}) {
    const payload = JSON.stringify(event)
    const timestamp = Math.floor(at.getTime() / 1000)
    return { payload, signature: Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }) }
  }

  /** Until it is answered with a 2xx: Stripe tries for three days, this here each half second. */
  async function send(event: Event, to: string): Promise<void> {
    const { payload, signature } = sign(event)
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const taken = await fetch(to, { method: 'POST', body: payload, headers }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!taken && !isClosed) setTimeout(() => void send(event, to), 500).unref()
  }

  return {
    sign,
    send,
    stop() {
      isClosed = true
    },
  }
}
