import type { Clock, NewId } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { ProviderSubscription } from '../../platform/payments/payments.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { Places } from '../places/places.service.ts'
import type { CreditPeriods } from '../session-credits/credit-periods.service.ts'
import { findFirstName, holdPeople } from './activation.queries.ts'
import * as checkoutQueries from './checkouts.queries.ts'
import * as queries from './enrollments.queries.ts'
import { checkAfter, deriveStatus, type EndReason, firstPaidAt, newestPaid } from './enrollments.rules.ts'
import type { Receipts } from './receipts.service.ts'
import type { SubscriptionNotifications } from './subscription-notifications.service.ts'

/** Lets the two of a pair write to each other. */
export type OpenConversation = (tx: Tx, pair: queries.Pair) => Promise<unknown>

type Deps = {
  clock: Clock
  newId: NewId
  jobs: Jobs
  openConversation: OpenConversation
  notifications: Notifications
  places: Places
  receipts: Receipts
  creditPeriods: CreditPeriods
  subscriptionNotifications: SubscriptionNotifications
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
 * Nothing while it is unpaid. The insertion is refused by the database where the pair has a live
 * enrollment already: whoever paid in two tabs is enrolled by one and gets the other's money back.
 * @throws AppError price_mismatch when the provider charged for something else than was asked for
 */
async function activateEnrollment(
  deps: Deps,
  tx: Tx,
  subscription: ProviderSubscription,
  no: number,
): Promise<queries.EnrollmentRow | undefined | 'made_meanwhile'> {
  const { clock, places } = deps
  const checkout = subscription.reference ? await checkoutQueries.find(tx, subscription.reference) : undefined
  if (!checkout || !deriveStatus(subscription, { now: clock.now(), pastDueSince: null })) return undefined
  if (subscription.priceId !== checkout.priceId) throw new AppError('price_mismatch')
  // The lock of the places comes before all others.
  const now = clock.now()
  const hasPlace = await places.claim(tx, checkout, firstPaidAt(subscription, now))
  await checkoutQueries.settle(tx, checkout.id, now)
  const refusal = (await rejectionReason(tx, checkout)) ?? (hasPlace ? undefined : 'full')
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

/** Of the two people, who may no longer be brought together. */
async function rejectionReason(tx: Tx, pair: queries.Pair): Promise<EndReason | undefined> {
  const people = await holdPeople(tx, pair)
  if (people.some(({ deletedAt }) => deletedAt !== null)) return 'left'
  return people.some(({ isBlocked, isRestricted }) => isBlocked || isRestricted) ? 'blocked' : undefined
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
  { jobs, receipts, creditPeriods }: Deps,
  tx: Tx,
  row: queries.EnrollmentRow,
  subscription: ProviderSubscription,
) {
  await receipts.record(tx, row, subscription)
  await creditPeriods.refundAll(tx, [row.id], 'payment_refunded')
  await jobs.add(tx, 'payments:stop', { subscriptionId: subscription.id })
  for (const { id, status } of subscription.payments)
    if (status === 'paid') await jobs.add(tx, 'payments:refund', { enrollmentId: row.id, paymentId: id })
}
