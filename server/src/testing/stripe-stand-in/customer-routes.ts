import type { Billing } from './billing.ts'
import type { Books } from './books.ts'
import { badParam, checkParams, metadataOf, missing, textOf } from './rejections.ts'
import { list, type Route, route } from './route.ts'

/** Customers: docs.stripe.com/api/customers. */
export const customerRoutes = (books: Books, billing: Billing): Route[] => [
  route('POST', 'customers', ({ params }) => {
    checkParams(params, ['email', 'name', 'metadata'])
    const email = textOf(params.email) ?? null
    if (email !== null && !email.includes('@'))
      throw badParam('email', `Invalid email address: ${email}`, 'email_invalid')
    return books.add({
      id: books.newId('cus'),
      object: 'customer',
      created: books.unix(),
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
]
