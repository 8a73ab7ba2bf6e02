import type Stripe from 'stripe'
import type { Billing } from './billing.ts'
import type { Books } from './books.ts'
import { badParam, checkParams, metadataOf, textOf } from './rejections.ts'
import { list, priceOf, type Route, route } from './route.ts'

const subscriptionParams: readonly (keyof Stripe.SubscriptionCreateParams)[] = [
  'customer',
  'items',
  'payment_behavior',
  'payment_settings',
  'metadata',
]
/** Subscriptions: docs.stripe.com/api/subscriptions. */
export const subscriptionRoutes = (books: Books, billing: Billing): Route[] => [
  route('GET', 'subscriptions', ({ params }) => {
    checkParams(params, ['limit', 'starting_after', 'status', 'customer'])
    const [status, customer] = [textOf(params.status), textOf(params.customer)]
    // Without a status, all that have not been cancelled.
    const found = books
      .all('subscription')
      .filter((each) => (status === undefined ? each.ended_at === null : each.status === status))
    return list(
      found.filter((each) => customer === undefined || each.customer === customer),
      params,
    )
  }),
  route('POST', 'subscriptions', ({ params }) => {
    checkParams(params, subscriptionParams, ['customer', 'items'])
    if (textOf(params.payment_behavior) !== 'default_incomplete')
      throw badParam('payment_behavior', 'Not used here.')
    return billing.subscribe({
      customer: books.named('customer', textOf(params.customer), 'customer').id,
      price: priceOf(books, params.items),
      metadata: metadataOf(params.metadata),
    })
  }),
  route('GET', 'subscriptions/:id', ({ id }) => books.get('subscription', id)),
  route('POST', 'subscriptions/:id', ({ id, params }) => {
    checkParams(params, ['cancel_at_period_end', 'cancel_at', 'trial_end', 'proration_behavior'])
    const trialEnd = textOf(params.trial_end)
    if (trialEnd !== undefined) {
      if (textOf(params.proration_behavior) !== 'none')
        throw badParam('proration_behavior', 'Without it what is paid would be prorated.')
      return billing.setTrialEnd(id, trialEnd === 'now' ? 'now' : Number(trialEnd))
    }
    return billing.setRenewal(id, textOf(params.cancel_at_period_end) === 'true')
  }),
  route('DELETE', 'subscriptions/:id', ({ id, params }) => {
    checkParams(params, ['prorate', 'invoice_now'])
    return billing.cancel(id)
  }),
]
