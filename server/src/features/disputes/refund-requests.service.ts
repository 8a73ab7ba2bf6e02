import type { DisputeAnswer, RefundRequest } from '@marga/contract/disputes'
import { limits } from '@marga/contract/limits'
import type { Actor } from '../../platform/actor.ts'
import { after, type Clock, hoursMs, type NewId } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError, noLongerOpen } from '../../platform/errors.ts'
import type { EarlyEndings } from '../enrollments/early-endings.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import { sumOf } from '../enrollments/unused.rules.ts'
import { presentRefundRequest } from './disputes.presenter.ts'
import type { ModeratorHandover } from './moderator-handover.service.ts'
import type { RefundGrants } from './refund-grants.service.ts'
import type { RefundNotifications } from './refund-notifications.service.ts'
import * as queries from './refund-requests.queries.ts'
import { isJustRenewed, isOver } from './refund-requests.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  enrollments: Enrollments
  earlyEndings: EarlyEndings
  refundGrants: RefundGrants
  refundNotifications: RefundNotifications
  moderatorHandover: ModeratorHandover
}
type Mentee = Actor<'mentee'>
type Mentor = Actor<'mentor'>
type Enrollment = NonNullable<Awaited<ReturnType<Enrollments['lockPayer']>>>

/** Mentees who want back what is unused of a subscription, and the mentors who agree, or do not. */
export function createRefundRequests(deps: Deps) {
  return {
    ask: (mentee: Mentee, form: { enrollmentId: string; reason: string }) => ask(deps, mentee, form),
    list: (actor: Mentee | Mentor) => list(deps, actor),
    answer: (mentor: Mentor, id: string, form: DisputeAnswer) => answer(deps, mentor, id, form),
  }
}
export type RefundRequests = ReturnType<typeof createRefundRequests>

/** @throws AppError not_found, already_requested */
async function ask(
  deps: Deps,
  mentee: Mentee,
  { enrollmentId, reason }: { enrollmentId: string; reason: string },
): Promise<RefundRequest> {
  const { db, clock, newId, enrollments, earlyEndings, refundGrants, refundNotifications } = deps
  return db.transact(async (tx) => {
    const enrollment = await enrollments.lockPayer(tx, enrollmentId)
    if (enrollment?.menteeId !== mentee.id || isOver(enrollment)) throw new AppError('not_found')
    const amount = sumOf(await earlyEndings.quoteOf(tx, enrollment))
    if (amount === 0)
      throw new AppError('not_found', { message: 'Nothing of this subscription is left to refund.' })
    const id = newId()
    const now = clock.now()
    await queries.insertRefundRequest(tx, {
      ...{ id, enrollmentId, amount, reason, createdAt: now },
      menteeId: mentee.id,
      mentorId: enrollment.mentorId,
      status: 'with_mentor',
      answerBy: after(now, hoursMs(limits.disputeAnswerHours)),
    })
    const row = (await queries.findRefundRequest(tx, id))!
    if (await isUnusedRenewal(tx, enrollment, now))
      await refundGrants.grant(tx, row, enrollment, { from: 'with_mentor', result: 'unused' })
    else await refundNotifications.asked(tx, row)
    return presentRefundRequest((await queries.findRefundRequest(tx, id))!, 'mentee')
  })
}

async function isUnusedRenewal(tx: Tx, enrollment: Enrollment, now: Date) {
  const { id: enrollmentId, periodStart } = enrollment
  const period = { enrollmentId, periodStart }
  return (
    isJustRenewed({ ...enrollment, paidAt: await queries.findPaidAt(tx, period) }, now) &&
    (await queries.isPeriodUnused(tx, period)) &&
    !(await queries.hasWrittenSince(tx, enrollment, periodStart))
  )
}

async function list({ db }: Deps, { id, role }: Mentee | Mentor) {
  const rows = await queries.findRefundRequestsOf(db.query, `${role}Id`, id)
  return { refundRequests: rows.map((row) => presentRefundRequest(row, role)) }
}

/** @throws AppError not_found, already_decided */
async function answer(deps: Deps, mentor: Mentor, id: string, form: DisputeAnswer): Promise<RefundRequest> {
  const { db, clock, enrollments, refundGrants, moderatorHandover } = deps
  return db.transact(async (tx) => {
    const seen = await queries.findRefundRequest(tx, id)
    if (seen?.mentorId !== mentor.id) throw new AppError('not_found')
    // The one lock order: the enrollment first.
    const enrollment = (await enrollments.lockPayer(tx, seen.enrollmentId))!
    // One that is moot is closed by the sweep, with what went back otherwise.
    const isLate = clock.now() >= seen.answerBy
    if (isLate || (await queries.isRequestMoot(tx, id)))
      throw noLongerOpen('request', seen.decidedAt ?? (isLate ? seen.answerBy : enrollment.endedAt))
    const text = form.text || null
    if (form.agree) {
      const given = { from: 'with_mentor', result: 'agreed', answer: text } as const
      await refundGrants.grant(tx, seen, enrollment, given)
    } else {
      const change = { from: 'with_mentor', to: 'with_moderator', answer: text } as const
      if (!(await queries.changeRefundRequest(tx, id, change)))
        throw noLongerOpen('request', (await queries.findRefundRequest(tx, id))?.decidedAt)
      await moderatorHandover.refundRequest(tx, seen)
    }
    return presentRefundRequest((await queries.findRefundRequest(tx, id))!, 'mentor')
  })
}
