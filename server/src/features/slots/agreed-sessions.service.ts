import type { Slot } from '@marga/contract/slots'
import type { Clock, NewId } from '../../platform/clock.ts'
import { conflictOf } from '../../platform/db/conflicts.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { sessionRejectionReason } from '../enrollments/enrollments.rules.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import * as agreed from './agreed-sessions.queries.ts'
import { refuseBookedTimes } from './booked-times.service.ts'
import { claimOpenSlot } from './booking-claims.queries.ts'
import type { BookingNotifications } from './booking-notifications.service.ts'
import * as moves from './moves.queries.ts'
import { refuseTooSoon } from './moves.rules.ts'
import type { SlotEvents } from './slot-events.service.ts'
import { presentSlot } from './slots.presenter.ts'
import * as queries from './slots.queries.ts'

type Deps = {
  clock: Clock
  newId: NewId
  enrollments: Enrollments
  sessionCredits: SessionCredits
  slotEvents: SlotEvents
  bookingNotifications: BookingNotifications
}
export type AgreedSession = {
  menteeId: string
  mentorId: string
  startsAt: Date
  endsAt: Date
  description: string
}

/** Sessions at times that both have agreed on: the mentor's notice and maxima are for those who do not ask. */
export function createAgreedSessions(deps: Deps) {
  return {
    sessionMinutesOf: agreed.findSessionMinutes,
    refuseBookedTimes,
    /** Locks what `book` needs, in the one order of locks. */
    lock: (tx: Tx, pair: { menteeId: string; mentorId: string }) => lock(deps, tx, pair),
    book: (tx: Tx, payer: Payer, session: AgreedSession) => book(deps, tx, payer, session),
  }
}
export type AgreedSessions = ReturnType<typeof createAgreedSessions>

async function lock({ enrollments }: Deps, tx: Tx, pair: { menteeId: string; mentorId: string }) {
  await agreed.shareAvailability(tx, pair.mentorId)
  return enrollments.lockLive(tx, pair)
}
type Payer = Awaited<ReturnType<typeof lock>>

/**
 * Books the open slot of exactly that time, or a new one, before which the mentor's other open ones give way; with the
 * session credit taken in the same transaction. What is refused is said to the mentor.
 * @throws AppError not_enrolled, quota_used, slot_unavailable
 */
async function book(deps: Deps, tx: Tx, payer: Payer, session: AgreedSession): Promise<Slot> {
  const { clock, newId, sessionCredits, bookingNotifications, slotEvents } = deps
  const now = clock.now()
  const { menteeId, startsAt, description } = session
  refuseTooSoon(startsAt, now)
  const refusal = sessionRejectionReason(payer, startsAt, now, 'mentor')
  if (refusal || !payer) throw refusal ?? new AppError('not_enrolled')
  if (await moves.isEitherBooked(tx, { ...session, slotId: null }, session)) throw timeUnavailable()
  const gone = await agreed.findGivingWay(tx, session)
  const taken = await agreed.takeOpen(tx, session)
  if (!taken) gone.push(...(await moves.deleteOpenBelow(tx, session.mentorId, session)))
  const slotId = taken ?? (await publish(deps, tx, session))
  const claim = {
    ...{ slotId, menteeId, bookingId: newId(), topic: null, topicDescription: description || null },
    ...{ enrollmentId: payer.id, chargedPeriod: payer.periodNo },
  }
  const isClaimed = await claimOpenSlot(tx, 'session', claim, { now, isAgreed: true }).catch(
    (error: unknown) => {
      // One of the two has booked another session at this very moment, which the database refused.
      throw conflictOf(error)?.code === 'slot_overlap' ? timeUnavailable() : error
    },
  )
  if (!isClaimed) throw timeUnavailable()
  if (!(await sessionCredits.take(tx, payer.id, slotId)))
    throw new AppError('quota_used', { message: 'The mentee has no call left for this session.' })
  const booked = (await queries.findSlot(tx, slotId))!
  await bookingNotifications.booked(tx, booked, 'mentor')
  const deleted = [...new Map(gone.map((slot) => [slot.id, slot])).values()].filter(({ id }) => id !== slotId)
  if (deleted.length > 0) await slotEvents.status(tx, deleted, 'deleted')
  return presentSlot(booked)
}

const otherSession = 'One of you has another session at that time.'
/** Of the mentor's own calendar, for which no other times are proposed. */
const timeUnavailable = () =>
  new AppError('slot_unavailable', {
    message: otherSession,
    fields: { accept: otherSession },
    details: { alternatives: [] },
  })

/** Open slots are out of the way by now: what is still in it was booked a moment ago. @throws AppError slot_unavailable */
async function publish({ clock, newId }: Deps, tx: Tx, session: AgreedSession): Promise<string> {
  const id = newId()
  const { mentorId, startsAt, endsAt } = session
  const text = { mentorPreferences: '', mentorDescription: '' }
  const slot = { id, mentorId, startsAt, endsAt, type: 'session' as const, ...text }
  const refused = await queries.insertSlots(tx, [{ ...slot, createdAt: clock.now(), seriesId: null }])
  if (refused.length > 0) throw timeUnavailable()
  return id
}
