import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import { slots } from './slots.queries.ts'

/** A mentor's bookings ahead, or those before `until`; the caller has the locks of the enrollments that paid. */
export const cancelAllBooked = (db: Db, mentorId: string, now: Date, until?: Date) =>
  db
    .updateTable('slot')
    .set({ status: 'cancelled', cancelledAt: now })
    .where('mentorId', '=', mentorId)
    .where('status', '=', 'booked')
    .where('startsAt', '>', now)
    .$if(until !== undefined, (query) => query.where('startsAt', '<', until!))
    .returningAll()
    .execute()

const bookedAhead = (db: Db, now: Date) =>
  db
    .selectFrom('slot')
    .selectAll()
    .where('status', '=', 'booked')
    .where('startsAt', '>', now)
    .orderBy('id')
    .forUpdate()

export const lockBookedOf = (db: Db, menteeId: string, now: Date) =>
  bookedAhead(db, now).where('menteeId', '=', menteeId).execute()

export const lockBookedAmong = (db: Db, ids: readonly string[], now: Date) =>
  bookedAhead(db, now).where('id', '=', anyOf(ids)).execute()

export const lockBookedOfEnrollment = (db: Db, enrollmentId: string, now: Date) =>
  bookedAhead(db, now).where('enrollmentId', '=', enrollmentId).execute()

/** Opens booked slots for others; the caller has their locks. @returns the numbers of their calendar entries, by slot */
export async function reopenSlots(db: Db, slotIds: readonly string[]) {
  const slots = await db
    .updateTable('slot')
    .set({ status: 'open', ...released })
    .where('id', '=', anyOf(slotIds))
    .returning(['id', 'calendarSequence'])
    .execute()
  return new Map(slots.map(({ id, calendarSequence }) => [id, calendarSequence]))
}

/** The mentee's sessions that are still to come, or are over or cancelled. */
export const bookedSlots = (db: Db, menteeId: string, when: 'upcoming' | 'past', now: Date) =>
  slots(db)
    .where('slot.menteeId', '=', menteeId)
    .where(({ and, or, eb }) =>
      when === 'past'
        ? or([eb('slot.status', '!=', 'booked'), eb('slot.endsAt', '<=', now)])
        : and([eb('slot.status', '=', 'booked'), eb('slot.endsAt', '>', now)]),
    )

const released = {
  menteeId: null,
  topic: null,
  topicDescription: null,
  enrollmentId: null,
  chargedPeriod: null,
  bookedAt: null,
  bookingId: null,
  moves: 0,
} as const

/** Opens the mentee's booked slot again; nothing happens once it has started or is somebody else's. */
export const releaseSlot = (db: Db, slotId: string, menteeId: string, now: Date) =>
  db
    .updateTable('slot')
    .set({ status: 'open', ...released })
    .where('id', '=', slotId)
    .where('menteeId', '=', menteeId)
    .where('status', '=', 'booked')
    .where('startsAt', '>', now)
    .returning('id')
    .executeTakeFirst()

/** The mentor's booked slot becomes a cancelled one that remembers its mentee. */
export const cancelBookedSlot = (db: Db, slotId: string, mentorId: string, now: Date) =>
  db
    .updateTable('slot')
    .set({ status: 'cancelled', cancelledAt: now })
    .where('id', '=', slotId)
    .where('mentorId', '=', mentorId)
    .where('status', '=', 'booked')
    .where('startsAt', '>', now)
    .returning('id')
    .executeTakeFirst()
