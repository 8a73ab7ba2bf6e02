import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type {
  MoveProposal as MoveProposalTable,
  Slot as SlotTable,
} from '../../platform/db/types.generated.ts'

export type SlotRecord = Selectable<SlotTable>
export type ProposalRow = Selectable<MoveProposalTable>

/** In the order of their ids: of two who move between the same two, one waits. */
export const lockSlots = async (db: Db, ids: readonly string[]): Promise<Map<string, SlotRecord>> =>
  new Map(
    (
      await db
        .selectFrom('slot')
        .selectAll()
        .where('id', 'in', [...ids])
        .orderBy('id')
        .forUpdate()
        .execute()
    ).map((slot) => [slot.id, slot]),
  )

export type Booking = Pick<
  SlotRecord,
  'menteeId' | 'topic' | 'topicDescription' | 'enrollmentId' | 'chargedPeriod' | 'calendarSequence'
> & { bookingId: string; moves: number; bookedAt: Date }

/** Puts a booking on an open slot; the caller has the locks of both. */
export const placeBooking = (db: Db, slotId: string, booking: Booking) =>
  db
    .updateTable('slot')
    .set({ status: 'booked', ...booking })
    .where('id', '=', slotId)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirst()

export type Shift = { startsAt: Date; endsAt: Date; bookingId: string; moves: number; bookedAt: Date }

/** Moves a booked slot as a whole; overlaps are the database's to refuse. */
export const shiftSlot = (db: Db, slotId: string, shift: Shift) =>
  db
    .updateTable('slot')
    .set(shift)
    .where('id', '=', slotId)
    .where('status', '=', 'booked')
    .returningAll()
    .executeTakeFirstOrThrow()

/** What the two have written for the session goes along. */
export async function moveNotes(db: Db, from: string, to: string) {
  await db.deleteFrom('liveNotes').where('slotId', '=', to).execute()
  await db.updateTable('liveNotes').set({ slotId: to }).where('slotId', '=', from).execute()
}

type Span = { startsAt: Date; endsAt: Date }

const overlapping = ({ startsAt, endsAt }: Span) =>
  sql<boolean>`tstzrange(starts_at, ends_at) && tstzrange(${startsAt}, ${endsAt})`

/** Open slots of the mentor that a session which both agreed on takes the place of. */
export const deleteOpenBelow = (db: Db, mentorId: string, span: Span) =>
  db
    .deleteFrom('slot')
    .where('mentorId', '=', mentorId)
    .where('status', '=', 'open')
    .where(overlapping(span))
    .returning(['id', 'mentorId'])
    .execute()

/** Whether either of the two has another session then. */
export const isEitherBooked = async (
  db: Db,
  pair: { slotId: string | null; menteeId: string; mentorId: string },
  span: Span,
): Promise<boolean> =>
  (await db
    .selectFrom('slot')
    .select('id')
    .$if(pair.slotId !== null, (query) => query.where('id', '!=', pair.slotId!))
    .where('status', '=', 'booked')
    .where(({ or, eb }) => or([eb('mentorId', '=', pair.mentorId), eb('menteeId', '=', pair.menteeId)]))
    .where(overlapping(span))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether one of the two is shut out, and could not come. */
export const isEitherShutOut = async (
  db: Db,
  { menteeId, mentorId }: { menteeId: string; mentorId: string },
): Promise<boolean> =>
  (await db
    .selectFrom('account')
    .select('id')
    .where('id', 'in', [menteeId, mentorId])
    .where('isBlocked', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Undefined while another one is open for the booking. */
export const insertProposal = (db: Db, row: Insertable<MoveProposalTable>) =>
  db
    .insertInto('moveProposal')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const findProposal = (db: Db, id: string) =>
  db.selectFrom('moveProposal').selectAll().where('id', '=', id).executeTakeFirst()

export const findProposals = (db: Db, of: { slotId: string; bookingId: string }, limit: number) =>
  db
    .selectFrom('moveProposal')
    .selectAll()
    .where('slotId', '=', of.slotId)
    .where('bookingId', '=', of.bookingId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Of two answers one counts; and none once its time is over. */
export const decideProposal = (db: Db, id: string, of: { status: 'accepted' | 'declined'; now: Date }) =>
  db
    .updateTable('moveProposal')
    .set({ status: of.status, decidedAt: of.now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('expiresAt', '>', of.now)
    .returningAll()
    .executeTakeFirst()

/** Those whose time is over stand in nobody's way. */
export const voidExpired = (db: Db, bookingId: string, now: Date) =>
  db
    .updateTable('moveProposal')
    .set({ status: 'void', decidedAt: now })
    .where('bookingId', '=', bookingId)
    .where('status', '=', 'open')
    .where('expiresAt', '<=', now)
    .execute()
