import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { JobPayloads } from '../../platform/jobs/job-kinds.ts'
import { gatewayOf } from '../../platform/payments/no-payments.ts'
import { PaymentDisputed, type PaymentGateway } from '../../platform/payments/payments.ts'
import type { Places } from '../places/places.service.ts'
import type { CreditPeriods } from '../session-credits/credit-periods.service.ts'
import type { Refunds } from '../session-credits/refunds.service.ts'
import { owesLess } from './early-endings.queries.ts'
import * as queries from './enrollments.queries.ts'
import type { FailedRefunds } from './failed-refunds.service.ts'
import type { PaymentDisputes } from './payment-disputes.service.ts'
import * as paymentQueries from './payments.queries.ts'
import type { RefundNotifications } from './refund-notifications.service.ts'
import type { SubscriptionNotifications } from './subscription-notifications.service.ts'
import type { SubscriptionSync } from './subscription-sync.service.ts'

type Deps = {
  db: Database
  clock: Clock
  payments: PaymentGateway | undefined
  subscriptionSync: SubscriptionSync
  places: Places
  creditPeriods: CreditPeriods
  refunds: Refunds
  failedRefunds: FailedRefunds
  paymentDisputes: PaymentDisputes
  onRefundWithdrawn: OnRefundWithdrawn
  subscriptionNotifications: SubscriptionNotifications
  refundNotifications: RefundNotifications
}
/** Whoever has said that it goes back says so no longer. The caller has the lock of the enrollment. */
export type OnRefundWithdrawn = (
  tx: Tx,
  refund: { enrollmentId: string; amount: number; reason: string; createdAt: Date },
) => Promise<void>
type Refund = { id: string; providerChargeId: string; amount: number; reference: string }

/**
 * Jobs that end something at the provider and give money back. Each may run twice and be cut off anywhere:
 * ending again changes nothing, and a refund carries a reference by which it is given once.
 */
export function createTermination(deps: Deps) {
  return {
    terminate: (job: JobPayloads['enrollments:terminate']) => terminate(deps, job),
    stopRenewing: (job: { enrollmentId: string }) => stopRenewing(deps, job.enrollmentId),
    giveBack: (job: { refundId: string }) => giveBack(deps, job.refundId),
    refund: (job: { enrollmentId: string; paymentId: string }) => refundOwed(deps, job),
    stop: (job: { subscriptionId: string }) => stop(deps, job.subscriptionId),
  }
}
export type Termination = ReturnType<typeof createTermination>

/** Ends a subscription that gives nobody anything any more. */
async function stop({ db, payments }: Deps, subscriptionId: string) {
  const row = await queries.findBySubscription(db.query, subscriptionId)
  await (row ? gatewayOf(payments, row.provider) : payments)?.cancelNow(subscriptionId)
}

