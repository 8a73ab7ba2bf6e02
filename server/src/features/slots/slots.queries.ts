import type { SlotScope } from '@marga/contract/slots'
import type { Selectable } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Slot as SlotTable } from '../../platform/db/types.generated.ts'
import { isBlockBetween } from '../accounts/block-fragments.queries.ts'

/** Slots with both people. */
export const slots = (db: Db) =>
  db
    .selectFrom('slot')
    .innerJoin('account as mentor', 'mentor.id', 'slot.mentorId')
    .leftJoin('account as mentee', 'mentee.id', 'slot.menteeId')
    .selectAll('slot')
    .select([
      'mentor.firstName as mentorFirstName',
      'mentor.lastName as mentorLastName',
      'mentor.profileImageUrl as mentorImage',
      'mentor.isBlocked as isMentorBlocked',
      'mentee.firstName as menteeFirstName',
      'mentee.lastName as menteeLastName',
      'mentee.profileImageUrl as menteeImage',
    ])
export type SlotRow = Awaited<ReturnType<ReturnType<typeof slots>['executeTakeFirstOrThrow']>>

export const findSlot = (db: Db, slotId: string) => slots(db).where('slot.id', '=', slotId).executeTakeFirst()

export type NewSlot = {
  id: string
  mentorId: string
  type: 'session' | 'intro'
  startsAt: Date
  endsAt: Date
  mentorPreferences: string
  mentorDescription: string
  createdAt: Date
  seriesId: string | null
}

/** As much of a row as makes the same slot anew, while nobody has booked it. */
export const newSlotOf = (row: Selectable<SlotTable>): NewSlot => ({
  id: row.id,
  mentorId: row.mentorId,
  type: row.type,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  mentorPreferences: row.mentorPreferences,
  mentorDescription: row.mentorDescription,
  createdAt: row.createdAt,
  seriesId: row.seriesId,
})

/** Overlaps are the database's to refuse: answers the rows that it did not take. */
export async function insertSlots(db: Db, rows: readonly NewSlot[]): Promise<NewSlot[]> {
  if (rows.length === 0) return []
  const taken = await db
    .insertInto('slot')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const ids = new Set(taken.map(({ id }) => id))
  return rows.filter(({ id }) => !ids.has(id))
}

export type BookingRequest = { slotId: string; menteeId: string }

/** What decides about a booking: the slot as it is, who asks for it, and the enrollment that would pay. */
const bookingCandidates = (db: Db, { slotId, menteeId }: BookingRequest) =>
  slots(db)
    .innerJoin('account as booker', (join) => join.on('booker.id', '=', menteeId))
    .leftJoin('enrollment as payer', (join) =>
      join
        .onRef('payer.menteeId', '=', 'booker.id')
        .onRef('payer.mentorId', '=', 'slot.mentorId')
        .on('payer.status', '!=', 'ended'),
    )
    .select([
      'booker.id as bookerId',
      'booker.firstName as bookerFirstName',
      'booker.lastName as bookerLastName',
      'booker.profileImageUrl as bookerImage',
      'payer.id as payerId',
      'payer.status as payerStatus',
      'payer.periodEnd',
      'payer.pastDueSince',
      'payer.periodNo',
      'payer.callsUsed',
    ])
    .select(isBlockBetween('booker.id', 'slot.mentorId').as('isBlocked'))
    .where('slot.id', '=', slotId)
export type BookingCandidate = Awaited<
  ReturnType<ReturnType<typeof bookingCandidates>['executeTakeFirstOrThrow']>
>

/** @param isLocking takes the slot's row lock */
export const findBookingCandidate = (db: Db, request: BookingRequest, { isLocking = false } = {}) => {
  const query = bookingCandidates(db, request)
  return (isLocking ? query.forUpdate('slot') : query).executeTakeFirst()
}

export type Claim = BookingRequest & {
  topic: string | null
  topicDescription: string | null
  enrollmentId: string | null
  chargedPeriod: number | null
}

/** Claims the slot only while it is open and ahead: one winner, whatever the number of racers. */
export const claimOpenSlot = (
  db: Db,
  type: 'session' | 'intro',
  { slotId, ...claim }: Claim,
  now: Date,
): Promise<Selectable<SlotTable> | undefined> =>
  db
    .updateTable('slot')
    .set({ status: 'booked', ...claim, bookedAt: now })
    .where('id', '=', slotId)
    .where('type', '=', type)
    .where('status', '=', 'open')
    .where('startsAt', '>', now)
    .returningAll()
    .executeTakeFirst()

/** The slot after its claim. */
export const bookedRow = (candidate: BookingCandidate, claimed: Selectable<SlotTable>): SlotRow => ({
  ...candidate,
  ...claimed,
  menteeFirstName: candidate.bookerFirstName,
  menteeLastName: candidate.bookerLastName,
  menteeImage: candidate.bookerImage,
})

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

/** The slots of a series from one of them on, or that one alone, in their order; locked. */
export const lockSeries = (
  db: Db,
  slot: Pick<SlotRow, 'id' | 'mentorId' | 'seriesId' | 'startsAt'>,
  scope: SlotScope,
) =>
  db
    .selectFrom('slot')
    .selectAll()
    .where('mentorId', '=', slot.mentorId)
    .where(({ eb, and }) =>
      scope === 'following' && slot.seriesId
        ? and([eb('seriesId', '=', slot.seriesId), eb('startsAt', '>=', slot.startsAt)])
        : eb('id', '=', slot.id),
    )
    .orderBy('startsAt')
    .orderBy('id')
    .forUpdate()
    .execute()

export const rewriteSlots = (
  db: Db,
  ids: readonly string[],
  text: Partial<Pick<NewSlot, 'mentorPreferences' | 'mentorDescription'>>,
) =>
  Object.keys(text).length === 0
    ? undefined
    : db.updateTable('slot').set(text).where('id', 'in', ids).execute()

export const deleteSlots = (db: Db, ids: readonly string[]) =>
  ids.length === 0 ? undefined : db.deleteFrom('slot').where('id', 'in', ids).execute()

export const slotsByIds = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : slots(db).where('slot.id', 'in', ids).orderBy('slot.startsAt').execute()

export const deleteOpenSlot = (db: Db, slotId: string, mentorId: string) =>
  db
    .deleteFrom('slot')
    .where('id', '=', slotId)
    .where('mentorId', '=', mentorId)
    .where('status', '=', 'open')
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

/** The three open slots of the mentor that lie nearest to a time. */
export async function findAlternatives(
  db: Db,
  mentorId: string,
  type: 'session' | 'intro',
  near: Date,
  now: Date,
) {
  const open = slots(db)
    .where('slot.mentorId', '=', mentorId)
    .where('slot.type', '=', type)
    .where('slot.status', '=', 'open')
    .where('slot.startsAt', '>', now)
  const [later, earlier] = await Promise.all([
    open.where('slot.startsAt', '>=', near).orderBy('slot.startsAt').limit(3).execute(),
    open.where('slot.startsAt', '<', near).orderBy('slot.startsAt', 'desc').limit(3).execute(),
  ])
  const distance = (row: SlotRow) => Math.abs(row.startsAt.getTime() - near.getTime())
  return [...earlier, ...later].sort((a, b) => distance(a) - distance(b)).slice(0, 3)
}

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

/** In which zone each of them reads times; null for whoever has not said so. */
export async function timeZonesOf(
  db: Db,
  accountIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'timeZone'])
    .where('id', '=', anyOf([...new Set(accountIds)]))
    .execute()
  return new Map(rows.map(({ id, timeZone }) => [id, timeZone]))
}
