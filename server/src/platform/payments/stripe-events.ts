import Stripe from 'stripe'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import type { EventReader, ProviderEvent } from './payments.ts'
import { idOf, subscriptionOfInvoice } from './stripe-ids.ts'

export const webhookPath = '/api/payments/webhook'

/** What the operator lets Stripe send; docs/operations.md lists the same. */
export const webhookEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const satisfies readonly Stripe.Event['type'][]

/** Older signatures are refused, so that a message that was overheard cannot be sent again later. */
const toleranceSeconds = 300

type Deps = { webhookSecret: string; isLive: boolean; clock: Clock }

export function createStripeEventReader({ webhookSecret, isLive, clock }: Deps): EventReader {
  return (rawBody, signature) => {
    const event = verified(rawBody, signature ?? '')
    // A test-mode event must not touch real money, whoever signed it.
    if (event.livemode !== isLive) throw new AppError('invalid_signature')
    const isDecline = event.type === 'invoice.payment_failed'
    return { id: event.id, type: event.type, isDecline, about: aboutOf(event) }
  }

  function verified(rawBody: Buffer, signature: string): Stripe.Event {
    try {
      return Stripe.webhooks.constructEvent(
        rawBody,
        signature,
        webhookSecret,
        toleranceSeconds,
        undefined,
        clock.now().getTime(),
      )
    } catch {
      throw new AppError('invalid_signature')
    }
  }
}

/** Which of our things it is about; anything else we only keep. */
function aboutOf({ data: { object } }: Stripe.Event): ProviderEvent['about'] {
  const { object: kind } = object as { object: string }
  switch (kind) {
    case 'checkout.session':
      return { checkoutId: (object as Stripe.Checkout.Session).id }
    case 'subscription':
      return { subscriptionId: (object as Stripe.Subscription).id }
    case 'invoice':
      return { subscriptionId: subscriptionOfInvoice(object as Stripe.Invoice) }
    case 'refund':
      return { refundId: (object as Stripe.Refund).id, paymentId: intentOf(object as Stripe.Refund) }
    case 'charge':
    case 'dispute':
      return { paymentId: intentOf(object as Stripe.Charge | Stripe.Dispute) }
    default:
      return {}
  }
}

const intentOf = ({ payment_intent }: Stripe.Charge | Stripe.Refund | Stripe.Dispute) =>
  idOf(payment_intent) ?? undefined