/** Ends an enrollment before its time, and gives back what of its payments is unused. */
async function terminate(
  deps: Deps,
  { enrollmentId, isNotified = false }: JobPayloads['enrollments:terminate'],
) {
  const { db, payments, subscriptionSync } = deps
  const row = await queries.findById(db.query, enrollmentId)
  const gateway = row && gatewayOf(payments, row.provider)
  if (!gateway) return
  // The others have jobs of their own, which also tell of them.
  const pending = await deps.refunds.pendingOf(db.query, enrollmentId)
  const refunds = pending.filter(({ reason }) => reason === 'unused')
  if (row.refundDue === null && refunds.length === 0) return
  await gateway.cancelNow(row.providerSubscriptionId)
  const given: Refund[] = []
  const failures: unknown[] = []
  for (const refund of refunds) {
    try {
      if (await give(deps, gateway, row, refund, { isOfEnd: true })) given.push(refund)
    } catch (error) {
      // The others go back all the same.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  await finish(deps, row.id, { isNotified })
  await subscriptionSync.reconcile(row.providerSubscriptionId)
  // Only now does the payment say so itself: until then the amount counts as about to go.
  for (const { id } of given) await deps.refunds.markDone(db.query, id)
}

/**
 * @param isOfEnd part of what goes back with the end of the subscription
 * @returns false where it does not go back this way, of which the mentee is told: trying again would not help
 */
async function give(
  deps: Deps,
  gateway: PaymentGateway,
  row: queries.EnrollmentRow,
  refund: Refund,
  { isOfEnd = false } = {},
): Promise<boolean> {
  const { providerChargeId: paymentId, amount: amountRupees, reference } = refund
  let returnedId: string | undefined
  try {
    returnedId = await gateway.refund({ paymentId, amountRupees, reference })
  } catch (error) {
    if (!(error instanceof PaymentDisputed)) throw error
    await withdraw(deps, row, refund, isOfEnd)
    return false
  }
  if (returnedId === undefined) return true
  await leaveToModerators(deps, row, refund, { returnedId, isOfEnd })
  return false
}

/** The bank sent it back before it was written down that it had gone. */
async function leaveToModerators(
  { db, refunds, failedRefunds }: Deps,
  row: queries.EnrollmentRow,
  { id, amount }: Refund,
  { returnedId, isOfEnd }: { returnedId: string; isOfEnd: boolean },
) {
  await failedRefunds.follow(returnedId)
  await db.transact(async (tx) => {
    await queries.lockById(tx, row.id)
    if ((await refunds.markDone(tx, id)) && isOfEnd) await owesLess(tx, row.id, amount)
  })
}

/** Promised before the payment was disputed: the mentee hears, once, that the bank decides about it now. */
const withdraw = (deps: Deps, row: queries.EnrollmentRow, { id }: Refund, isOfEnd: boolean) =>
  deps.db.transact(async (tx) => {
    await queries.lockById(tx, row.id)
    const withdrawn = await deps.refunds.withdraw(tx, id)
    if (!withdrawn) return
    // Known at once, so that nothing is promised of it, and withdrawn and told, a second time.
    const news = await paymentQueries.markDisputed(tx, withdrawn.paymentId)
    if (news) await deps.paymentDisputes.tellModerators(tx, news)
    if (isOfEnd) await owesLess(tx, row.id, withdrawn.amount)
    await deps.onRefundWithdrawn(tx, withdrawn)
    await deps.refundNotifications.disputed(tx, row, withdrawn.amount)
  })

/** Writes down, once, that it is over and what goes back. */
const finish = (deps: Deps, enrollmentId: string, { isNotified }: { isNotified: boolean }) =>
  deps.db.transact(async (tx) => {
    const { clock, places, creditPeriods, subscriptionNotifications, refundNotifications } = deps
    const row = await queries.lockById(tx, enrollmentId)
    if (!row || row.refundDue === null) return
    const isOver = row.status === 'ended'
    const next = await queries.update(tx, enrollmentId, {
      refundDue: null,
      ...(isOver ? {} : { status: 'ended', endReason: 'blocked', endedAt: clock.now() }),
    })
    // What was free until now is what goes back.
    if (!isOver) {
      await creditPeriods.refundAll(tx, [next.id], 'mentor_blocked')
      await places.freed(tx, next.mentorId)
    }
    if (isNotified) return
    const why = row.endReason === 'refunded' ? 'asked_for' : 'mentor_gone'
    if (row.refundDue > 0) await refundNotifications.refunded(tx, next, { amountRupees: row.refundDue, why })
    else await subscriptionNotifications.changed(tx, row, next)
  })

/** Gives one reserved refund back: the price of a call that could not be had any more, or what a moderator decided. */
async function giveBack(deps: Deps, refundId: string) {
  const { db, payments, subscriptionSync, refundNotifications } = deps
  const refund = await deps.refunds.find(db.query, refundId)
  if (!refund || refund.doneAt) return
  const row = await queries.findById(db.query, refund.enrollmentId)
  const gateway = row && gatewayOf(payments, row.provider)
  if (!gateway) return
  const isGiven = await give(deps, gateway, row, refund)
  await subscriptionSync.reconcile(row.providerSubscriptionId)
  if (!isGiven) return
  await db.transact(async (tx) => {
    if (!(await deps.refunds.markDone(tx, refundId))) return
    const why = refund.reason === 'goodwill' ? 'goodwill' : 'call'
    await refundNotifications.refunded(tx, row, { amountRupees: refund.amount, why })
  })
}

/** Has the provider charge a blocked mentee for no further month: what is overdue ends now, the rest with what is paid. */
async function stopRenewing(deps: Deps, enrollmentId: string) {
  const { db, payments, subscriptionSync } = deps
  const row = await queries.findById(db.query, enrollmentId)
  if (!row || row.status === 'ended') return
  const gateway = gatewayOf(payments, row.provider)
  if (!gateway) return
  // Let in again and resumed before the provider could be told: nobody cancels then.
  if (row.status !== 'ending' && !(await queries.isMenteeBlocked(db.query, row.menteeId))) return
  const subscription = await gateway.findSubscription(row.providerSubscriptionId)
  if (subscription?.status === 'past_due') await gateway.cancelNow(subscription.id)
  else if (subscription?.status === 'active' && !subscription.endsAtPeriodEnd)
    await gateway.cancelAtPeriodEnd(subscription.id)
  await subscriptionSync.reconcile(row.providerSubscriptionId)
}

/** Gives back all of a payment that bought nothing: the pair's second, or one that came after the end. */
async function refundOwed(
  deps: Deps,
  { enrollmentId, paymentId }: { enrollmentId: string; paymentId: string },
) {
  const { db, payments, subscriptionSync, refundNotifications } = deps
  const row = await queries.findById(db.query, enrollmentId)
  const paid = await paymentQueries.findPayment(db.query, paymentId)
  const gateway = row && gatewayOf(payments, row.provider)
  if (!gateway || !paid) return
  // Written down first: that it went back may be known from the provider before this job hears so, and nobody be told.
  const reference = `owed:${paymentId}`
  const refund = await db.transact(async (tx) => {
    const owed = { enrollmentId, paymentId: paid.id, amountRupees: paid.amount, reason: 'not_owed' } as const
    await deps.refunds.reserve(tx, { ...owed, reference, isPaidOutByCaller: true })
    return deps.refunds.findByReference(tx, reference)
  })
  if (refund && !refund.doneAt) {
    const isGiven = await give(deps, gateway, row, { ...refund, providerChargeId: paymentId })
    if (isGiven)
      await db.transact(async (tx) => {
        if (!(await deps.refunds.markDone(tx, refund.id))) return
        await paymentQueries.markRefunded(tx, paid.id)
        await refundNotifications.refunded(tx, row, {
          amountRupees: refund.amount,
          why: row.endReason === 'full' ? 'full' : 'not_owed',
        })
      })
  }
  await subscriptionSync.reconcile(row.providerSubscriptionId)
}
