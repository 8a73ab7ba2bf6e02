import type { Contest, DisputeAnswer } from '@marga/contract/disputes'
import { limits } from '@marga/contract/limits'
import type { MemberRole } from '@marga/contract/roles'
import type { Member } from '../../platform/actor.ts'
import { after, type Clock, hoursMs, type NewId } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { AppError, noLongerOpen } from '../../platform/errors.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { ContestNotifications } from './contest-notifications.service.ts'
import type { ContestOutcomes } from './contest-outcomes.service.ts'
import * as queries from './contests.queries.ts'
import { isContestable } from './contests.rules.ts'
import { presentContest } from './disputes.presenter.ts'
import type { ModeratorHandover } from './moderator-handover.service.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  enrollments: Enrollments
  contestOutcomes: ContestOutcomes
  contestNotifications: ContestNotifications
  moderatorHandover: ModeratorHandover
}

/** Contests of how a session was settled, between its two people. */
export function createContests(deps: Deps) {
  return {
    raise: (actor: Member, form: { slotId: string; text: string }) => raise(deps, actor, form),
    list: (actor: Member, of: { slotId?: string | undefined }) => list(deps, actor, of.slotId),
    answer: (actor: Member, id: string, form: DisputeAnswer) => answer(deps, actor, id, form),
  }
}
export type Contests = ReturnType<typeof createContests>

/** @throws AppError not_found, too_late, already_contested */
async function raise(deps: Deps, actor: Member, { slotId, text }: { slotId: string; text: string }) {
  const { db, clock, newId, contestNotifications } = deps
  return db.transact(async (tx) => {
    const session = await queries.findSettledSession(tx, slotId)
    if (!session || session[`${actor.role}Id`] !== actor.id) throw new AppError('not_found')
    if (!isContestable(actor.role, session))
      throw new AppError('not_found', { message: 'This session is recorded in your favour already.' })
    const now = clock.now()
    const { settledAt, menteeId, mentorId } = session
    if (!settledAt || now > after(settledAt, hoursMs(limits.contestHours)))
      throw new AppError('too_late', {
        message: `A session can be contested for ${limits.contestHours} hours after it was recorded.`,
      })
    const id = newId()
    await queries.insertContest(tx, {
      ...{ id, slotId, menteeId, mentorId, text },
      raisedBy: actor.role,
      answerBy: after(now, hoursMs(limits.disputeAnswerHours)),
      createdAt: now,
    })
    const row = (await queries.findContest(tx, id))!
    await contestNotifications.raised(tx, row)
    return present(tx, row, actor.role)
  })
}

async function present(db: Db, row: queries.ContestRow, reader: MemberRole): Promise<Contest> {
  return presentContest(row, await queries.findStaysOfTheTwo(db, [row.slotId]), reader)
}

async function list({ db }: Deps, { id, role }: Member, slotId: string | undefined) {
  const rows = await queries.findContestsOf(db.query, `${role}Id`, id, slotId)
  const attendances = await queries.findStaysOfTheTwo(
    db.query,
    rows.map((row) => row.slotId),
  )
  return { contests: rows.map((row) => presentContest(row, attendances, role)) }
}

/** By the side that did not raise it, once. @throws AppError not_found, already_decided */
async function answer(deps: Deps, actor: Member, id: string, form: DisputeAnswer) {
  const { db, clock, enrollments, contestOutcomes, contestNotifications, moderatorHandover } = deps
  return db.transact(async (tx) => {
    const seen = await queries.findContest(tx, id)
    if (!seen || seen.raisedBy === actor.role || seen[`${actor.role}Id`] !== actor.id)
      throw new AppError('not_found')
    // The one lock order: the enrollment first.
    const payer = await enrollments.lockPayer(tx, seen.enrollmentId)
    const now = clock.now()
    const change = form.agree
      ? { from: 'open' as const, to: 'agreed' as const, decidedAt: now }
      : { from: 'open' as const, to: 'with_moderator' as const }
    const isInTime = now < seen.answerBy
    if (!isInTime || !(await queries.changeContest(tx, id, { ...change, answer: form.text || null })))
      throw noLongerOpen('contest', seen.decidedAt ?? (isInTime ? null : seen.answerBy))
    if (form.agree) {
      const call = await contestOutcomes.uphold(tx, seen, payer)
      await contestNotifications.settled(tx, seen, { result: 'agreed', call })
    } else await moderatorHandover.contest(tx, seen)
    return present(tx, (await queries.findContest(tx, id))!, actor.role)
  })
}
