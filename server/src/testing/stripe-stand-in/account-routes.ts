import type { Books } from './books.ts'
import { checkParams, textOf } from './rejections.ts'
import { type Route, route } from './route.ts'

/** The account itself, what it is told, and the pages on which customers see their payments. */
export const accountRoutes = (books: Books, url: () => string): Route[] => [
  route('POST', 'billing_portal/sessions', ({ params }) => {
    checkParams(params, ['customer', 'return_url'], ['customer'])
    const customer = books.named('customer', textOf(params.customer), 'customer')
    return {
      id: books.newId('bps'),
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
