import type { Enrollment } from '@marga/contract/enrollments'
import { limits } from '@marga/contract/limits'
import { after, type Clock, daysMs, hoursMs, minutesMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { gatewayOf, notConfigured } from '../../platform/payments/no-payments.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'
import type { CreditPeriods } from '../session-credits/credit-periods.service.ts'
import * as queries from './enrollments.queries.ts'
import { renewalGraceEnd } from './enrollments.rules.ts'
import type { Enrollments } from './enrollments.service.ts'
import type { PauseNotifications } from './pause-notifications.service.ts'
import type { SubscriptionSync } from './subscription-sync.service.ts'

type Deps = {
  db: Database
  clock: Clock
  jobs: Jobs
  payments: PaymentGateway | undefined
  enrollments: Enrollments
  creditPeriods: CreditPeriods
  subscriptionSync: SubscriptionSync
  pauseNotifications: PauseNotifications
}
type Row = queries.EnrollmentRow

const resumeFirst = 'This subscription is cancelled. Resume it to end the pause.'
const againAfterMs = minutesMs(1)

/** A pause moves the next charge. It is written down first, and a job repeats it to the provider if this process dies between. */
export function createPauses(deps: Deps) {
  return {
    pause: (menteeId: string, enrollmentId: string, days: number) =>
      pause(deps, menteeId, enrollmentId, days),
    end: (menteeId: string, enrollmentId: string) => end(deps, menteeId, enrollmentId),
    /** A pause that has not begun, of a subscription that is cancelled. @throws AppError payment_provider_unavailable */
    takeBack: (row: Row) => finish(deps, row),
    tellProvider: (job: { enrollmentId: string }) => tellProvider(deps, job.enrollmentId),
  }
}
export type Pauses = ReturnType<typeof createPauses>

/**
 * The same pause again, which a process wrote down before it died, goes on where that one stopped.
 * @throws AppError not_pausable, pause_too_late, pause_used, not_found, payment_provider_unavailable
 */
async function pause(deps: Deps, menteeId: string, enrollmentId: string, days: number): Promise<Enrollment> {
  const { db, payments } = deps
  if (!payments) throw notConfigured()
  const before = await db.transact((tx) => writeDown(deps, tx, { menteeId, enrollmentId, days }))
  const pausedUntil = after(before.periodEnd, daysMs(days))
  try {
    await payments.postpone(before.providerSubscriptionId, pausedUntil)
  } catch (error) {
    // The person hears that it did not work, and may try again. Where only the provider's answer was lost, the job tells
    // it that the charge is due when it was; or has told everybody meanwhile that it is postponed.
    if (!(await db.transact((tx) => isToldOrUndone(deps, tx, enrollmentId)))) throw error
  }
  // Undone by the failure of another request for it, after which a job tells the provider that nothing is postponed.
  if (!(await tellBoth(deps, enrollmentId, pausedUntil))) throw new AppError('payment_provider_unavailable')
  return presentAfterwards(deps, before)
}

async function writeDown(
  { clock, jobs, creditPeriods }: Deps,
  tx: Tx,
  { menteeId, enrollmentId, days }: { menteeId: string; enrollmentId: string; days: number },
): Promise<Row> {
  const row = await queries.lockById(tx, enrollmentId)
  if (row?.menteeId !== menteeId || row.status === 'ended') throw new AppError('not_found')
  const pausedUntil = after(row.periodEnd, daysMs(days))
  const now = clock.now()
  const isUnfinished = row.isPauseUntold && row.status === 'active' && row.periodEnd > now
  if (isUnfinished && row.pausedUntil?.getTime() === pausedUntil.getTime()) return row
  refuseIfNotPausable(row, now)
  const pausing = { pausedFrom: row.periodEnd, pausedUntil, pauseAskedAt: now, isPauseUntold: true }
  await queries.update(tx, row.id, { ...pausing, checkAfter: pausedUntil })
  await creditPeriods.extend(tx, row.id, daysMs(days))
  const again = { key: `pause:${enrollmentId}`, delayMs: againAfterMs }
  await jobs.add(tx, 'enrollments:pause', { enrollmentId }, again)
  return row
}

/** A pause that failed is undone, unless everybody has been told of it. @returns whether it stands */
async function isToldOrUndone(deps: Deps, tx: Tx, enrollmentId: string): Promise<boolean> {
  const row = await queries.lockById(tx, enrollmentId)
  if (!row?.pausedFrom) return false
  if (!row.isPauseUntold) return true
  await undo(deps, tx, row)
  return false
}

/** Tells both people, once. @returns whether there is a pause until then */
const tellBoth = ({ db, pauseNotifications }: Deps, enrollmentId: string, until: Date) =>
  db.transact(async (tx) => {
    const row = await queries.lockById(tx, enrollmentId)
    if (row?.pausedUntil?.getTime() !== until.getTime()) return false
    if (row.isPauseUntold) {
      await queries.update(tx, row.id, { isPauseUntold: false })
      await pauseNotifications.paused(tx, row)
    }
    return true
  })

/**
 * The provider was told, and both people too: where it does not answer the last question, what stands here is true, and
 * the next check asks it again.
 */
async function presentAfterwards({ db, enrollments, subscriptionSync }: Deps, row: Row): Promise<Enrollment> {
  const synced = await subscriptionSync.reconcileIfReached(row.providerSubscriptionId)
  const known = synced === 'unreached' ? undefined : synced
  return enrollments.present(known ?? (await queries.findById(db.query, row.id)) ?? row)
}

function refuseIfNotPausable(row: Row, now: Date) {
  const isAgain = row.pauseAskedAt !== null && after(row.pauseAskedAt, daysMs(limits.pauseEveryDays)) > now
  if (row.pausedUntil || isAgain) throw new AppError('pause_used')
  if (row.status !== 'active') throw new AppError('not_pausable')
  if (row.periodEnd < after(now, hoursMs(limits.pauseNoticeHours))) throw new AppError('pause_too_late')
}

/**
 * Before the pause begins it is taken back, and does not count; afterwards the next month is charged now. Whoever has
 * cancelled wants no next month: it is resumed first.
 * @throws AppError not_found, not_pausable, payment_provider_unavailable
 */
async function end(deps: Deps, menteeId: string, enrollmentId: string): Promise<Enrollment> {
  const { db, clock } = deps
  const row = await queries.findById(db.query, enrollmentId)
  if (row?.menteeId !== menteeId || row.status === 'ended') throw new AppError('not_found')
  // Once it is over the charge comes by itself: whoever asked for it now would pay twice.
  if (!row.pausedUntil || row.pausedUntil <= clock.now()) throw new AppError('not_found')
  if (row.pausedFrom! <= clock.now()) await refuseIfCancelled(deps, row)
  await finish(deps, row)
  return presentAfterwards(deps, row)
}

/** As the provider knows it, where it answers: of what was cancelled on its own page we may not have heard yet. */
async function refuseIfCancelled({ subscriptionSync }: Deps, row: Row) {
  const synced = await subscriptionSync.reconcileIfReached(row.providerSubscriptionId)
  const { status } = synced === undefined || synced === 'unreached' ? row : synced
  if (status === 'ending') throw new AppError('not_pausable', { message: resumeFirst })
}

/** Tells the provider, which charges once however often it is told, and then writes it down. */
async function finish(deps: Deps, { id, pausedFrom, providerSubscriptionId }: Row) {
  const { db, clock, payments, creditPeriods, pauseNotifications } = deps
  if (!payments) throw notConfigured()
  const hasBegun = pausedFrom! <= clock.now()
  if (hasBegun) await payments.chargePostponed(providerSubscriptionId)
  else await payments.postpone(providerSubscriptionId, pausedFrom!)
  await db.transact(async (tx) => {
    const row = await queries.lockById(tx, id)
    const now = clock.now()
    // Paid and written down meanwhile, or ended by another press.
    if (!row?.pausedUntil || row.pausedUntil <= now) return
    // A bank may take a day for the charge. Until the new period is known it is over as if it had run out: with the days
    // of grace, in which what waits for that period can be booked with and does not lapse.
    const pausedUntil = new Date(Math.max(now.getTime(), row.pausedFrom!.getTime() + 1))
    if (hasBegun) {
      const next = await queries.update(tx, id, { pausedUntil, checkAfter: now })
      await creditPeriods.keepUntil(tx, id, renewalGraceEnd(next))
    } else await undo(deps, tx, row)
    await pauseNotifications.ended(tx, row, hasBegun)
  })
}

/** As if it had not been asked for: calls wait no longer than they would have without it. The caller has the lock. */
async function undo({ clock, creditPeriods }: Deps, tx: Tx, row: Row) {
  const pauseMs = row.pausedUntil!.getTime() - row.pausedFrom!.getTime()
  await creditPeriods.shorten(tx, row.id, pauseMs, row.pauseAskedAt!)
  const none = { pausedFrom: null, pausedUntil: null, pauseAskedAt: null, isPauseUntold: false }
  await queries.update(tx, row.id, { ...none, checkAfter: clock.now() })
}

/**
 * The charge is due at the end of the pause, or of the period where there is none: a pause that failed, or was taken
 * back. Safe to repeat: the provider is told the same date again; and another one where that has changed meanwhile, of
 * which the provider may have heard before. Then both people are told of a pause of which they have not heard.
 */
async function tellProvider(deps: Deps, enrollmentId: string) {
  const { db, clock, payments } = deps
  for (let told: Date | undefined; ; ) {
    const row = await queries.findById(db.query, enrollmentId)
    if (row?.status !== 'active') return
    const gateway = gatewayOf(payments, row.provider)
    if (!gateway) return
    const dueAt = row.pausedUntil ?? row.periodEnd
    if (dueAt <= clock.now()) return
    if (dueAt.getTime() !== told?.getTime()) {
      await gateway.postpone(row.providerSubscriptionId, dueAt)
      told = dueAt
    } else if (!row.pausedUntil || (await tellBoth(deps, enrollmentId, dueAt))) return
  }
}
