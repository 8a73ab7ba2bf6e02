import type Stripe from 'stripe'
import { toPaise } from './paise.ts'
import { GoneAtProvider, type NewCustomer, type NewPrice } from './payments.ts'
import { type AskStripe, foundOrUndefined, isRefusal } from './stripe-client.ts'
import type { MakeIdempotently } from './stripe-idempotency.ts'

type Deps = { stripe: Stripe; ask: AskStripe; makeIdempotently: MakeIdempotently }
const pageSize = 100

type Payer = { customerId: string; priceId?: string }

/** Who pays at Stripe, and what for. */
export function createStripeCatalogue(deps: Deps) {
  return {
    isPriceUsable: (id: string) => isPriceUsable(deps, id),
    createPrice: (of: NewPrice) => createPrice(deps, of),
    createCustomer: (of: NewCustomer) => createCustomer(deps, of),

    /** Name, address and cards go; invoices stay, as the law asks of whoever sold something. */
    eraseCustomer: (id: string) => eraseCustomer(deps, id),

    async eraseCustomersOf(of: Pick<NewCustomer, 'accountId' | 'email'>): Promise<void> {
      for (const { id } of await listCustomers(deps, of)) await eraseCustomer(deps, id)
    },

    noticingGone: <T>(of: Payer, work: () => Promise<T>) => noticingGone(deps, of, work),
  }
}
export type StripeCatalogue = ReturnType<typeof createStripeCatalogue>

async function createPrice(
  deps: Deps,
  { mentorId, amountRupees, productName, replaces }: NewPrice,
): Promise<string> {
  const { stripe, makeIdempotently } = deps
  const lookupKey = `mentor-${mentorId}-${amountRupees}`
  const product = await ensureProduct(deps, mentorId, productName)
  const { id } = await makeIdempotently({
    name: `price:${lookupKey}`,
    params: { replaces },
    find: () => findPrice(deps, lookupKey, replaces),
    isLookedForFirst: true,
    make: (options) =>
      stripe.prices.create(
        {
          product,
          currency: 'inr',
          unit_amount: toPaise(amountRupees),
          recurring: { interval: 'month' },
          lookup_key: lookupKey,
          // An operator may have archived the price that has it.
          transfer_lookup_key: true,
        },
        options,
      ),
  })
  return id
}

/** A product's id is ours, so that there is one of a mentor however often it is made. */
async function ensureProduct(
  { stripe, ask, makeIdempotently }: Deps,
  mentorId: string,
  name: string,
): Promise<string> {
  const id = `mentor_${mentorId}`
  const find = () => foundOrUndefined(ask((options) => stripe.products.retrieve(id, {}, options)))
  const product = await makeIdempotently({
    name: `product:${id}`,
    params: {},
    find,
    isLookedForFirst: true,
    make: (options) => stripe.products.create({ id, name }, options),
  })
  if (!product.active) await ask((options) => stripe.products.update(id, { active: true }, options))
  return id
}

const findPrice = async ({ stripe, ask }: Deps, lookupKey: string, replaces: string | undefined) => {
  const { data } = await ask((options) =>
    stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 }, options),
  )
  return data.find(({ id }) => id !== replaces)
}

async function createCustomer(deps: Deps, of: NewCustomer): Promise<string> {
  const { stripe, makeIdempotently } = deps
  const { accountId, email, name, replaces } = of
  const { id } = await makeIdempotently({
    name: `customer:${accountId}`,
    params: { email, name, replaces },
    find: () => findCustomer(deps, of),
    isLookedForFirst: true,
    make: (options) => stripe.customers.create({ email, name, metadata: { accountId } }, options),
  })
  return id
}

async function eraseCustomer({ stripe, ask }: Deps, id: string) {
  await foundOrUndefined(ask((options) => stripe.customers.del(id, {}, options)))
}

const findCustomer = async (deps: Deps, of: NewCustomer) =>
  (await listCustomers(deps, of)).find(({ id }) => id !== of.replaces)

/** In India Stripe offers no search by metadata; a list by address knows at once what was just made. */
async function listCustomers(
  { stripe, ask }: Deps,
  { accountId, email }: Pick<NewCustomer, 'accountId' | 'email'>,
) {
  const { data } = await ask((options) => stripe.customers.list({ email, limit: pageSize }, options))
  return data.filter(({ metadata }) => metadata.accountId === accountId)
}

/** Does `work`; when Stripe refuses it, says which of the two is the reason, if one is. @throws GoneAtProvider */
async function noticingGone<T>(deps: Deps, of: Payer, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (!(await isCustomerThere(deps, of.customerId))) throw new GoneAtProvider('customer', { cause: error })
    if (of.priceId !== undefined && !(await isPriceUsable(deps, of.priceId)))
      throw new GoneAtProvider('price', { cause: error })
    throw error
  }
}

async function isCustomerThere({ stripe, ask }: Deps, id: string): Promise<boolean> {
  const found = await foundOrUndefined(ask((options) => stripe.customers.retrieve(id, {}, options)))
  return found !== undefined && found.deleted !== true
}

async function isPriceUsable({ stripe, ask }: Deps, id: string): Promise<boolean> {
  const found = await foundOrUndefined(
    ask((options) => stripe.prices.retrieve(id, { expand: ['product'] }, options)),
  )
  const product = found?.product as Stripe.Product | Stripe.DeletedProduct | undefined
  return found?.active === true && product?.deleted !== true && product?.active === true
}
