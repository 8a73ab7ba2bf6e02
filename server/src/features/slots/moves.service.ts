import type { Slot } from '@marga/contract/slots'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import type { Availabilities } from '../availability/availability.service.ts'
import { sessionRejectionReason } from '../enrollments/enrollments.rules.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import { slotUnavailable } from './alternatives.service.ts'
import * as claims from './booking-claims.queries.ts'
import { reopenSlots } from './bookings.queries.ts'
import { bookingIdOf, earlyUntil } from './bookings.rules.ts'
import type { MoveNotifications } from './move-notifications.service.ts'
import * as moves from './moves.queries.ts'
import { refuseMoved } from './moves.rules.ts'
import type { SlotEvents } from './slot-events.service.ts'
import { presentSlot } from './slots.presenter.ts'
import * as queries from './slots.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  availabilities: Availabilities
  enrollments: Enrollments
  sessionCredits: SessionCredits
  blockedPeople: BlockedPeople
  slotEvents: SlotEvents
  moveNotifications: MoveNotifications
}
type Mentee = Actor<'mentee'>

/** Booked sessions that mentees move to another open slot of the mentor, without asking. */
export function createMoves(deps: Deps) {
  return {
    move: (mentee: Mentee, input: { slotId: string; toSlotId: string }) => move(deps, mentee, input),
  }
}
export type Moves = ReturnType<typeof createMoves>

/**
 * The booking keeps its id, its topic, its credit and its notes; the old slot is open again.
 * @throws AppError too_late, moves_used, slot_unavailable (with alternatives), slot_overlap, not_enrolled, not_found
 */
async function move(
  deps: Deps,
  mentee: Mentee,
  { slotId, toSlotId }: { slotId: string; toSlotId: string },
): Promise<{ data: Slot }> {
  const { db, clock, availabilities, enrollments, slotEvents, moveNotifications } = deps
  return db.transact(async (tx) => {
    const now = clock.now()
    const seen = await queries.findSlot(tx, slotId)
    if (seen?.menteeId !== mentee.id || slotId === toSlotId) throw new AppError('not_found')
    // The one lock order: hours, enrollment, then slots.
    await availabilities.lockMaxima(tx, seen.mentorId)
    const payer = await enrollments.lockPayer(tx, seen.enrollmentId)
    // An intro call has no enrollment, by which a suspension would wait for the move.
    if (!payer) await claims.holdMentor(tx, seen.mentorId)
    const locked = await moves.lockSlots(tx, [slotId, toSlotId])
    const from = locked.get(slotId)
    const to = locked.get(toSlotId)
    if (from?.menteeId !== mentee.id || from.status !== 'booked') throw new AppError('not_found')
    await refuseUnmovable(deps, tx, { from, now })
    if (!to || to.mentorId !== from.mentorId || to.type !== from.type) throw new AppError('not_found')
    if (!(await claims.isBookable(tx, to.id, { now, leaving: from.id })))
      throw await slotUnavailable(tx, to, now)
    const refusal = from.type === 'session' && sessionRejectionReason(payer, to.startsAt, now)
    // What is paid for stays: an earlier time needs no subscription that goes on.
    if (refusal && to.startsAt > from.startsAt) throw refusal
    const moved = await replace(deps, tx, { from, to, now })
    await moveNotifications.moved(tx, moved, { from: from.startsAt, by: 'mentee' })
    await slotEvents.status(tx, [from], 'open')
    await slotEvents.status(tx, [to], 'booked')
    return { data: presentSlot(moved) }
  })
}

async function refuseUnmovable(
  { blockedPeople }: Deps,
  tx: Tx,
  { from, now }: { from: moves.SlotRecord; now: Date },
) {
  const pair = { menteeId: from.menteeId!, mentorId: from.mentorId }
  // Moved into a suspension it would be missed, where the suspension cancels what it finds.
  if ((await blockedPeople.isBlocked(tx, pair)) || (await moves.isEitherShutOut(tx, pair)))
    throw new AppError('not_found')
  if (now > earlyUntil(from)) throw new AppError('too_late')
  refuseMoved(from)
}

/** The old slot opens first: the new time may overlap it. Its notes go before that, since an open slot has none. */
async function replace(
  { sessionCredits }: Deps,
  tx: Tx,
  { from, to, now }: { from: moves.SlotRecord; to: moves.SlotRecord; now: Date },
) {
  await moves.moveNotes(tx, from.id, to.id)
  await reopenSlots(tx, [from.id])
  const placed = await moves.placeBooking(tx, to.id, {
    menteeId: from.menteeId,
    topic: from.topic,
    topicDescription: from.topicDescription,
    enrollmentId: from.enrollmentId,
    chargedPeriod: from.chargedPeriod,
    calendarSequence: from.calendarSequence,
    bookingId: bookingIdOf(from),
    moves: from.moves + 1,
    bookedAt: now,
  })
  if (!placed) throw new Error('A slot was open under the lock, and is not.')
  await sessionCredits.move(tx, from.id, to.id)
  return (await queries.findSlot(tx, to.id))!
}
