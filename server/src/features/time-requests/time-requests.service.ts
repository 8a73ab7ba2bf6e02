import { limits } from '@marga/contract/limits'
import type { TimeRequest, TimeRequestForm } from '@marga/contract/time-requests'
import type { Actor, Member } from '../../platform/actor.ts'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError, invalidField, noLongerOpen } from '../../platform/errors.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import { sessionRejectionReason } from '../enrollments/enrollments.rules.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import type { AgreedSessions } from '../slots/agreed-sessions.service.ts'
import type { TimeRequestNotifications } from './time-request-notifications.service.ts'
import { presentRequest } from './time-requests.presenter.ts'
import * as queries from './time-requests.queries.ts'
import { checkRequestedStarts, expiryOf, spanFrom } from './time-requests.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  blockedPeople: BlockedPeople
  enrollments: Enrollments
  sessionCredits: SessionCredits
  agreedSessions: AgreedSessions
  timeRequestNotifications: TimeRequestNotifications
}
type Mentee = Actor<'mentee'>
type Mentor = Actor<'mentor'>

/** Times that mentees ask for where the mentor's calendar has none that suits. */
export function createTimeRequests(deps: Deps) {
  const { db, clock } = deps
  return {
    ask: (mentee: Mentee, form: TimeRequestForm) => ask(deps, mentee, form),
    ofMentee: async (mentee: Mentee): Promise<TimeRequest[]> =>
      (await queries.findOfMentee(db.query, mentee.id, limits.unpagedListMax)).map((row) =>
        presentRequest(row, clock.now()),
      ),
    ofMentor: (mentor: Mentor) => listOfMentor(deps, mentor),
    withdraw: (mentee: Mentee, id: string) => withdraw(deps, mentee, id),
    /** What is open of someone who is erased or shut out for good; the other one is told. */
    end: (tx: Tx, person: Pick<Member, 'id' | 'role'>) => end(deps, tx, person),
  }
}
export type TimeRequests = ReturnType<typeof createTimeRequests>

async function listOfMentor({ db, clock }: Deps, { id: mentorId }: Mentor): Promise<TimeRequest[]> {
  const now = clock.now()
  const rows = await queries.findOfMentor(db.query, { mentorId, now, limit: limits.unpagedListMax })
  return rows.map((row) => presentRequest(row, now))
}

/** @throws AppError not_enrolled, quota_used, slot_unavailable, already_requested, invalid_request, not_found */
async function ask(deps: Deps, mentee: Mentee, { mentorId, starts, text = '' }: TimeRequestForm) {
  const { db, clock, newId, agreedSessions, timeRequestNotifications } = deps
  const pair = { menteeId: mentee.id, mentorId }
  return db.transact(async (tx) => {
    const now = clock.now()
    await refuse(deps, tx, pair, starts)
    const minutes = await agreedSessions.sessionMinutesOf(tx, mentorId)
    const spans = starts.map((start) => spanFrom(start, minutes))
    await agreedSessions.refuseBookedTimes(tx, { ...pair, slotId: null }, spans, 'slot_unavailable')
    for (const over of await queries.findOverOfPair(tx, pair, now))
      if (await queries.close(tx, over.id, { status: 'void', now }))
        await timeRequestNotifications.closed(tx, over, 'expired', ['mentor', 'mentee'])
    const made = await queries.insert(tx, {
      ...{ id: newId(), ...pair, starts, minutes, text },
      ...{ createdAt: now, expiresAt: expiryOf(starts) },
    })
    if (!made) {
      throw new AppError('already_requested', {
        message:
          'You have asked this mentor for times already. Wait for the answer, or take that request back.',
      })
    }
    const row = (await queries.find(tx, made.id))!
    await timeRequestNotifications.asked(tx, row)
    return presentRequest(row, now)
  })
}

/** As a booking at one of these times would be refused. Leaves the enrollment locked. */
async function refuse(
  { clock, blockedPeople, enrollments, sessionCredits }: Deps,
  tx: Tx,
  pair: { menteeId: string; mentorId: string },
  starts: readonly Date[],
) {
  const now = clock.now()
  if (await blockedPeople.isBlocked(tx, pair)) throw new AppError('not_found')
  const payer = await enrollments.lockLive(tx, pair)
  const refusal = sessionRejectionReason(payer, now, now)
  if (refusal || !payer) throw refusal ?? new AppError('not_enrolled')
  checkRequestedStarts(starts, now)
  const later = starts.map((start) => sessionRejectionReason(payer, start, now)).find(Boolean)
  if (later) throw invalidField('starts', later.message)
  const free = await sessionCredits.free(tx, payer.id)
  if (!free.some(({ lapsesAt }) => lapsesAt > now)) throw new AppError('quota_used')
}

/** @throws AppError already_decided, not_found */
async function withdraw({ db, clock, timeRequestNotifications }: Deps, mentee: Mentee, id: string) {
  return db.transact(async (tx) => {
    const now = clock.now()
    const row = await queries.find(tx, id)
    if (row?.menteeId !== mentee.id) throw new AppError('not_found')
    const closed = await queries.close(tx, id, { status: 'void', now })
    if (!closed) throw noLongerOpen('request', row.decidedAt)
    await timeRequestNotifications.closed(tx, closed, 'withdrawn', ['mentor'])
    return presentRequest({ ...row, ...closed }, now)
  })
}

async function end(
  { clock, timeRequestNotifications }: Deps,
  tx: Tx,
  { id, role }: Pick<Member, 'id' | 'role'>,
) {
  const isMentor = role === 'mentor'
  for (const row of await queries.findOpenOf(tx, isMentor ? 'mentorId' : 'menteeId', id)) {
    const closed = await queries.close(tx, row.id, { status: 'void', now: clock.now() })
    if (closed) await timeRequestNotifications.closed(tx, closed, 'gone', [isMentor ? 'mentee' : 'mentor'])
  }
}
