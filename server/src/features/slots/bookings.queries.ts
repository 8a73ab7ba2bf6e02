import type { Selectable } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import { preparedOne } from '../../platform/db/prepared-statements.ts'
import type { Slot as SlotTable } from '../../platform/db/types.generated.ts'
import { isBookable as bookable } from '../search/bookable-fragments.queries.ts'
import type { BookingRequest } from './booking-candidates.queries.ts'
import { slotColumns, slots } from './slots.queries.ts'

/** @param of.leaving the slot that the booking moves away from */
export const isBookable = async (db: Db, slotId: string, { now, leaving }: { now: Date; leaving: string }) =>
  (await db
    .selectFrom('slot')
    .select('id')
    .where('id', '=', slotId)
    .where(bookable(now, { leaving }))
    .executeTakeFirst()) !== undefined

/**
 * Whoever shuts the mentor out waits for this transaction, and then finds what it has booked; or this one waits, and
 * sees them shut out.
 */
export const holdMentor = (db: Db, mentorId: string) =>
  db.selectFrom('account').select('id').where('id', '=', mentorId).forShare().execute()

export type Claim = BookingRequest & {
  bookingId: string
  moves?: number
  /** Of a booking that moves here: its calendar entry goes on counting. */
  calendarSequence?: number
  topic: string | null
  topicDescription: string | null
  enrollmentId: string | null
  chargedPeriod: number | null
}

/**
 * Claims the slot only while it can be booked: one winner, whatever the number of racers.
 * @param of.isAgreed the mentor has agreed to the time, whatever notice and maxima say
 */
export const claimOpenSlot = (
  db: Db,
  type: 'session' | 'intro',
  { slotId, ...claim }: Claim,
  { now, isAgreed = false }: { now: Date; isAgreed?: boolean },
): Promise<Selectable<SlotTable> | undefined> =>
  preparedOne(
    db,
    db
      .updateTable('slot')
      .set({ status: 'booked', ...claim, bookedAt: now })
      .where('id', '=', slotId)
      .where('type', '=', type)
      .where('status', '=', 'open')
      .where('startsAt', '>', now)
      .$if(!isAgreed, (query) => query.where(bookable(now)))
      .returning(slotColumns),
  )

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

export const hasUsedIntro = async (db: Db, menteeId: string, mentorId: string) =>
  (await db
    .selectFrom('slot')
    .select('id')
    .where('menteeId', '=', menteeId)
    .where('mentorId', '=', mentorId)
    .where('type', '=', 'intro')
    .where('status', '!=', 'cancelled')
    // One that the mentor did not come to may be booked again.
    .where(({ or, eb }) => or([eb('missedBy', 'is', null), eb('missedBy', '!=', 'mentor')]))
    .limit(1)
    .executeTakeFirst()) !== undefined
