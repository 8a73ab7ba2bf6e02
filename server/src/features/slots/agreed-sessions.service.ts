import type { Slot } from '@marga/contract/slots'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { sessionRejectionReason } from '../enrollments/enrollments.rules.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import * as agreed from './agreed-sessions.queries.ts'
import { refuseBookedTimes, slotOverlap } from './booked-times.service.ts'
import type { BookingNotifications } from './booking-notifications.service.ts'
import * as bookings from './bookings.queries.ts'
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
 * Books the open slot of exactly that time, or a new one, before which those of the weekly hours give way; with the
 * session credit taken in the same transaction.
 * @throws AppError not_enrolled, quota_used, slot_overlap
 */
async function book(deps: Deps, tx: Tx, payer: Payer, session: AgreedSession): Promise<Slot> {
  const { clock, newId, sessionCredits, bookingNotifications, slotEvents } = deps
  const now = clock.now()
  const { menteeId, startsAt, description } = session
  const refusal = sessionRejectionReason(payer, startsAt, now)
  if (refusal || !payer) throw refusal ?? new AppError('not_enrolled')
  await refuseBookedTimes(tx, { ...session, slotId: null }, [session], 'accept')
  const gone = await agreed.findGivingWay(tx, session)
  const slotId = (await agreed.takeOpen(tx, session)) ?? (await publish(deps, tx, session))
  const claim = {
    ...{ slotId, menteeId, bookingId: newId(), topic: null, topicDescription: description || null },
    ...{ enrollmentId: payer.id, chargedPeriod: payer.periodNo },
  }
  if (!(await bookings.claimOpenSlot(tx, 'session', claim, { now, isAgreed: true })))
    throw slotOverlap([startsAt.toISOString()], 'accept')
  if (!(await sessionCredits.take(tx, payer.id, slotId))) throw new AppError('quota_used')
  const booked = (await queries.findSlot(tx, slotId))!
  await bookingNotifications.booked(tx, booked, 'mentor')
  const deleted = gone.filter(({ id }) => id !== slotId)
  if (deleted.length > 0) await slotEvents.status(tx, deleted, 'deleted')
  return presentSlot(booked)
}

/** @throws AppError slot_overlap */
async function publish({ clock, newId }: Deps, tx: Tx, session: AgreedSession): Promise<string> {
  const id = newId()
  const { mentorId, startsAt, endsAt } = session
  const text = { mentorPreferences: '', mentorDescription: '' }
  const slot = { id, mentorId, startsAt, endsAt, type: 'session' as const, ...text }
  const refused = await queries.insertSlots(tx, [{ ...slot, createdAt: clock.now(), seriesId: null }])
  if (refused.length > 0) throw slotOverlap([startsAt.toISOString()], 'accept')
  return id
}
