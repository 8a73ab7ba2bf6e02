import type Stripe from 'stripe'
import type { Books } from './books.ts'
import type { Price } from './objects.ts'
import { badParam, checkParams, groupOf, listOf, Refusal, textOf } from './rejections.ts'
import { list, type Route, route } from './route.ts'

/** ₹0.50, the least that Stripe charges in rupees: docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. */
const leastPaise = 50
/** Eight digits in the smallest unit: docs.stripe.com/currencies. */
const mostPaise = 99_999_999

const priceParams: readonly (keyof Stripe.PriceCreateParams)[] = [
  'product',
  'currency',
  'unit_amount',
  'recurring',
  'lookup_key',
  'transfer_lookup_key',
]

const productRoutes = (books: Books): Route[] => [
  route('GET', 'products/:id', ({ id }) => books.get('product', id)),
  route('POST', 'products', ({ params }) => {
    checkParams(params, ['id', 'name'], ['name'])
    const id = textOf(params.id) ?? books.newId('prod')
    if (books.find(id))
      throw new Refusal(400, { code: 'resource_already_exists', message: `Product already exists: ${id}` })
    return books.add({
      id,
      object: 'product',
      active: true,
      created: books.unix(),
      livemode: books.isLive,
      name: textOf(params.name)!,
    })
  }),
  route('POST', 'products/:id', ({ id, params }) => {
    checkParams(params, ['active'])
    return Object.assign(books.get('product', id), { active: textOf(params.active) === 'true' })
  }),
]

const priceRoutes = (books: Books): Route[] => [
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
      id: books.newId('price'),
      object: 'price',
      active: true,
      created: books.unix(),
      currency: 'inr',
      livemode: books.isLive,
      lookup_key: lookupKey,
      product: product.id,
      recurring: { interval: 'month' },
      type: 'recurring',
      unit_amount: amount,
    })
  }),
]

/** What is sold, and for how much: docs.stripe.com/api/products, docs.stripe.com/api/prices. */
export const catalogueRoutes = (books: Books): Route[] => [...productRoutes(books), ...priceRoutes(books)]
