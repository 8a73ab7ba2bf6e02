import type { Books } from './books.ts'
import type { Charge, Invoice, PaymentIntent, Price, Subscription } from './objects.ts'
import { Refusal } from './rejections.ts'

/** What happened at the stand-in, and where its pages are. */
export type Ledger = { books: Books; url: () => string }

export function addInvoice(
  ledger: Ledger,
  subscription: Subscription,
  price: Price,
  of: { reason: Invoice['billing_reason']; period: { start: number; end: number } },
): Invoice {
  const { books } = ledger
  const amount = price.unit_amount!
  const id = books.newId('in')
  const invoice = books.add<Invoice>({
    id,
    object: 'invoice',
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    attempt_count: 0,
    attempted: false,
    billing_reason: of.reason,
    created: books.unix(),
    currency: price.currency,
    customer: subscription.customer,
    hosted_invoice_url: `${ledger.url()}/i/${id}`,
    livemode: books.isLive,
    // For subscriptions this is the period before, in which usage was counted; what is paid for stands in the lines.
    period_end: of.period.start,
    period_start: of.period.start,
    status: 'open',
    status_transitions: { finalized_at: books.unix(), paid_at: null, voided_at: null },
    lines: { object: 'list', data: [{ object: 'line_item', period: of.period }] },
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
  })
  addPaymentOf(ledger, invoice)
  subscription.latest_invoice = id
  return invoice
}

/** An invoice comes with its payment intent: docs.stripe.com/api/invoice-payment. */
function addPaymentOf({ books }: Ledger, invoice: Invoice) {
  const intentId = books.newId('pi')
  books.add<PaymentIntent>({
    id: intentId,
    object: 'payment_intent',
    amount: invoice.amount_due,
    amount_received: 0,
    client_secret: `${intentId}_secret_${books.newId('s')}`,
    created: books.unix(),
    currency: invoice.currency,
    customer: invoice.customer,
    latest_charge: null,
    livemode: books.isLive,
    metadata: {},
    status: 'requires_payment_method',
  })
  books.add({
    id: books.newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: books.unix(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: books.isLive,
    payment: { type: 'payment_intent', payment_intent: intentId },
    status: 'open',
  })
}

export const paymentOf = ({ books }: Ledger, invoice: Invoice) =>
  books.all('invoice_payment').find((payment) => payment.invoice === invoice.id)!
export const intentOf = (ledger: Ledger, invoice: Invoice) =>
  ledger.books.get('payment_intent', paymentOf(ledger, invoice).payment.payment_intent)
const subscriptionOf = ({ books }: Ledger, invoice: Invoice) =>
  books.get('subscription', invoice.parent.subscription_details.subscription)

function pay(ledger: Ledger, invoice: Invoice) {
  const { books } = ledger
  const [payment, intent] = [paymentOf(ledger, invoice), intentOf(ledger, invoice)]
  const charge = books.add<Charge>({
    id: books.newId('ch'),
    object: 'charge',
    amount: invoice.amount_due,
    amount_refunded: 0,
    created: books.unix(),
    currency: invoice.currency,
    disputed: false,
    livemode: books.isLive,
    metadata: {},
    paid: true,
    payment_intent: intent.id,
    refunded: false,
    status: 'succeeded',
  })
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: invoice.amount_due,
    latest_charge: charge.id,
  })
  Object.assign(payment, { status: 'paid', amount_paid: invoice.amount_due })
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
  })
  invoice.status_transitions.paid_at = books.unix()
}

/** Covered by the customer's balance: nothing is charged. docs.stripe.com/billing/customer/balance */
export function credit(ledger: Ledger, invoice: Invoice) {
  const { books } = ledger
  Object.assign(invoice, {
    status: 'paid',
    amount_due: 0,
    amount_paid: 0,
    amount_remaining: 0,
    attempted: true,
  })
  invoice.status_transitions.paid_at = books.unix()
  books.tell('invoice.paid', invoice)
}

/** A paid invoice of an unpaid subscription makes it active. */
export function payInvoice(ledger: Ledger, invoiceId: string) {
  const { books } = ledger
  const invoice = books.get('invoice', invoiceId)
  if (invoice.status !== 'open') throw new Refusal(400, { message: 'Invoice is already paid' })
  const subscription = subscriptionOf(ledger, invoice)
  pay(ledger, invoice)
  subscription.status = 'active'
  books.tell('invoice.paid', invoice)
  books.tell('customer.subscription.updated', subscription)
}

export function decline(ledger: Ledger, invoiceId: string, outcome: 'failed' | 'requires_action') {
  const { books } = ledger
  const invoice = books.get('invoice', invoiceId)
  if (invoice.status !== 'open') throw new Refusal(400, { message: 'Invoice is not open' })
  invoice.attempted = true
  invoice.attempt_count++
  intentOf(ledger, invoice).status = outcome === 'failed' ? 'requires_payment_method' : 'requires_action'
  books.tell(outcome === 'failed' ? 'invoice.payment_failed' : 'invoice.payment_action_required', invoice)
}
