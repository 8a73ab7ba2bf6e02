import { oneMonthAfter } from '../../platform/payments/sandbox-gateway.ts'
import { addInvoice, credit, type Ledger, payInvoice, paymentOf } from './invoices.ts'
import type { Subscription } from './objects.ts'
import { Refusal } from './rejections.ts'

/**
 * A trial put on a running subscription moves its next charge: an invoice of nothing for the trial comes at once, and
 * at its end, or now, the next month is charged. docs.stripe.com/billing/subscriptions/trials
 */
export function setTrialEnd(ledger: Ledger, id: string, until: number | 'now'): Subscription {
  const { books } = ledger
  const subscription = books.get('subscription', id)
  const item = subscription.items.data[0]!
  const now = books.unix()
  if (until !== 'now' && until <= now)
    throw new Refusal(400, { param: 'trial_end', message: 'The trial end must be in the future.' })
  item.current_period_start = now
  if (until === 'now') {
    const period = { start: now, end: Math.floor(oneMonthAfter(new Date(now * 1000)).getTime() / 1000) }
    item.current_period_end = period.end
    const invoice = addInvoice(ledger, subscription, item.price, { reason: 'subscription_update', period })
    payInvoice(ledger, invoice.id)
    return subscription
  }
  item.current_period_end = until
  const trial = addInvoice(ledger, subscription, item.price, {
    reason: 'subscription_update',
    period: { start: now, end: until },
  })
  books.drop(paymentOf(ledger, trial).id)
  credit(ledger, trial)
  subscription.status = 'trialing'
  books.tell('customer.subscription.updated', subscription)
  return subscription
}
