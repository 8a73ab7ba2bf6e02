import type Stripe from 'stripe'
import { fromUnix, paidRupees, refundedRupees, toRupees } from './paise.ts'
import type { ProviderPayment, ProviderSubscription } from './payments.ts'
import { type AskStripe, foundOrUndefined } from './stripe-client.ts'
import { paymentIntentOf } from './stripe-ids.ts'
import { purchaseOf } from './stripe-metadata.ts'
import { refundedPaise as refundedPaiseOf } from './stripe-refunds.ts'

/** As many months back as payments are looked at, and as what became of their charges is asked for. */
const invoicesMax = 12
const chargesMax = 3
/** Further on, past invoices of nothing, of which each change of a pause may make one. */
const pageSize = 100
const pagesMax = 20

/** Asks for the subscription, its invoices, and what became of the newest charges: sessions ahead may be of earlier months. */
export async function findStripeSubscription(
  stripe: Stripe,
  ask: AskStripe,
  id: string,
  alsoAskedOf: readonly string[] = [],
): Promise<ProviderSubscription | undefined> {
  const subscription = await foundOrUndefined(
    ask((options) => stripe.subscriptions.retrieve(id, {}, options)),
  )
  if (!subscription) return undefined
  const invoices = await findInvoices(stripe, ask, id)
  const charges = new Map(
    await Promise.all(
      invoices
        .filter(isPaid)
        .filter((invoice, index) => index < chargesMax || alsoAskedOf.includes(invoice.id!))
        .map(async (invoice) => {
          const paymentIntentId = paymentIntentOf(invoice)
          const charge = paymentIntentId ? await findCharge(stripe, ask, paymentIntentId) : undefined
          return [invoice.id, charge] as const
        }),
    ),
  )
  return {
    id: subscription.id,
    reference: subscription.metadata.checkoutId ?? null,
    bought: purchaseOf(subscription.metadata),
    site: subscription.metadata.site ?? null,
    priceId: subscription.items.data[0]!.price.id,
    status: statusOf(subscription),
    endsAtPeriodEnd: endsWithPeriod(subscription),
    startedAt: fromUnix(subscription.start_date),
    endedAt: subscription.ended_at === null ? null : fromUnix(subscription.ended_at),
    payments: invoices.flatMap((invoice) => {
      const payment = presentPayment(invoice, charges.get(invoice.id))
      return payment ? [payment] : []
    }),
    paymentUrl: invoices.find((invoice) => invoice.status === 'open')?.hosted_invoice_url ?? null,
  }
}

/** Stripe's portal writes a date, our own call the flag. A date beyond the month is for a later one to end with. */
const endsWithPeriod = ({ cancel_at, cancel_at_period_end, items }: Stripe.Subscription) =>
  cancel_at_period_end || (cancel_at !== null && cancel_at <= items.data[0]!.current_period_end)

/** The newest that have to do with money. */
async function findInvoices(stripe: Stripe, ask: AskStripe, subscription: string): Promise<Stripe.Invoice[]> {
  const found: Stripe.Invoice[] = []
  let limit = invoicesMax
  let after: { starting_after?: string } = {}
  for (let pages = 0; pages < pagesMax && found.length < invoicesMax; pages++) {
    const { data, has_more } = await ask((options) =>
      stripe.invoices.list({ subscription, limit, ...after, expand: ['data.payments'] }, options),
    )
    found.push(...data.filter((invoice) => isPaid(invoice) || invoice.status === 'open'))
    if (!has_more) break
    limit = pageSize
    after = { starting_after: data.at(-1)!.id! }
  }
  return found.slice(0, invoicesMax)
}

type Charge = { refundedPaise: number; isDisputed: boolean }

async function findCharge(
  stripe: Stripe,
  ask: AskStripe,
  paymentIntentId: string,
): Promise<Charge | undefined> {
  const intent = await ask((options) =>
    stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] }, options),
  )
  const charge = intent.latest_charge as Stripe.Charge | null
  if (!charge) return undefined
  // What the bank sent back does not count, whenever the charge comes to show it.
  const isRefunded = charge.amount_refunded > 0
  const refundedPaise = isRefunded ? await refundedPaiseOf(stripe, ask, paymentIntentId) : 0
  return { refundedPaise, isDisputed: charge.disputed && (await isTakenByBank(stripe, ask, paymentIntentId)) }
}

/** Of a dispute: the money stays with us, or is ours again. */
const endedForUs: readonly Stripe.Dispute.Status[] = ['won', 'warning_closed', 'prevented']

/** A charge says for ever that there was a dispute; that itself says how it stands. */
async function isTakenByBank(stripe: Stripe, ask: AskStripe, paymentIntentId: string): Promise<boolean> {
  const { data } = await ask((options) => stripe.disputes.list({ payment_intent: paymentIntentId }, options))
  return data.length === 0 || data.some(({ status }) => !endedForUs.includes(status))
}

/**
 * Also one that a credit covered, of which nothing was taken: the provider renewed, so the month is there. One that the
 * operator has billed beside it is for no time, and no month.
 */
const isPaid = (invoice: Stripe.Invoice) =>
  invoice.status === 'paid' && (isOfPeriod(invoice) || (invoice.amount_paid > 0 && isForTime(invoice)))

const isForTime = (invoice: Stripe.Invoice) => {
  const { start, end } = periodOf(invoice)
  return end > start
}

const isOfPeriod = ({ billing_reason }: Stripe.Invoice) =>
  billing_reason === 'subscription_cycle' || billing_reason === 'subscription_create'

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

function presentPayment(invoice: Stripe.Invoice, charge: Charge | undefined): ProviderPayment | undefined {
  const hasFailed = invoice.status === 'open' && invoice.attempt_count > 0 && isForTime(invoice)
  if (!isPaid(invoice) && !hasFailed) return undefined
  const period = periodOf(invoice)
  return {
    id: invoice.id,
    status: isPaid(invoice) ? 'paid' : 'failed',
    amountRupees: isPaid(invoice) ? paidRupees(invoice.amount_paid) : toRupees(invoice.amount_due),
    refundedRupees: charge ? refundedRupees(charge.refundedPaise, invoice.amount_paid) : null,
    isDisputed: charge?.isDisputed ?? false,
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
