import type Stripe from 'stripe'

export const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)

/** Before version 2025-03-31 of Stripe's API an invoice named its subscription itself. */
type InvoiceOfOldVersion = { subscription?: string | { id: string } | null }

export const subscriptionOfInvoice = (invoice: Stripe.Invoice): string | undefined =>
  idOf(invoice.parent?.subscription_details?.subscription ?? null) ??
  idOf((invoice as InvoiceOfOldVersion).subscription ?? null) ??
  undefined

/** Which payment intent paid an invoice, or is to pay it. */
export function paymentIntentOf(invoice: Stripe.Invoice): string | undefined {
  const payments = invoice.payments?.data ?? []
  const { payment } = payments.find(({ status }) => status === 'paid') ?? payments[0] ?? {}
  return idOf(payment?.payment_intent ?? null) ?? undefined
}
