import Stripe from 'stripe'
import { toPaise, toRupees } from './paise.ts'
import { PaymentDisputed, type ProviderRefund, type Refund } from './payments.ts'
import { type AskStripe, causeOf, foundOrUndefined } from './stripe-client.ts'
import type { MakeIdempotently } from './stripe-idempotency.ts'
import { idOf, paymentIntentOf } from './stripe-ids.ts'

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

const isRefusedAs = (error: unknown, code: 'charge_disputed' | 'charge_already_refunded') => {
  const cause = causeOf(error)
  return cause instanceof Stripe.errors.StripeError && cause.code === code
}

export function createStripeRefunds({ stripe, ask, makeIdempotently }: Deps) {
  async function invoiceIdOf(paymentIntent: string): Promise<string | undefined> {
    const payment = { type: 'payment_intent' as const, payment_intent: paymentIntent }
    const { data } = await ask((options) => stripe.invoicePayments.list({ payment, limit: 1 }, options))
    return idOf(data[0]?.invoice ?? null) ?? undefined
  }

  return {
    async refund({ paymentId, amountRupees, reference }: Refund) {
      const invoice = await ask((options) =>
        stripe.invoices.retrieve(paymentId, { expand: ['payments'] }, options),
      )
      const paymentIntent = paymentIntentOf(invoice)!
      const amount = toPaise(amountRupees)
      const listOurs = async () =>
        (await listRefunds(stripe, ask, paymentIntent)).filter(
          ({ metadata }) => metadata?.reference === reference,
        )
      const failed = (await listOurs()).filter((refund) => !counts(refund)).length
      await makeIdempotently({
        name: `refund:${reference}`,
        // Another try after one that failed at the bank is another wish.
        params: { paymentIntent, amount, failed },
        find: async () => (await listOurs()).find(counts),
        isLookedForFirst: true,
        make: (options) =>
          stripe.refunds.create({ payment_intent: paymentIntent, amount, metadata: { reference } }, options),
      }).catch((error: unknown) => {
        // All of it went back in another way, as by hand in Stripe's dashboard: there is nothing left to give.
        if (isRefusedAs(error, 'charge_already_refunded')) return
        throw isRefusedAs(error, 'charge_disputed') ? new PaymentDisputed({ cause: error }) : error
      })
    },

    async findRefund(id: string): Promise<ProviderRefund | undefined> {
      const refund = await foundOrUndefined(ask((options) => stripe.refunds.retrieve(id, {}, options)))
      const paymentIntent = refund && idOf(refund.payment_intent)
      const paymentId = paymentIntent && (await invoiceIdOf(paymentIntent))
      if (!refund || !paymentIntent || !paymentId) return undefined
      return {
        id,
        paymentId,
        amountRupees: toRupees(refund.amount),
        hasFailed: !counts(refund),
        reason: refund.failure_reason ?? null,
        refundedRupees: toRupees(await refundedPaise(stripe, ask, paymentIntent)),
      }
    },
  }
}
