import type { Billing } from './billing.ts'
import type { Books } from './books.ts'
import { checkParams, groupOf, metadataOf, textOf } from './rejections.ts'
import { list, type Route, route } from './route.ts'

/** Invoices, their payments, and what is given back: docs.stripe.com/api/invoices, docs.stripe.com/api/refunds. */
export const paymentRoutes = (books: Books, billing: Billing): Route[] => [
  route('GET', 'invoices', ({ params }) => {
    checkParams(params, ['subscription', 'limit', 'starting_after'])
    const subscription = textOf(params.subscription)
    return list(
      books.all('invoice').filter(({ parent }) => parent.subscription_details.subscription === subscription),
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
    checkParams(params, ['payment_intent', 'created', 'limit', 'starting_after'])
    const intent = textOf(params.payment_intent)
    const since = Number(textOf(groupOf(params.created).gte) ?? 0)
    return list(
      books
        .all('refund')
        .filter(({ payment_intent }) => intent === undefined || payment_intent === intent)
        .filter(({ created }) => created >= since),
      params,
    )
  }),
  route('GET', 'disputes', ({ params }) => {
    checkParams(params, ['payment_intent', 'limit'])
    return list(
      books.all('dispute').filter(({ payment_intent }) => payment_intent === textOf(params.payment_intent)),
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
]
