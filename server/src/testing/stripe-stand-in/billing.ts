import type { Books } from './books.ts'
import { decline, intentOf, type Ledger, payInvoice, paymentOf } from './invoices.ts'
import type { Invoice } from './objects.ts'
import { dispute, failRefund, refund, winDispute } from './refunds.ts'
import { cancel, cancelAt, endPeriod, type RenewalOutcome, setRenewal, subscribe } from './subscriptions.ts'
import { setTrialEnd } from './trials.ts'

/** Subscriptions, invoices and payments, and how one moves the other: docs.stripe.com/billing/subscriptions/overview. */
export function createBilling(books: Books, url: () => string) {
  const ledger: Ledger = { books, url }
  return {
    subscribe: (of: Parameters<typeof subscribe>[1]) => subscribe(ledger, of),
    payInvoice: (invoiceId: string) => payInvoice(ledger, invoiceId),
    decline: (invoiceId: string, outcome: 'failed' | 'requires_action') =>
      decline(ledger, invoiceId, outcome),
    intentOf: (invoice: Invoice) => intentOf(ledger, invoice),
    paymentOf: (invoice: Invoice) => paymentOf(ledger, invoice),
    endPeriod: (subscriptionId: string, outcome?: RenewalOutcome) =>
      endPeriod(ledger, subscriptionId, outcome),
    setRenewal: (id: string, cancelAtPeriodEnd: boolean) => setRenewal(ledger, id, cancelAtPeriodEnd),
    setTrialEnd: (id: string, until: number | 'now') => setTrialEnd(ledger, id, until),
    cancelAt: (id: string) => cancelAt(ledger, id),
    cancel: (id: string) => cancel(ledger, id),
    refund: (of: Parameters<typeof refund>[1]) => refund(ledger, of),
    failRefund: (id: string) => failRefund(ledger, id),
    /** @returns its id */
    dispute: (subscriptionId: string, invoiceId?: string) => dispute(ledger, subscriptionId, invoiceId),
    winDispute: (id: string) => winDispute(ledger, id),
  }
}
export type Billing = ReturnType<typeof createBilling>
