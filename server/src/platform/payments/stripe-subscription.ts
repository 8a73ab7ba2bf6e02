import type Stripe from 'stripe'
import { fromUnix, toRupees } from './paise.ts'
import type { ProviderPayment, ProviderSubscription } from './payments.ts'
import { type AskStripe, foundOrUndefined } from './stripe-client.ts'

/** As many months back as payments are looked at. */
const invoicesMax = 12

/** Asks for the subscription, its invoices, and what became of the newest charge. */
export async function findStripeSubscription(
  stripe: Stripe,
  ask: AskStripe,
  id: string,
): Promise<ProviderSubscription | undefined> {
  const subscription = await foundOrUndefined(
    ask((options) => stripe.subscriptions.retrieve(id, {}, options)),
  )
  if (!subscription) return undefined
  const { data: invoices } = await ask((options) =>
    stripe.invoices.list({ subscription: id, limit: invoicesMax, expand: ['data.payments'] }, options),
  )
  const newestPaid = invoices.find((invoice) => invoice.status === 'paid' && invoice.amount_paid > 0)
  const paymentIntentId = newestPaid && paymentIntentOf(newestPaid)
  const charge = paymentIntentId ? await findCharge(stripe, ask, paymentIntentId) : undefined
  return {
    id: subscription.id,
    reference: subscription.metadata.checkoutId ?? null,
    priceId: subscription.items.data[0]!.price.id,
    status: statusOf(subscription),
    // Stripe's portal writes a date, our own call the flag.
    endsAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    startedAt: fromUnix(subscription.start_date),
    payments: invoices.flatMap((invoice) => {
      const payment = presentPayment(invoice, invoice === newestPaid ? charge : undefined)
      return payment ? [payment] : []
    }),
    paymentUrl: invoices.find((invoice) => invoice.status === 'open')?.hosted_invoice_url ?? null,
  }
}

async function findCharge(stripe: Stripe, ask: AskStripe, paymentIntentId: string) {
  const intent = await ask((options) =>
    stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] }, options),
  )
  return intent.latest_charge as Stripe.Charge | null
}

function statusOf({ status }: Stripe.Subscription): ProviderSubscription['status'] {
  switch (status) {
    case 'active':
    case 'trialing':
      return 'active'
    case 'past_due':
      return 'past_due'
    case 'incomplete':
      return 'incomplete'
    default:
      // incomplete_expired, canceled, unpaid, paused: nothing is charged any more.
      return 'ended'
  }
}

/** Which payment intent paid an invoice, or is to pay it. */
export function paymentIntentOf(invoice: Stripe.Invoice): string | undefined {
  const payments = invoice.payments?.data ?? []
  const { payment } = payments.find(({ status }) => status === 'paid') ?? payments[0] ?? {}
  const intent = payment?.payment_intent
  return typeof intent === 'string' ? intent : intent?.id
}

function presentPayment(
  invoice: Stripe.Invoice,
  charge: Stripe.Charge | null | undefined,
): ProviderPayment | undefined {
  const isPaid = invoice.status === 'paid' && invoice.amount_paid > 0
  const hasFailed = invoice.status === 'open' && invoice.attempt_count > 0
  if (!isPaid && !hasFailed) return undefined
  const period = periodOf(invoice)
  return {
    id: invoice.id,
    status: isPaid ? 'paid' : 'failed',
    amountRupees: toRupees(isPaid ? invoice.amount_paid : invoice.amount_due),
    refundedRupees: charge ? toRupees(charge.amount_refunded) : null,
    isDisputed: charge?.disputed ?? false,
    paidAt: fromUnix(invoice.status_transitions.paid_at ?? invoice.created),
    periodStart: fromUnix(period.start),
    periodEnd: fromUnix(period.end),
    receiptUrl: invoice.hosted_invoice_url ?? null,
  }
}

/** What was paid for: the period of an invoice itself is the one before, for what had been used. */
const periodOf = (invoice: Stripe.Invoice) =>
  invoice.lines.data
    .map((line) => line.period)
    .reduce((latest, period) => (period.end > latest.end ? period : latest))
