import type { Slot } from '@marga/contract/slots'
import type { TimeRequest } from '@marga/contract/time-requests'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError, invalidField, noLongerOpen } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { sweepEach } from '../../platform/sweep-each.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import type { AgreedSessions } from '../slots/agreed-sessions.service.ts'
import type { TimeRequestNotifications } from './time-request-notifications.service.ts'
import { presentRequest } from './time-requests.presenter.ts'
import * as queries from './time-requests.queries.ts'
import { momentsOf, spanFrom } from './time-requests.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  log: Log
  blockedPeople: BlockedPeople
  agreedSessions: AgreedSessions
  timeRequestNotifications: TimeRequestNotifications
}
type Mentor = Actor<'mentor'>
type Answered = { request: TimeRequest; data: Slot | null }

/** So many that are over are closed at once. */
const atOnce = 100

/** What becomes of the times that were asked for: one is booked, none suits, or nothing is answered in time. */
export function createTimeRequestAnswers(deps: Deps) {
  const { db, clock } = deps
  return {
    answer: (mentor: Mentor, id: string, accept: Date | null) => answer(deps, mentor, id, accept),
    sweep: () => sweep(deps),
    nextDue: () => queries.findNextDue(db.query, clock.now()),
  }
}
export type TimeRequestAnswers = ReturnType<typeof createTimeRequestAnswers>

/** @throws AppError not_enrolled, quota_used, slot_unavailable, already_decided, invalid_request, not_found */
async function answer(deps: Deps, mentor: Mentor, id: string, accept: Date | null): Promise<Answered> {
  const { db, clock, timeRequestNotifications } = deps
  return db.transact(async (tx) => {
    const now = clock.now()
    const row = await queries.find(tx, id)
    if (row?.mentorId !== mentor.id) throw new AppError('not_found')
    if (accept) return take(deps, tx, row, accept)
    const declined = row.expiresAt > now && (await queries.close(tx, id, { status: 'declined', now }))
    if (!declined) throw noLongerOpen('request', row.decidedAt)
    await timeRequestNotifications.closed(tx, declined, 'declined', ['mentee'])
    return { request: presentRequest({ ...row, ...declined }, now), data: null }
  })
}

/** Of two who accept at once the second waits for the lock of the enrollment, and finds it decided. */
async function take(
  { clock, blockedPeople, agreedSessions }: Deps,
  tx: Tx,
  row: queries.RequestRow,
  startsAt: Date,
): Promise<Answered> {
  const now = clock.now()
  if (!momentsOf(row.starts).some((start) => start.getTime() === startsAt.getTime()))
    throw invalidField('accept', 'Choose one of the times that were asked for.')
  if (await blockedPeople.isBlocked(tx, row)) throw new AppError('not_found')
  const payer = await agreedSessions.lock(tx, row)
  const accepted = await queries.close(tx, row.id, { status: 'accepted', now })
  if (!accepted) throw noLongerOpen('request', ((await queries.find(tx, row.id)) ?? row).decidedAt)
  // Read again under the lock, for which a suspension may have been waited for.
  if ((await queries.find(tx, row.id))?.isMenteeBlocked)
    throw new AppError('not_enrolled', { message: 'This mentee cannot book sessions for now.' })
  const session = { ...row, ...spanFrom(startsAt, row.minutes), description: row.text }
  const data = await agreedSessions.book(tx, payer, session)
  await queries.setSlot(tx, row.id, data._id)
  return { request: presentRequest({ ...row, ...accepted, slotId: data._id }, now), data }
}

/** Safe to repeat and to run beside itself: closing happens once. */
async function sweep({ db, clock, log, timeRequestNotifications }: Deps) {
  const now = clock.now()
  await sweepEach(log, await queries.findOver(db.query, now, atOnce), ({ id, expiresAt }) =>
    db.transact(async (tx) => {
      const closed = await queries.close(tx, id, { status: 'void', now })
      const why = expiresAt <= now ? 'expired' : 'ended'
      if (closed) await timeRequestNotifications.closed(tx, closed, why, ['mentor', 'mentee'])
    }),
  )
}
