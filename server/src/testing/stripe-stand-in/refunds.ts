import { intentOf, type Ledger } from './invoices.ts'
import { Refusal } from './rejections.ts'

/** No more than was charged: docs.stripe.com/api/refunds/create. */
export function refund(
  ledger: Ledger,
  of: { paymentIntent: string; amount: number | undefined; metadata: Record<string, string> },
) {
  const { books } = ledger
  const intent = books.get('payment_intent', of.paymentIntent)
  if (!intent.latest_charge)
    throw new Refusal(400, {
      code: 'payment_intent_unexpected_state',
      message: 'This PaymentIntent has no successful charge.',
    })
  const charge = books.get('charge', intent.latest_charge)
  if (disputesOf(ledger, intent.id).some(({ status }) => status !== 'won'))
    throw new Refusal(400, {
      code: 'charge_disputed',
      message: `Charge ${charge.id} has been charged back.`,
    })
  const left = charge.amount - charge.amount_refunded
  const amount = of.amount ?? left
  if (left === 0)
    throw new Refusal(400, {
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    })
  if (amount > left || amount < 1)
    throw new Refusal(400, {
      param: 'amount',
      message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
    })
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  const refund = books.add({
    id: books.newId('re'),
    object: 'refund' as const,
    amount,
    charge: charge.id,
    created: books.unix(),
    currency: charge.currency,
    metadata: of.metadata,
    payment_intent: intent.id,
    reason: null,
    status: 'succeeded',
  })
  books.tell('charge.refunded', charge)
  return refund
}

/** Days after it was made: the bank does not take it. docs.stripe.com/refunds#failed-refunds */
export function failRefund(ledger: Ledger, id: string) {
  const { books } = ledger
  const refund = books.get('refund', id)
  const charge = books.get('charge', refund.charge)
  Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' })
  charge.amount_refunded -= refund.amount
  charge.refunded = false
  books.tell('refund.failed', refund)
}

const disputesOf = ({ books }: Ledger, paymentIntent: string) =>
  books.all('dispute').filter(({ payment_intent }) => payment_intent === paymentIntent)

/** The bank has decided for the seller. The charge goes on saying that it was disputed. */
export function winDispute({ books }: Ledger, id: string) {
  const dispute = books.get('dispute', id)
  dispute.status = 'won'
  books.tell('charge.dispute.closed', dispute)
}

/** Of the newest payment, unless another invoice is given. */
export function dispute(ledger: Ledger, subscriptionId: string, invoiceId?: string) {
  const { books } = ledger
  const invoice = books.get('invoice', invoiceId ?? books.get('subscription', subscriptionId).latest_invoice)
  const intent = intentOf(ledger, invoice)
  const charge = books.get('charge', intent.latest_charge!)
  charge.disputed = true
  const dispute = books.add({
    id: books.newId('dp'),
    object: 'dispute' as const,
    amount: charge.amount,
    charge: charge.id,
    created: books.unix(),
    currency: charge.currency,
    livemode: books.isLive,
    metadata: {},
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: 'needs_response' as const,
  })
  books.tell('charge.dispute.created', dispute)
  return dispute.id
}
