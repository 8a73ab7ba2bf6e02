import Stripe from 'stripe'
import { refundedRupees, toPaise, toRupees, toUnix } from './paise.ts'
import { PaymentDisputed, type ProviderRefund, type Refund } from './payments.ts'
import { type AskStripe, causeOf, foundOrUndefined } from './stripe-client.ts'
import type { MakeIdempotently } from './stripe-idempotency.ts'
import { idOf, paymentIntentOf } from './stripe-ids.ts'
import { invoiceOfPayment } from './stripe-invoices.ts'

type Deps = { stripe: Stripe; ask: AskStripe; makeIdempotently: MakeIdempotently }
const pageSize = 100

/** Whether the money is on its way or there: a refund may fail at the bank days after it was made. */
const counts = ({ status }: Stripe.Refund) => status !== 'failed' && status !== 'canceled'

const listRefunds = async (stripe: Stripe, ask: AskStripe, paymentIntent: string) =>
  (await ask((options) => stripe.refunds.list({ payment_intent: paymentIntent, limit: pageSize }, options)))
    .data

/** What has gone back of a payment, in paise, without what came back from the bank. */
export const refundedPaise = async (stripe: Stripe, ask: AskStripe, paymentIntent: string) =>
  (await listRefunds(stripe, ask, paymentIntent)).filter(counts).reduce((sum, { amount }) => sum + amount, 0)

/** Stripe has two words for a payment that the bank holds. */
type RefundRefusal = 'charge_disputed' | 'refund_disputed_payment' | 'charge_already_refunded'

const isRefusedAs = (error: unknown, ...codes: RefundRefusal[]) => {
  const cause = causeOf(error)
  return cause instanceof Stripe.errors.StripeError && codes.some((code) => code === cause.code)
}

export const createStripeRefunds = (deps: Deps) => ({
  refund: (of: Refund) => refund(deps, of),
  findRefund: (id: string) => findRefund(deps, id),
  listFailedRefunds: (madeSince: Date) => listFailedRefunds(deps, madeSince),
})

async function refund(
  { stripe, ask, makeIdempotently }: Deps,
  { paymentId, amountRupees, reference }: Refund,
) {
  const invoice = await ask((options) =>
    stripe.invoices.retrieve(paymentId, { expand: ['payments'] }, options),
  )
  const paymentIntent = paymentIntentOf(invoice)!
  const amount = toPaise(amountRupees)
  const made = await makeIdempotently({
    name: `refund:${reference}`,
    params: { paymentIntent, amount },
    // One that the bank has sent back is paid by a person in another way: made anew, it could be paid twice.
    find: async () => {
      const all = await listRefunds(stripe, ask, paymentIntent)
      const ours = all.filter(({ metadata }) => metadata?.reference === reference)
      return ours.find(counts) ?? ours[0]
    },
    isLookedForFirst: true,
    make: (options) =>
      stripe.refunds.create({ payment_intent: paymentIntent, amount, metadata: { reference } }, options),
  }).catch((error: unknown) => {
    // All of it went back in another way, as by hand in Stripe's dashboard: there is nothing left to give.
    if (isRefusedAs(error, 'charge_already_refunded')) return undefined
    throw isRefusedAs(error, 'charge_disputed', 'refund_disputed_payment')
      ? new PaymentDisputed({ cause: error })
      : error
  })
  return made && !counts(made) ? made.id : undefined
}

async function findRefund({ stripe, ask }: Deps, id: string): Promise<ProviderRefund | undefined> {
  const found = await foundOrUndefined(ask((options) => stripe.refunds.retrieve(id, {}, options)))
  const paymentIntent = found && idOf(found.payment_intent)
  const invoice = paymentIntent && (await invoiceOfPayment(stripe, ask, paymentIntent))
  if (!found || !paymentIntent || !invoice) return undefined
  return {
    id,
    paymentId: invoice.id!,
    site: invoice.parent?.subscription_details?.metadata?.site ?? null,
    amountRupees: toRupees(found.amount),
    hasFailed: !counts(found),
    reason: found.failure_reason ?? null,
    refundedRupees: refundedRupees(await refundedPaise(stripe, ask, paymentIntent), invoice.amount_paid),
  }
}

async function listFailedRefunds({ stripe, ask }: Deps, madeSince: Date): Promise<string[]> {
  const failed: string[] = []
  const created = { gte: toUnix(madeSince) }
  for (let page: Stripe.ApiList<Stripe.Refund> | undefined; page === undefined || page.has_more; ) {
    const last = page?.data.at(-1)?.id
    page = await ask((options) =>
      stripe.refunds.list({ created, limit: pageSize, ...(last ? { starting_after: last } : {}) }, options),
    )
    failed.push(...page.data.filter((each) => !counts(each)).map(({ id }) => id))
  }
  return failed
}
