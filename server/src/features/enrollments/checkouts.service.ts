import { after, type Clock, hoursMs, type NewId } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { notConfigured } from '../../platform/payments/no-payments.ts'
import { GoneAtProvider, type NewCheckout, type PaymentGateway } from '../../platform/payments/payments.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import type { Places } from '../places/places.service.ts'
import type { Search } from '../search/search.service.ts'
import type { BillingCustomers } from './billing-customers.service.ts'
import { type Confirmation, confirmCheckout } from './checkout-confirmations.service.ts'
import * as checkoutQueries from './checkouts.queries.ts'
import type { DeclinedCards } from './declined-cards.service.ts'
import * as queries from './enrollments.queries.ts'
import type { Enrollments } from './enrollments.service.ts'
import type { MentorPrices } from './mentor-prices.service.ts'
import type { SubscriptionSync } from './subscription-sync.service.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  payments: PaymentGateway | undefined
  enrollments: Enrollments
  blockedPeople: BlockedPeople
  places: Places
  search: Pick<Search, 'hasNoTimes'>
  subscriptionSync: SubscriptionSync
  billingCustomers: BillingCustomers
  declinedCards: DeclinedCards
  mentorPrices: MentorPrices
  publicUrl: () => string
}
type Mentee = { id: string }
type CheckoutRequest = { mentorId: string; mentorPriceId: string }
type CheckoutRow = checkoutQueries.CheckoutRow
type Price = { id: string; amount: number }
type Kind = 'page' | 'form'
type Opened = { url: string | null; clientSecret: string | null }
/** `opened_elsewhere`: another process has opened the same checkout the other way meanwhile, or closed it. */
type NotOpened = 'price_is_gone' | 'opened_elsewhere'

/** A checkout stays usable this long; a second tab of the same pair gets the same one. */
const reusableHours = 20
/** A checkout that turns out to be used up gives way to a new one, whose turn may be taken by another tab. */
const turnsMax = 4

/** The way from a mentor's price to a paid subscription. */
export function createCheckouts(deps: Deps) {
  return {
    /** The page on which to pay. @throws AppError not_configured, not_found, price_mismatch, already_subscribed, full, no_times, payment_provider_unavailable */
    create: async (mentee: Mentee, request: CheckoutRequest): Promise<string> =>
      (await open(deps, mentee, request, 'page')).url!,
    /** The secret for a form of our own, with the same refusals, and rate_limited where many cards were declined. */
    async createIntent(mentee: Mentee, request: CheckoutRequest): Promise<string> {
      await deps.declinedCards.refuseWhereTried(mentee.id)
      const { clientSecret } = await open(deps, mentee, request, 'form')
      await deps.declinedCards.closeOldest(mentee.id)
      return clientSecret!
    },
    confirm: (mentee: Mentee, by: Confirmation) => confirmCheckout(deps, mentee, by),
  }
}
export type Checkouts = ReturnType<typeof createCheckouts>

/**
 * No transaction is held while the provider is asked. The row with its unique index stands in for a
 * lock, and the provider takes its id as the key: both tabs, and a retry after a crash, get the same.
 */
async function open(
  deps: Deps,
  mentee: Mentee,
  { mentorId, mentorPriceId }: CheckoutRequest,
  kind: Kind,
): Promise<Opened> {
  const { payments } = deps
  if (!payments) throw notConfigured()
  const pair = { menteeId: mentee.id, mentorId }
  let price = await findOfferedPrice(deps, pair, mentorPriceId)
  let usedUp: CheckoutRow | undefined
  for (let turn = 0; turn < turnsMax; turn++) {
    const row = await openOne(deps, payments, { pair, price, usedUp })
    const opened = await use(deps, payments, row, price.id, kind)
    if (opened === 'opened_elsewhere') continue
    if (opened && opened !== 'price_is_gone') return opened
    usedUp = row
    if (opened === 'price_is_gone') price = await replacePrice(deps, payments, mentorId, row)
  }
  throw new AppError('unavailable', { retryAfterSeconds: 1 })
}

type Opening = { pair: queries.Pair; price: Price; usedUp: CheckoutRow | undefined }

/** With a place for the pair, under the lock of the mentor's places. @throws AppError full */
async function openOne(
  { db, clock, newId, places }: Deps,
  gateway: PaymentGateway,
  { pair, price, usedUp }: Opening,
): Promise<CheckoutRow> {
  const row = await db.transact(async (tx) => {
    const held = await places.hold(tx, pair)
    const now = clock.now()
    if (usedUp) await checkoutQueries.close(tx, usedUp.id, now)
    if (!held) return undefined
    return checkoutQueries.openOne(tx, {
      id: newId(),
      ...pair,
      priceId: price.id,
      amount: price.amount,
      provider: gateway.mode,
      books: gateway.books,
      createdAt: now,
      placeUntil: held.placeUntil,
    })
  })
  if (!row) throw new AppError('full')
  return row
}

