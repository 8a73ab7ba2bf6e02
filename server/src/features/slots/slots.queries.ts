import type { SlotScope } from '@marga/contract/slots'
import { type Selectable, sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import { prepared, preparedOne } from '../../platform/db/prepared-statements.ts'
import type { Slot as SlotTable } from '../../platform/db/types.generated.ts'

export { isListed } from '../accounts/listing-fragments.queries.ts'

/** Whether a moderator lets one of them meet nobody new for now. */
export const isOneRestricted = async (db: Db, accountIds: readonly string[]): Promise<boolean> =>
  (await db
    .selectFrom('account')
    .select('id')
    .where('id', 'in', accountIds)
    .where('isRestricted', '=', true)
    .executeTakeFirst()) !== undefined

/** By name: PostgreSQL keeps no plan of a statement that gives whatever columns there are, and this one is long to plan. */
export const slotColumns = [
  'id',
  'mentorId',
  'menteeId',
  'type',
  'status',
  'startsAt',
  'endsAt',
  'topic',
  'topicDescription',
  'mentorPreferences',
  'mentorDescription',
  'seriesId',
  'isLaidOut',
  'isHidden',
  'enrollmentId',
  'chargedPeriod',
  'bookingId',
  'calendarSequence',
  'moves',
  'bookedAt',
  'cancelledAt',
  'settledAt',
  'missedBy',
  'createdAt',
] as const satisfies readonly (keyof SlotTable)[]
type SlotColumn = (typeof slotColumns)[number]
const slotReferences = slotColumns.map((column): `slot.${SlotColumn}` => `slot.${column}`)

/** Where the room was closed later than that, it was missed by whoever closed it. */
const couldNotGoOn = sql<boolean>`slot.missed_by is not distinct from 'both'
  and exists (select from room_closure where room_closure.slot_id = slot.id)`.as('couldNotGoOn')

/** Slots with both people. */
export const slots = (db: Db) =>
  db
    .selectFrom('slot')
    .innerJoin('account as mentor', 'mentor.id', 'slot.mentorId')
    .leftJoin('account as mentee', 'mentee.id', 'slot.menteeId')
    .leftJoin('sessionCredit as credit', 'credit.slotId', 'slot.id')
    .leftJoin('enrollment as paidBy', 'paidBy.id', 'slot.enrollmentId')
    .select(slotReferences)
    .select(couldNotGoOn)
    .select([
      'credit.id as creditId',
      'paidBy.status as paidByStatus',
      'paidBy.periodEnd as paidUntil',
      'mentor.firstName as mentorFirstName',
      'mentor.lastName as mentorLastName',
      'mentor.profileImageUrl as mentorImage',
      'mentor.timeZone as mentorTimeZone',
      'mentor.isBlocked as isMentorBlocked',
      'mentor.isRestricted as isMentorRestricted',
      'mentee.firstName as menteeFirstName',
      'mentee.lastName as menteeLastName',
      'mentee.profileImageUrl as menteeImage',
      'mentee.timeZone as menteeTimeZone',
    ])
export type SlotRow = Awaited<ReturnType<ReturnType<typeof slots>['executeTakeFirstOrThrow']>>

export const findSlot = (db: Db, slotId: string) => preparedOne(db, slots(db).where('slot.id', '=', slotId))

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
  isLaidOut?: boolean
}

/** As much of a row as makes the same slot anew, by hand, while nobody has booked it. */
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

/** What the mentor writes on is no longer the weekly hours' to take away. */
export const rewriteSlots = (
  db: Db,
  ids: readonly string[],
  text: Partial<Pick<NewSlot, 'mentorPreferences' | 'mentorDescription'>>,
) =>
  Object.keys(text).length === 0
    ? undefined
    : db
        .updateTable('slot')
        .set({ ...text, isLaidOut: false })
        .where('id', 'in', ids)
        .execute()

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

/** In which zone each of them reads times; null for whoever has not said so. */
export async function timeZonesOf(
  db: Db,
  accountIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await prepared(
    db,
    db
      .selectFrom('account')
      .select(['id', 'timeZone'])
      .where('id', '=', anyOf([...new Set(accountIds)])),
  )
  return new Map(rows.map(({ id, timeZone }) => [id, timeZone]))
}

/** What a text to or about each of them needs. */
export async function findReaders(db: Db, accountIds: readonly string[]) {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'firstName', 'timeZone'])
    .where('id', '=', anyOf([...new Set(accountIds)]))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export const deleteAllOpen = (db: Db, mentorId: string) =>
  db.deleteFrom('slot').where('mentorId', '=', mentorId).where('status', '=', 'open').execute()

export const findFirstName = async (db: Db, accountId: string) =>
  db.selectFrom('account').select(['id', 'firstName']).where('id', '=', accountId).executeTakeFirstOrThrow()
