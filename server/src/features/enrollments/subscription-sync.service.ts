import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { notConfigured } from '../../platform/payments/no-payments.ts'
import {
  isUnavailable,
  type PaymentGateway,
  type ProviderSubscription,
} from '../../platform/payments/payments.ts'
import type { Places } from '../places/places.service.ts'
import type { CreditPeriods } from '../session-credits/credit-periods.service.ts'
import type { Activation } from './activation.service.ts'
import * as queries from './enrollments.queries.ts'
import {
  checkAfter,
  checkAgainAfter,
  deriveStatus,
  graceEnd,
  newestPaid,
  renewalGraceEnd,
  type Standing,
} from './enrollments.rules.ts'
import type { OwedPayments } from './owed-payments.service.ts'
import * as paymentQueries from './payments.queries.ts'
import type { Receipts } from './receipts.service.ts'
import type { SubscriptionNotifications } from './subscription-notifications.service.ts'

type Deps = {
  db: Database
  clock: Clock
  jobs: Jobs
  payments: PaymentGateway | undefined
  activation: Activation
  receipts: Receipts
  places: Places
  creditPeriods: CreditPeriods
  owedPayments: OwedPayments
  subscriptionNotifications: SubscriptionNotifications
}
type Row = queries.EnrollmentRow

/**
 * The one way in which the provider's word becomes ours. Whoever hears of a change, be it the provider's
 * event, the payer's return, the payer's wish or the clock, comes here: the subscription is asked for as it
 * is now, and written down. What arrives, how often and in which order cannot matter then.
 */
export function createSubscriptionSync(deps: Deps) {
  return {
    /** @param paymentId one of which something was heard: it may be older than those that are always asked of */
    reconcile: (subscriptionId: string, paymentId?: string) =>
      reconcile(deps, subscriptionId, { isCancelled: false, paymentId }),
    /** For whoever has told the provider already: that it says nothing now changes nothing of it. */
    reconcileIfReached: (subscriptionId: string) =>
      reconcile(deps, subscriptionId, { isCancelled: false }).catch((error: unknown) => {
        if (isUnavailable(error)) return 'unreached' as const
        throw error
      }),
    /**
     * As the payer wishes who cancels: where the paid time is over and the next month is not paid, it ends now, and what
     * the provider takes for it nevertheless goes back. Else nothing changes but what the provider says.
     */
    endOverdue: (subscriptionId: string) => reconcile(deps, subscriptionId, { isCancelled: true }),
  }
}
export type SubscriptionSync = ReturnType<typeof createSubscriptionSync>

/**
 * Asks the provider and writes down the answer. Of two at once the one who asked later counts: its answer
 * holds all that happened before it asked, the other's may not.
 * @returns the enrollment, or undefined while nothing has been paid for it
 * @throws AppError payment_provider_unavailable, price_mismatch
 */
async function reconcile(deps: Deps, subscriptionId: string, wish: Wish): Promise<Row | undefined> {
  const { db, payments } = deps
  if (!payments) throw notConfigured()
  const no = await queries.nextReconciliationNo(db.query)
  const disputed = await paymentQueries.findDisputedOf(db.query, subscriptionId)
  const alsoAskedOf = wish.paymentId ? [...disputed, wish.paymentId] : disputed
  const subscription = await payments.findSubscription(subscriptionId, alsoAskedOf)
  if (!subscription) return undefined
  const row = await db.transact((tx) => apply(deps, tx, subscription, { ...wish, no }))
  // Who asked later knew nothing of the wish.
  return wish.isCancelled && row && row.reconciledNo > no ? reconcile(deps, subscriptionId, wish) : row
}

type Wish = { isCancelled: boolean; paymentId?: string | undefined }

async function apply(
  deps: Deps,
  tx: Tx,
  subscription: ProviderSubscription,
  of: Wish & { no: number },
): Promise<Row | undefined> {
  const { no } = of
  const row = await queries.lockBySubscription(tx, subscription.id)
  if (!row) {
    const activated = await deps.activation.activateEnrollment(tx, subscription, no)
    // Somebody else has just made it: then its lock is ours to wait for.
    return activated === 'made_meanwhile' ? apply(deps, tx, subscription, of) : activated
  }
  return row.reconciledNo >= no ? row : follow(deps, tx, row, await withGoodwill(tx, subscription), of)
}

/** Asked of payments of which something went back, which are few. */
async function withGoodwill(tx: Tx, subscription: ProviderSubscription): Promise<ProviderSubscription> {
  const refunded = subscription.payments.filter(({ refundedRupees }) => (refundedRupees ?? 0) > 0)
  if (refunded.length === 0) return subscription
  const given = await paymentQueries.sumGoodwill(
    tx,
    refunded.map(({ id }) => id),
  )
  return {
    ...subscription,
    payments: subscription.payments.map((payment) => ({
      ...payment,
      goodwillRupees: given.get(payment.id) ?? 0,
    })),
  }
}

