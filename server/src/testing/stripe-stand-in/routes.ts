import type Stripe from 'stripe'
import type { Billing } from './billing.ts'
import type { Books } from './books.ts'
import type { Kept, Price, Session } from './objects.ts'
import {
  badParam,
  checkParams,
  groupOf,
  listOf,
  metadataOf,
  missing,
  type Params,
  Refusal,
  textOf,
} from './rejections.ts'

export type Call = { params: Params; id: string }
type Route = { method: string; path: RegExp; answer: (call: Call) => unknown }

/** ₹0.50, the least that Stripe charges in rupees: docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. */
const leastPaise = 50
/** Eight digits in the smallest unit: docs.stripe.com/currencies. */
const mostPaise = 99_999_999

const sessionParams: readonly (keyof Stripe.Checkout.SessionCreateParams)[] = [
  'mode',
  'customer',
  'client_reference_id',
  'line_items',
  'success_url',
  'cancel_url',
  'expires_at',
  'metadata',
  'subscription_data',
]
const subscriptionParams: readonly (keyof Stripe.SubscriptionCreateParams)[] = [
  'customer',
  'items',
  'payment_behavior',
  'payment_settings',
  'metadata',
]
const priceParams: readonly (keyof Stripe.PriceCreateParams)[] = [
  'product',
  'currency',
  'unit_amount',
  'recurring',
  'lookup_key',
  'transfer_lookup_key',
]

