import type { Clock, NewId } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { PaymentGateway, ProviderSubscription } from '../../platform/payments/payments.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { Places } from '../places/places.service.ts'
import type { CreditPeriods } from '../session-credits/credit-periods.service.ts'
import { findFirstName, holdPeople, isPairHere } from './activation.queries.ts'
import * as checkoutQueries from './checkouts.queries.ts'
import * as queries from './enrollments.queries.ts'
import {
  checkAfter,
  deriveStatus,
  type EndReason,
  firstPaidAt,
  isOfSite,
  isPaidWhenClosed,
  newestPaid,
} from './enrollments.rules.ts'
import type { OwedPayments } from './owed-payments.service.ts'
import type { Receipts } from './receipts.service.ts'
import type { SubscriptionNotifications } from './subscription-notifications.service.ts'

/** Lets the two of a pair write to each other. */
export type OpenConversation = (tx: Tx, pair: queries.Pair) => Promise<unknown>

type Deps = {
  clock: Clock
  newId: NewId
  payments: PaymentGateway | undefined
  openConversation: OpenConversation
  notifications: Notifications
  places: Places
  receipts: Receipts
  creditPeriods: CreditPeriods
  owedPayments: OwedPayments
  subscriptionNotifications: SubscriptionNotifications
  blockedPeople: BlockedPeople
  publicUrl: () => string
}

/** Makes the enrollment that a paid subscription stands for, once, or gives the money back where it may not be. */
export function createActivation(deps: Deps) {
  return {
    activateEnrollment: (tx: Tx, subscription: ProviderSubscription, no: number) =>
      activateEnrollment(deps, tx, subscription, no),
  }
}
export type Activation = ReturnType<typeof createActivation>

/**
 * Nothing while it is unpaid, or nobody knows who bought it. The insertion is refused by the database where the pair has
 * a live enrollment already: whoever paid in two tabs is enrolled by one and gets the other's money back.
 * @throws AppError price_mismatch when the provider charged for something else than was asked for
 */
async function activateEnrollment(
  deps: Deps,
  tx: Tx,
  subscription: ProviderSubscription,
  no: number,
): Promise<queries.EnrollmentRow | undefined | 'made_meanwhile'> {
  const { clock, places, publicUrl } = deps
  const now = clock.now()
  const { reference, bought } = subscription
  if (!reference || !deriveStatus(subscription, { now, pastDueSince: null })) return undefined
  const known = await checkoutQueries.find(tx, reference)
  if (known && subscription.priceId !== known.priceId) throw new AppError('price_mismatch')
  // Of a purchase that nobody here knows: a copy of the database must not act on what is bought at the original.
  const isHere = bought && isOfSite(subscription, publicUrl()) && (await isPairHere(tx, bought))
  const purchase = known ?? (isHere ? bought : undefined)
  if (!purchase) return undefined
  // The lock of the places comes before all others.
  const hasPlace = await places.claim(tx, purchase, firstPaidAt(subscription, now))
  const checkout = known ?? (await remakeCheckout(deps, tx, subscription, reference))
  await checkoutQueries.settle(tx, checkout.id, now)
  const refusal =
    (await rejectionReason(deps, tx, checkout)) ??
    (hasPlace ? undefined : 'full') ??
    (isPaidWhenClosed(known, subscription) ? 'canceled' : undefined)
  const made = await insert(deps, tx, checkout, subscription, { no, refusal })
  if (made && !refusal) {
    await places.taken(tx, checkout)
    await welcome(deps, tx, made, subscription)
    return made
  }
  const refused = made ?? (await insert(deps, tx, checkout, subscription, { no, refusal: 'duplicate' }))
  if (!refused) return 'made_meanwhile'
  await giveBack(deps, tx, refused, subscription)
  return refused
}

/** After a restore of a backup that is older than the purchase: what the provider was told with it is all there is. */
const remakeCheckout = (
  { payments }: Deps,
  tx: Tx,
  { bought, priceId, startedAt }: ProviderSubscription,
  id: string,
) =>
  checkoutQueries.remake(tx, {
    id,
    menteeId: bought!.menteeId,
    mentorId: bought!.mentorId,
    priceId,
    amount: bought!.amountRupees,
    provider: payments!.mode,
    books: payments!.books,
    createdAt: startedAt,
    placeUntil: null,
  })

/** Of the two people, who may no longer be brought together. */
async function rejectionReason(
  { blockedPeople }: Deps,
  tx: Tx,
  pair: queries.Pair,
): Promise<EndReason | undefined> {
  const people = await holdPeople(tx, pair)
  if (people.some(({ deletedAt }) => deletedAt !== null)) return 'left'
  const isShutOut = people.some(({ isBlocked, isRestricted }) => isBlocked || isRestricted)
  // One of the two may have blocked the other since the payment page was opened: the month could not be used.
  return isShutOut || (await blockedPeople.isBlocked(tx, pair)) ? 'blocked' : undefined
}

async function insert(
  { clock, newId }: Deps,
  tx: Tx,
  checkout: checkoutQueries.CheckoutRow,
  subscription: ProviderSubscription,
  of: { no: number; refusal: EndReason | undefined },
) {
  const now = clock.now()
  const standing = of.refusal
    ? { status: 'ended' as const, endReason: of.refusal }
    : deriveStatus(subscription, { now, pastDueSince: null })!
  const { periodStart, periodEnd } = newestPaid(subscription)!
  const pastDueSince = standing.status === 'past_due' ? now : null
  return queries.insertEnrollment(tx, {
    id: newId(),
    menteeId: checkout.menteeId,
    mentorId: checkout.mentorId,
    provider: checkout.provider,
    amount: checkout.amount,
    priceId: subscription.priceId,
    providerSubscriptionId: subscription.id,
    startedAt: subscription.startedAt,
    status: standing.status,
    endReason: standing.endReason,
    endedAt: standing.status === 'ended' ? now : null,
    periodStart,
    periodEnd,
    pastDueSince,
    paymentUrl: subscription.paymentUrl,
    checkAfter: checkAfter({ status: standing.status, periodEnd, pastDueSince, pausedUntil: null }, now),
    reconciledNo: of.no,
  })
}

async function welcome(deps: Deps, tx: Tx, row: queries.EnrollmentRow, subscription: ProviderSubscription) {
  const { openConversation, notifications, receipts, creditPeriods, subscriptionNotifications } = deps
  await receipts.record(tx, row, subscription)
  if (row.status === 'ended') return creditPeriods.end(tx, row)
  await openConversation(tx, { menteeId: row.menteeId, mentorId: row.mentorId })
  await subscriptionNotifications.begun(tx, row, newestPaid(subscription)!)
  const firstName = await findFirstName(tx, row.menteeId)
  await notifications.notify(tx, row.mentorId, {
    type: 'alert',
    content: `${firstName} subscribed to you`,
    link: '/mentors/subscribed-mentees',
  })
}

/** Paid, and yet nobody may be let in by it: ended at the provider, and all of it given back. */
async function giveBack(
  { receipts, owedPayments }: Deps,
  tx: Tx,
  row: queries.EnrollmentRow,
  subscription: ProviderSubscription,
) {
  await receipts.record(tx, row, subscription)
  await owedPayments.oweAll(tx, row, subscription)
}
