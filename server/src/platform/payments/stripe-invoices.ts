import type Stripe from 'stripe'
import type { AskStripe } from './stripe-client.ts'

/** What a payment was for; undefined of one that was made without an invoice, which is none of ours. */
export async function invoiceOfPayment(
  stripe: Stripe,
  ask: AskStripe,
  paymentIntent: string,
): Promise<Stripe.Invoice | undefined> {
  const payment = { type: 'payment_intent' as const, payment_intent: paymentIntent }
  const { data } = await ask((options) =>
    stripe.invoicePayments.list({ payment, limit: 1, expand: ['data.invoice'] }, options),
  )
  return data[0]?.invoice as Stripe.Invoice | undefined
}