async function findOfferedPrice(
  { db, blockedPeople, search }: Deps,
  pair: queries.Pair,
  mentorPriceId: string,
): Promise<Price> {
  const offer = await checkoutQueries.findOffer(db.query, pair.mentorId)
  if (!offer || (await blockedPeople.isBlocked(db.query, pair))) throw new AppError('not_found')
  if (await checkoutQueries.isRestricted(db.query, pair.menteeId)) {
    throw new AppError('forbidden', {
      message: 'You cannot subscribe to another mentor for now.',
    })
  }
  // Whoever subscribed in another tab has a page with the price of then.
  if (await queries.findLive(db.query, pair)) throw new AppError('already_subscribed')
  const { priceId, priceAmount } = offer
  if (!priceId || !priceAmount || priceId !== mentorPriceId) throw new AppError('price_mismatch')
  if (await search.hasNoTimes(pair.mentorId)) throw new AppError('no_times')
  return { id: priceId, amount: priceAmount }
}

/** The mentee has agreed to the amount, which stays; the price that stands for it at the provider is another one. */
async function replacePrice(
  { mentorPrices }: Deps,
  gateway: PaymentGateway,
  mentorId: string,
  row: CheckoutRow,
): Promise<Price> {
  const price = await mentorPrices.replace(gateway, mentorId, { id: row.priceId, amount: row.amount })
  if (!price) throw new AppError('price_mismatch')
  return price
}

/** The way to pay by this checkout, or undefined if it is used up. @throws AppError already_subscribed */
async function use(
  deps: Deps,
  gateway: PaymentGateway,
  row: CheckoutRow,
  priceId: string,
  kind: Kind,
): Promise<Opened | NotOpened | undefined> {
  const { db, clock, subscriptionSync } = deps
  const isOfTheseBooks = row.provider === gateway.mode && (row.books ?? gateway.books) === gateway.books
  const isUsable =
    isOfTheseBooks && row.priceId === priceId && row.createdAt > after(clock.now(), -hoursMs(reusableHours))
  if (!row.providerCheckoutId) return isUsable ? openAtProvider(deps, gateway, row, kind) : undefined
  if (!isOfTheseBooks) return undefined
  const atProvider = await gateway.findCheckout(row.providerCheckoutId)
  const has = kind === 'page' ? row.url : row.clientSecret
  if (atProvider?.status === 'open' && isUsable && has) return row
  const isOver = atProvider?.status === 'paid' || atProvider?.status === 'deciding'
  if (!isOver) await checkoutQueries.giveUp(db.query, row.id, clock.now())
  const now = isOver ? atProvider : await gateway.expireCheckout(row.providerCheckoutId)
  if (now?.status === 'deciding') {
    if (kind === 'page') return { url: resultUrl(deps, row), clientSecret: null }
    throw new AppError('payment_required', { details: { pending: true } })
  }
  // Paid a moment ago, but not told yet: paying again would be paying twice.
  if (now?.status === 'paid' && now.subscriptionId) {
    const enrollment = await subscriptionSync.reconcile(now.subscriptionId)
    if (enrollment && enrollment.status !== 'ended') throw new AppError('already_subscribed')
  }
  return undefined
}

/** The page that says what has become of a payment. */
const resultUrl = ({ publicUrl }: Deps, row: CheckoutRow) =>
  `${publicUrl()}/mentees/payment/success/${row.id}`

async function openAtProvider(
  deps: Deps,
  gateway: PaymentGateway,
  row: CheckoutRow,
  kind: Kind,
): Promise<Opened | NotOpened> {
  try {
    return await deps.billingCustomers.withCustomer(gateway, row.menteeId, (customerId) =>
      openFor(deps, gateway, row, customerId, kind),
    )
  } catch (error) {
    if (error instanceof GoneAtProvider && error.what === 'price') return 'price_is_gone'
    throw error
  }
}

async function openFor(
  deps: Deps,
  gateway: PaymentGateway,
  row: CheckoutRow,
  customerId: string,
  kind: Kind,
): Promise<Opened | NotOpened> {
  const { db, publicUrl } = deps
  const checkout: NewCheckout = {
    reference: row.id,
    menteeId: row.menteeId,
    mentorId: row.mentorId,
    customerId,
    priceId: row.priceId,
    amountRupees: row.amount,
    openedAt: row.createdAt,
    successUrl: resultUrl(deps, row),
    // With the mentor, so that the page can offer another try.
    cancelUrl: `${publicUrl()}/mentees/payment/failed?${new URLSearchParams({
      message: 'The payment was cancelled.',
      mentor: row.mentorId,
    })}`,
  }
  const { id, ...way } =
    kind === 'page' ? await gateway.openCheckout(checkout) : await gateway.openEmbedded(checkout)
  if (await checkoutQueries.noteProvider(db.query, row.id, { providerCheckoutId: id, ...way }))
    return { url: null, clientSecret: null, ...way }
  // One way to pay, of which declined cards are counted, and not a second one that we do not know.
  await gateway.expireCheckout(id)
  return 'opened_elsewhere'
}