/** Brings the row in step. Needs its lock. */
async function follow(
  deps: Deps,
  tx: Tx,
  row: Row,
  subscription: ProviderSubscription,
  { no, isCancelled }: Wish & { no: number },
): Promise<Row> {
  const { clock, jobs, receipts, owedPayments, subscriptionNotifications } = deps
  const now = clock.now()
  const fresh = await receipts.record(tx, row, subscription)
  if (row.status === 'ended') {
    await keepEnded(deps, tx, row, subscription, fresh)
    return row
  }
  await receipts.grantRunningPeriod(tx, row, subscription)
  const pastDueSince = subscription.status === 'past_due' ? (row.pastDueSince ?? now) : null
  const synced = deriveStatus(subscription, { now, pastDueSince: pastDueSince ?? row.pastDueSince })
  // None of its payments can be found any more: it stays as it is, and must not stand before the others each minute.
  if (!synced)
    return row.checkAfter > now ? row : queries.update(tx, row.id, { checkAfter: checkAgainAfter(now) })
  const isMenteeBlocked = await queries.isMenteeBlocked(tx, row.menteeId)
  const stands = isMenteeBlocked
    ? await deriveBlockedStatus(deps, tx, row, { synced, subscription, fresh })
    : synced
  const standing = isCancelled && isOverdue(row, stands, { subscription, now }) ? endedByPayer : stands
  if (standing.status === 'ended') await owedPayments.oweWherePaidWhenClosed(tx, row, subscription)
  // Whoever gets money back does not begin again, whatever the provider has not been told yet; and ends by the job that
  // gives it back, which counts what is free as gone: ended here, it would be given back a second time.
  const isEndingEarly = row.refundDue !== null
  if (isEndingEarly) await owedPayments.owe(tx, row, fresh)
  const next = await write(deps, tx, row, {
    standing: isEndingEarly ? { status: 'ending', endReason: null } : standing,
    subscription,
    pastDueSince: standing.status === 'past_due' ? pastDueSince : null,
    no,
  })
  await subscriptionNotifications.changed(tx, row, next, { paid: newestPaid(subscription), isMenteeBlocked })
  if (next.status === 'ended' && subscription.status !== 'ended')
    await jobs.add(tx, 'payments:stop', { subscriptionId: subscription.id })
  return next
}

/** What is over stays over: the provider is told so again, and gives back what it still took. */
async function keepEnded(deps: Deps, tx: Tx, row: Row, subscription: ProviderSubscription, fresh: string[]) {
  const { jobs, creditPeriods, owedPayments } = deps
  if (subscription.status !== 'ended')
    await jobs.add(tx, 'payments:stop', { subscriptionId: subscription.id })
  await owedPayments.owe(tx, row, fresh)
  if (fresh.length > 0) await creditPeriods.refundAll(tx, [row.id], 'payment_refunded')
}

const endedByPayer: Standing = { status: 'ended', endReason: 'canceled' }

/** Nothing that is paid is left: what was due was not paid, or not yet. */
const isOverdue = (
  row: Row,
  { status }: Standing,
  { subscription, now }: { subscription: ProviderSubscription; now: Date },
): boolean => {
  const isNewPeriod = newestPaid(subscription)!.periodStart > row.periodStart
  return status === 'past_due' || (status !== 'ended' && !isNewPeriod && row.periodEnd <= now)
}

/**
 * A blocked mentee's month is not followed by another one. Whatever made it so (the block is younger than the
 * provider's renewal, or a page of the provider's was still open), the provider is told, and what it took goes back.
 */
async function deriveBlockedStatus(
  deps: Deps,
  tx: Tx,
  row: Row,
  of: { synced: Standing; subscription: ProviderSubscription; fresh: string[] },
): Promise<Standing> {
  if (newestPaid(of.subscription)!.periodStart > row.periodStart) {
    await deps.owedPayments.owe(tx, row, of.fresh)
    return of.synced.status === 'ended' ? of.synced : { status: 'ended', endReason: 'blocked' }
  }
  if (of.synced.status === 'ended') return of.synced
  if (of.synced.status === 'ending') return of.synced
  await deps.jobs.add(tx, 'enrollments:stop-renewing', { enrollmentId: row.id }, { key: `stop:${row.id}` })
  return of.synced.status === 'active' ? { status: 'ending', endReason: null } : of.synced
}

const isOver = (pausedUntil: Date | null, now: Date) => pausedUntil !== null && pausedUntil <= now

async function write(
  { clock, places, creditPeriods }: Deps,
  tx: Tx,
  row: Row,
  of: { standing: Standing; subscription: ProviderSubscription; pastDueSince: Date | null; no: number },
): Promise<Row> {
  const now = clock.now()
  const paid = newestPaid(of.subscription)!
  const isNewPeriod = paid.periodStart > row.periodStart
  const { periodStart, periodEnd } = isNewPeriod ? paid : row
  const { status, endReason } = of.standing
  const isPauseOver = isNewPeriod || status === 'ended'
  const pausedUntil = isPauseOver ? null : row.pausedUntil
  const next = await queries.update(tx, row.id, {
    status,
    endReason,
    endedAt: status === 'ended' ? now : null,
    pastDueSince: of.pastDueSince,
    paymentUrl: status === 'past_due' ? of.subscription.paymentUrl : null,
    periodStart,
    periodEnd,
    checkAfter: checkAfter({ status, periodEnd, pastDueSince: of.pastDueSince, pausedUntil }, now),
    reconciledNo: of.no,
    ...(isNewPeriod ? { periodNo: row.periodNo + 1 } : {}),
    ...(isPauseOver ? { pausedFrom: null, pausedUntil: null } : {}),
  })
  if (row.status === 'ending' && next.status === 'active') await creditPeriods.resumed(tx, next.id)
  if (next.status === 'ended') {
    await creditPeriods.end(tx, next)
    await places.freed(tx, next.mentorId)
  } else if (isNewPeriod) await creditPeriods.carryOver(tx, next)
  // When a payment is late is known later than it was due, and the days of grace begin with that.
  else if (next.status === 'past_due') await creditPeriods.keepUntil(tx, next.id, graceEnd(next))
  else if (isOver(next.pausedUntil, now)) await creditPeriods.keepUntil(tx, next.id, renewalGraceEnd(next))
  return next
}
