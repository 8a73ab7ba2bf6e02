import type { Billing } from './billing.ts'
import type { Books } from './books.ts'
import { badParam } from './rejections.ts'

type Thing = Record<string, unknown>
/** Four levels at most: docs.stripe.com/api/expanding_objects. */
const levelsMax = 4

/** Puts objects in the place of their ids, and adds what Stripe leaves out unless it is asked for. */
export function createExpand(books: Books, billing: Billing) {
  const includable: Record<string, (thing: Thing) => unknown> = {
    'checkout.session.line_items': ({ id }) => ({
      object: 'list',
      data: [{ id: `li_${id}`, object: 'item', price: books.sold.get(id as string)?.price, quantity: 1 }],
    }),
    'invoice.payments': ({ id }) => ({
      object: 'list',
      data: books.all('invoice_payment').filter(({ invoice }) => invoice === id),
    }),
    'invoice.confirmation_secret': ({ id }) => ({
      type: 'payment_intent',
      client_secret: billing.intentOf(books.get('invoice', id as string)).client_secret,
    }),
  }

  function expandOne(thing: Thing, path: string[]) {
    const [name, ...rest] = path
    if (name === undefined) return
    const include = includable[`${thing.object}.${name}`]
    if (include) thing[name] = include(thing)
    const value = thing[name]
    if (typeof value === 'string') {
      const found = books.find(value)
      if (!found) throw badParam('expand', `This property cannot be expanded (${name}).`)
      thing[name] = structuredClone(found)
    } else if (value === undefined) throw badParam('expand', `This property cannot be expanded (${name}).`)
    const next = thing[name]
    for (const each of Array.isArray(next) ? next : [next]) if (each) expandOne(each as Thing, rest)
  }

  return (answer: unknown, paths: string[]): unknown => {
    const copy = structuredClone(answer) as Thing
    for (const path of paths) {
      const names = path.split('.')
      if (names.length > levelsMax)
        throw badParam('expand', 'You cannot expand more than 4 levels of a property.')
      expandOne(copy, names)
    }
    return copy
  }
}
