import type Stripe from 'stripe'
import type { Books } from './books.ts'
import type { Session } from './objects.ts'
import { badParam, checkParams, groupOf, metadataOf, type Params, Refusal, textOf } from './rejections.ts'
import { list, priceOf, type Route, route } from './route.ts'

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
/** Pages on which somebody pays: docs.stripe.com/api/checkout/sessions. */
export const checkoutRoutes = (books: Books, url: () => string): Route[] => [
  route('POST', 'checkout/sessions', ({ params }) => {
    checkParams(params, sessionParams, ['mode', 'line_items', 'success_url'])
    if (textOf(params.mode) !== 'subscription')
      throw badParam('mode', 'You must use subscription mode for recurring prices.')
    const price = priceOf(books, params.line_items)
    const subscriptionData = groupOf(params.subscription_data)
    checkParams(subscriptionData, ['metadata'])
    checkUrl('success_url', params.success_url)
    checkUrl('cancel_url', params.cancel_url)
    const expiresAt = Number(textOf(params.expires_at) ?? books.unix() + 86_400)
    // Between half an hour and a day: docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at.
    if (expiresAt < books.unix() + 1_800 || expiresAt > books.unix() + 86_400)
      throw badParam(
        'expires_at',
        'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.',
      )
    const id = books.newId(books.isLive ? 'cs_live' : 'cs_test')
    const session = books.add<Session>({
      id,
      object: 'checkout.session',
      amount_total: price.unit_amount,
      cancel_url: textOf(params.cancel_url) ?? null,
      client_reference_id: textOf(params.client_reference_id) ?? null,
      created: books.unix(),
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
  route('GET', 'checkout/sessions/:id', ({ id }) => expired(books, books.get('checkout.session', id))),
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
]

const checkUrl = (name: string, value: string | Params | undefined) => {
  if (!URL.canParse(textOf(value) ?? '')) throw badParam(name, 'Not a valid URL', 'url_invalid')
}

function expired(books: Books, session: Session): Session {
  if (session.status === 'open' && session.expires_at <= books.unix())
    Object.assign(session, { status: 'expired', url: null })
  return session
}
