import type { Books } from './books.ts'
import type { Kept, Price } from './objects.ts'
import { badParam, checkParams, listOf, missing, type Params, Refusal, textOf } from './rejections.ts'

export type Call = { params: Params; id: string }
export type Route = { method: string; path: RegExp; answer: (call: Call) => unknown }

export const route = (method: string, path: string, answer: Route['answer']): Route => ({
  method,
  path: new RegExp(`^/v1/${path.replace(':id', '([^/]+)')}$`),
  answer,
})

/** A page of what was found, as Stripe cuts it. */
export const list = (data: Kept[], params: Params) => {
  const limit = Number(textOf(params.limit) ?? 10)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw badParam('limit', 'Limit must be between 1 and 100.', 'parameter_invalid_integer')
  const from = textOf(params.starting_after)
  const start = from ? data.findIndex(({ id }) => id === from) + 1 : 0
  if (from && start === 0) throw missing('object', from)
  return { object: 'list', data: data.slice(start, start + limit), has_more: data.length > start + limit }
}

/** Of the one item that is sold. */
export const priceOf = (books: Books, items: string | Params | undefined): Price => {
  const [item, ...others] = listOf(items)
  if (typeof item !== 'object' || others.length > 0) throw badParam('line_items', 'One item is expected.')
  checkParams(item, ['price', 'quantity'], ['price'])
  const price = books.named('price', textOf(item.price), 'line_items[0][price]')
  if (!price.active)
    throw new Refusal(400, { code: 'price_inactive', message: 'The price specified is inactive.' })
  return price
}