/** Each call that the product makes of Stripe, with what Stripe refuses of it: docs.stripe.com/api. */
export function createRoutes(books: Books, billing: Billing, url: () => string): Route[] {
  const { newId, unix } = books
  const list = (data: Kept[], params: Params) => {
    const limit = Number(textOf(params.limit) ?? 10)
    if (!Number.isInteger(limit) || limit < 1 || limit > 100)
      throw badParam('limit', 'Limit must be between 1 and 100.', 'parameter_invalid_integer')
    const from = textOf(params.starting_after)
    const start = from ? data.findIndex(({ id }) => id === from) + 1 : 0
    if (from && start === 0) throw missing('object', from)
    return { object: 'list', data: data.slice(start, start + limit), has_more: data.length > start + limit }
  }
  const route = (method: string, path: string, answer: Route['answer']): Route => ({
    method,
    path: new RegExp(`^/v1/${path.replace(':id', '([^/]+)')}$`),
    answer,
  })
  const priceOf = (items: string | Params | undefined): Price => {
    const [item, ...others] = listOf(items)
    if (typeof item !== 'object' || others.length > 0) throw badParam('line_items', 'One item is expected.')
    checkParams(item, ['price', 'quantity'], ['price'])
    const price = books.named('price', textOf(item.price), 'line_items[0][price]')
    if (!price.active)
      throw new Refusal(400, { code: 'price_inactive', message: 'The price specified is inactive.' })
    return price
  }
  const checkUrl = (name: string, value: string | Params | undefined) => {
    if (!URL.canParse(textOf(value) ?? '')) throw badParam(name, 'Not a valid URL', 'url_invalid')
  }

  return [
    route('POST', 'customers', ({ params }) => {
      checkParams(params, ['email', 'name', 'metadata'])
      const email = textOf(params.email) ?? null
      if (email !== null && !email.includes('@'))
        throw badParam('email', `Invalid email address: ${email}`, 'email_invalid')
      return books.add({
        id: newId('cus'),
        object: 'customer',
        created: unix(),
        email,
        livemode: books.isLive,
        metadata: metadataOf(params.metadata),
        name: textOf(params.name) ?? null,
      })
    }),
    route('GET', 'customers', ({ params }) => {
      checkParams(params, ['email', 'limit'])
      return list(
        books.all('customer').filter(({ email }) => email === textOf(params.email)),
        params,
      )
    }),
    route('GET', 'customers/:id', ({ id }) => books.get('customer', id)),
    // Its subscriptions end with it: docs.stripe.com/api/customers/delete.
    route('DELETE', 'customers/:id', ({ id }) => {
      const customer = books.get('customer', id)
      if ('deleted' in customer) throw missing('customer', id)
      for (const subscription of books.all('subscription'))
        if (subscription.customer === id && subscription.ended_at === null) billing.cancel(subscription.id)
      return books.add({ id, object: 'customer' as const, deleted: true as const })
    }),
    route('GET', 'products/:id', ({ id }) => books.get('product', id)),
    route('POST', 'products', ({ params }) => {
      checkParams(params, ['id', 'name'], ['name'])
      const id = textOf(params.id) ?? newId('prod')
      if (books.find(id))
        throw new Refusal(400, { code: 'resource_already_exists', message: `Product already exists: ${id}` })
      return books.add({
        id,
        object: 'product',
        active: true,
        created: unix(),
        livemode: books.isLive,
        name: textOf(params.name)!,
      })
    }),
    route('POST', 'products/:id', ({ id, params }) => {
      checkParams(params, ['active'])
      return Object.assign(books.get('product', id), { active: textOf(params.active) === 'true' })
    }),
    route('GET', 'prices/:id', ({ id }) => books.get('price', id)),
    route('GET', 'prices', ({ params }) => {
      checkParams(params, ['lookup_keys', 'active', 'limit'])
      const keys = listOf(params.lookup_keys)
      return list(
        books.all('price').filter((price) => price.active && keys.includes(price.lookup_key ?? '')),
        params,
      )
    }),
    route('POST', 'prices', ({ params }) => {
      checkParams(params, priceParams, ['product', 'currency', 'unit_amount'])
      const amount = Number(textOf(params.unit_amount))
      const lookupKey = textOf(params.lookup_key) ?? null
      if (textOf(params.currency) !== 'inr')
        throw badParam('currency', 'Only inr is used here.', 'currency_invalid')
      if (!Number.isInteger(amount))
        throw badParam('unit_amount', 'Invalid integer', 'parameter_invalid_integer')
      if (amount < leastPaise || amount > mostPaise)
        throw badParam(
          'unit_amount',
          'The amount is out of range.',
          amount < leastPaise ? 'amount_too_small' : 'amount_too_large',
        )
      if (textOf(groupOf(params.recurring).interval) !== 'month')
        throw badParam('recurring', 'Monthly is expected.')
      const holder = books.all('price').find((price) => lookupKey && price.lookup_key === lookupKey)
      if (holder && textOf(params.transfer_lookup_key) !== 'true')
        throw badParam('lookup_key', 'A price already uses that lookup key.', 'resource_already_exists')
      if (holder) holder.lookup_key = null
      const product = books.named('product', textOf(params.product), 'product')
      if (!product.active) throw new Refusal(400, { code: 'product_inactive', message: 'It is archived.' })
      return books.add<Price>({
        id: newId('price'),
        object: 'price',
        active: true,
        created: unix(),
        currency: 'inr',
        livemode: books.isLive,
        lookup_key: lookupKey,
        product: product.id,
        recurring: { interval: 'month' },
        type: 'recurring',
        unit_amount: amount,
      })
    }),
    route('POST', 'checkout/sessions', ({ params }) => {
      checkParams(params, sessionParams, ['mode', 'line_items', 'success_url'])
      if (textOf(params.mode) !== 'subscription')
        throw badParam('mode', 'You must use subscription mode for recurring prices.')
      const price = priceOf(params.line_items)
      const subscriptionData = groupOf(params.subscription_data)
      checkParams(subscriptionData, ['metadata'])
      checkUrl('success_url', params.success_url)
      checkUrl('cancel_url', params.cancel_url)
      const expiresAt = Number(textOf(params.expires_at) ?? unix() + 86_400)
      // Between half an hour and a day: docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at.
      if (expiresAt < unix() + 1_800 || expiresAt > unix() + 86_400)
        throw badParam(
          'expires_at',
          'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.',
        )
      const id = newId(books.isLive ? 'cs_live' : 'cs_test')
      const session = books.add<Session>({
        id,
        object: 'checkout.session',
        amount_total: price.unit_amount,
        cancel_url: textOf(params.cancel_url) ?? null,
        client_reference_id: textOf(params.client_reference_id) ?? null,
        created: unix(),
        currency: price.currency,
        customer: books.named('customer', textOf(params.customer), 'customer').id,
        expires_at: expiresAt,
        invoice: null,
        livemode: books.isLive,
        metadata: metadataOf(params.metadata),
        mode: 'subscription',
        payment_status: 'unpaid',
        status: 'open',
        subscription: null,
        success_url: textOf(params.success_url)!,
        url: `${url()}/c/pay/${id}`,
      })
      books.sold.set(id, { price, metadata: metadataOf(subscriptionData.metadata) })
      return session
    }),
    route('GET', 'checkout/sessions', ({ params }) => {
      checkParams(params, ['customer', 'limit'])
      return list(
        books.all('checkout.session').filter(({ customer }) => customer === textOf(params.customer)),
        params,
      )
    }),
    route('GET', 'checkout/sessions/:id', ({ id }) => expired(books.get('checkout.session', id))),
    route('POST', 'checkout/sessions/:id/expire', ({ id }) => {
      const session = books.get('checkout.session', id)
      if (session.status !== 'open')
        throw new Refusal(400, {
          message: `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`,
        })
      Object.assign(session, { status: 'expired', url: null })
      books.tell('checkout.session.expired', session)
      return session
    }),
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
        price: priceOf(params.items),
        metadata: metadataOf(params.metadata),
      })
    }),
    route('GET', 'subscriptions/:id', ({ id }) => books.get('subscription', id)),
    route('POST', 'subscriptions/:id', ({ id, params }) => {
      checkParams(params, ['cancel_at_period_end', 'cancel_at'])
      return billing.setRenewal(id, textOf(params.cancel_at_period_end) === 'true')
    }),
    route('DELETE', 'subscriptions/:id', ({ id, params }) => {
      checkParams(params, ['prorate', 'invoice_now'])
      return billing.cancel(id)
    }),
    route('GET', 'invoices', ({ params }) => {
      checkParams(params, ['subscription', 'limit'])
      const subscription = textOf(params.subscription)
      return list(
        books
          .all('invoice')
          .filter(({ parent }) => parent.subscription_details.subscription === subscription),
        params,
      )
    }),
    route('GET', 'invoices/:id', ({ id }) => books.get('invoice', id)),
    route('GET', 'invoice_payments', ({ params }) => {
      checkParams(params, ['payment', 'invoice', 'limit'])
      const intent = textOf(groupOf(params.payment).payment_intent)
      return list(
        books.all('invoice_payment').filter(({ payment }) => payment.payment_intent === intent),
        params,
      )
    }),
    route('GET', 'payment_intents/:id', ({ id }) => books.get('payment_intent', id)),
    route('GET', 'refunds', ({ params }) => {
      checkParams(params, ['payment_intent', 'limit'])
      return list(
        books.all('refund').filter(({ payment_intent }) => payment_intent === textOf(params.payment_intent)),
        params,
      )
    }),
    route('GET', 'refunds/:id', ({ id }) => books.get('refund', id)),
    route('POST', 'refunds', ({ params }) => {
      checkParams(params, ['payment_intent', 'amount', 'metadata', 'reason'], ['payment_intent'])
      const amount = textOf(params.amount)
      return billing.refund({
        paymentIntent: textOf(params.payment_intent)!,
        amount: amount === undefined ? undefined : Number(amount),
        metadata: metadataOf(params.metadata),
      })
    }),
    route('POST', 'billing_portal/sessions', ({ params }) => {
      checkParams(params, ['customer', 'return_url'], ['customer'])
      const customer = books.named('customer', textOf(params.customer), 'customer')
      return {
        id: newId('bps'),
        object: 'billing_portal.session',
        customer: customer.id,
        livemode: books.isLive,
        url: `${url()}/p/session/${customer.id}`,
      }
    }),
    route('GET', 'events', ({ params }) => {
      checkParams(params, ['limit', 'type'])
      return {
        object: 'list',
        data: books.events.toReversed().slice(0, Number(textOf(params.limit) ?? 10)),
        has_more: false,
      }
    }),
    route('GET', 'account', () => ({
      id: 'acct_standin',
      object: 'account',
      country: 'IN',
      default_currency: 'inr',
      charges_enabled: true,
    })),
    route('GET', 'webhook_endpoints', ({ params }) => {
      checkParams(params, ['limit'])
      return { object: 'list', data: books.endpoints, has_more: false }
    }),
  ]

  function expired(session: Session): Session {
    if (session.status === 'open' && session.expires_at <= unix())
      Object.assign(session, { status: 'expired', url: null })
    return session
  }
}
