import { oneMonthAfter } from '../../platform/payments/sandbox-gateway.ts'
import { addInvoice, credit, decline, type Ledger, payInvoice, paymentOf } from './invoices.ts'
import type { Price, Subscription } from './objects.ts'
import { Refusal } from './rejections.ts'

export type RenewalOutcome = 'paid' | 'credited' | 'failed' | 'requires_action'

const monthAfter = (seconds: number) => Math.floor(oneMonthAfter(new Date(seconds * 1000)).getTime() / 1000)

/** `default_incomplete`: nothing is active before the first payment. */
export function subscribe(
  ledger: Ledger,
  of: { customer: string; price: Price; metadata: Record<string, string> },
): Subscription {
  const { books } = ledger
  const start = books.unix()
  const period = { start, end: monthAfter(start) }
  const subscription = books.add<Subscription>({
    id: books.newId('sub'),
    object: 'subscription',
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    collection_method: 'charge_automatically',
    created: start,
    currency: of.price.currency,
    customer: of.customer,
    ended_at: null,
    items: {
      object: 'list',
      data: [
        {
          id: books.newId('si'),
          object: 'subscription_item',
          current_period_start: period.start,
          current_period_end: period.end,
          price: of.price,
          quantity: 1,
        },
      ],
    },
    latest_invoice: '',
    livemode: books.isLive,
    metadata: of.metadata,
    start_date: start,
    status: 'incomplete',
  })
  addInvoice(ledger, subscription, of.price, { reason: 'subscription_create', period })
  books.tell('customer.subscription.created', subscription)
  return subscription
}

function end(ledger: Ledger, subscription: Subscription) {
  const { books } = ledger
  const isIncomplete = subscription.status === 'incomplete'
  Object.assign(subscription, {
    status: isIncomplete ? 'incomplete_expired' : 'canceled',
    canceled_at: books.unix(),
    ended_at: books.unix(),
  })
  // So says docs.stripe.com/api/subscriptions/object of this status: the first invoice can be paid no more.
  if (isIncomplete) books.get('invoice', subscription.latest_invoice).status = 'void'
  books.tell('customer.subscription.deleted', subscription)
}

/** What happens at a period's end: it ends if that was asked for, else the next month is charged. */
export function endPeriod(ledger: Ledger, subscriptionId: string, outcome: RenewalOutcome = 'paid') {
  const { books } = ledger
  const subscription = books.get('subscription', subscriptionId)
  if (subscription.cancel_at_period_end) return end(ledger, subscription)
  const item = subscription.items.data[0]!
  const period = { start: item.current_period_end, end: monthAfter(item.current_period_end) }
  item.current_period_start = period.start
  item.current_period_end = period.end
  const invoice = addInvoice(ledger, subscription, item.price, { reason: 'subscription_cycle', period })
  if (outcome === 'credited') {
    books.drop(paymentOf(ledger, invoice).id)
    books.tell('customer.subscription.updated', subscription)
    return credit(ledger, invoice)
  }
  if (outcome === 'paid') {
    books.tell('customer.subscription.updated', subscription)
    return payInvoice(ledger, invoice.id)
  }
  subscription.status = 'past_due'
  decline(ledger, invoice.id, outcome)
  books.tell('customer.subscription.updated', subscription)
}

export function setRenewal(ledger: Ledger, id: string, cancelAtPeriodEnd: boolean): Subscription {
  const { books } = ledger
  const subscription = books.get('subscription', id)
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
    throw new Refusal(400, {
      message: 'A canceled subscription can only update its cancellation_details and metadata.',
    })
  subscription.cancel_at_period_end = cancelAtPeriodEnd
  subscription.cancel_at = cancelAtPeriodEnd ? subscription.items.data[0]!.current_period_end : null
  subscription.canceled_at = cancelAtPeriodEnd ? books.unix() : null
  books.tell('customer.subscription.updated', subscription)
  return subscription
}

/** As the portal may do it: a date instead of the flag. */
export function cancelAt(ledger: Ledger, id: string) {
  const { books } = ledger
  const subscription = books.get('subscription', id)
  subscription.cancel_at = subscription.items.data[0]!.current_period_end
  books.tell('customer.subscription.updated', subscription)
}

/** Again is 404: a cancelled subscription can no longer be found for it. */
export function cancel(ledger: Ledger, id: string): Subscription {
  const { books } = ledger
  const subscription = books.get('subscription', id)
  if (subscription.ended_at !== null)
    throw new Refusal(404, {
      code: 'resource_missing',
      param: 'id',
      message: `No such subscription: '${id}'`,
    })
  end(ledger, subscription)
  return subscription
}
