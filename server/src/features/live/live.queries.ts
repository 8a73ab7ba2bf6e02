import type { MemberRole } from '@marga/contract/roles'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isBlockBetween } from '../accounts/block-fragments.queries.ts'

/** Slots with both people, as the room needs them. */
export const sessions = (db: Db) =>
  db
    .selectFrom('slot')
    .innerJoin('account as mentor', 'mentor.id', 'slot.mentorId')
    .innerJoin('account as mentee', 'mentee.id', 'slot.menteeId')
    .select([
      'slot.id',
      'slot.mentorId',
      'slot.menteeId',
      'slot.status',
      'slot.type',
      'slot.startsAt',
      'slot.endsAt',
      'slot.enrollmentId',
      'slot.chargedPeriod',
      'mentor.firstName as mentorFirstName',
      'mentor.lastName as mentorLastName',
      'mentor.profileImageUrl as mentorImage',
      'mentee.firstName as menteeFirstName',
      'mentee.timeZone as menteeTimeZone',
      'mentee.lastName as menteeLastName',
      'mentee.profileImageUrl as menteeImage',
    ])
    .$narrowType<{ menteeId: string }>()
export type SessionRow = Awaited<ReturnType<ReturnType<typeof sessions>['executeTakeFirstOrThrow']>>

export const findSession = (db: Db, slotId: string) =>
  sessions(db).where('slot.id', '=', slotId).executeTakeFirst()

/** Slots whose two people may still deal with each other: none is blocked by a moderator or by the other. */
const unblockedSlots = (db: Db) =>
  db
    .selectFrom('slot')
    .innerJoin('account as mentor', 'mentor.id', 'slot.mentorId')
    .innerJoin('account as mentee', 'mentee.id', 'slot.menteeId')
    .where('mentor.isBlocked', '=', false)
    .where('mentee.isBlocked', '=', false)
    .where(({ not }) => not(isBlockBetween('mentee.id', 'mentor.id')))

/** Which of the rooms may go on: still booked, and no block between the two. */
export const findOpenAmong = async (db: Db, slotIds: readonly string[]) =>
  (
    await unblockedSlots(db)
      .select('slot.id')
      .where('slot.id', 'in', slotIds)
      .where('slot.status', '=', 'booked')
      .execute()
  ).map(({ id }) => id)

export const isAccountBlocked = async (db: Db, accountId: string): Promise<boolean> =>
  (await db.selectFrom('account').select('isBlocked').where('id', '=', accountId).executeTakeFirst())
    ?.isBlocked ?? false

/** Of those that are booked still: by whom, and whether no block keeps the two apart. */
export async function findBookedAmong(db: Db, slotIds: readonly string[]) {
  const rows = await sessions(db)
    .select(({ not, and, eb }) =>
      and([
        eb('mentor.isBlocked', '=', false),
        eb('mentee.isBlocked', '=', false),
        not(isBlockBetween('mentee.id', 'mentor.id')),
      ]).as('isUnblocked'),
    )
    .where('slot.id', 'in', slotIds)
    .where('slot.status', '=', 'booked')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export const isUnblocked = async (db: Db, slotId: string): Promise<boolean> =>
  (await unblockedSlots(db).select('slot.id').where('slot.id', '=', slotId).executeTakeFirst()) !== undefined

/** Of each who was in the room: since when, and when one who is still inside was last seen there. */
export const findPresences = (db: Db, slotId: string) =>
  db
    .selectFrom('liveStay')
    .select(({ fn }) => [
      'accountId',
      fn.min('joinedAt').as('firstJoinedAt'),
      fn.max('seenAt').filterWhere('leftAt', 'is', null).as('seenAt'),
    ])
    .where('slotId', '=', slotId)
    .groupBy('accountId')
    .execute()
export type PresenceRow = Awaited<ReturnType<typeof findPresences>>[number]

export const findAttendances = (db: Db, slotId: string) =>
  db
    .selectFrom('liveStay')
    .select(['accountId', 'joinedAt', 'seenAt', 'leftAt'])
    .where('slotId', '=', slotId)
    .orderBy('joinedAt')
    .execute()

export type NewAttendance = { id: string; slotId: string; accountId: string; connectionId: string; now: Date }

/** Begins a stay; one that a crash left open ends when it was last seen. */
export async function beginAttendance(db: Db, { now, ...attendance }: NewAttendance) {
  await db
    .updateTable('liveStay')
    .set({ leftAt: sql`seen_at` })
    .where('slotId', '=', attendance.slotId)
    .where('accountId', '=', attendance.accountId)
    .where('leftAt', 'is', null)
    .execute()
  await db
    .insertInto('liveStay')
    .values({ ...attendance, joinedAt: now, seenAt: now })
    .execute()
}

/** Whether somebody is here by another page, seen of late: who has moved to another device, say. */
export const hasOtherStay = async (
  db: Db,
  {
    slotId,
    accountId,
    stayId,
    connectionId,
  }: Record<'slotId' | 'accountId' | 'stayId' | 'connectionId', string>,
  seenSince: Date,
): Promise<boolean> =>
  (await db
    .selectFrom('liveStay')
    .select('id')
    .where('slotId', '=', slotId)
    .where('accountId', '=', accountId)
    .where('leftAt', 'is', null)
    .where('seenAt', '>=', seenSince)
    .where('id', '!=', stayId)
    .where('connectionId', '!=', connectionId)
    .executeTakeFirst()) !== undefined

/** @param ends ids of stays, and when each ended */
export const endAttendances = (db: Db, ends: readonly (readonly [stayId: string, at: Date])[]) =>
  sql`
    update live_stay set left_at = greatest(joined_at, ended.at), seen_at = ended.at
    from unnest(${ends.map(([stayId]) => stayId)}::uuid[], ${ends.map(([, at]) => at)}::timestamptz(3)[]) as ended (id, at)
    where live_stay.id = ended.id and left_at is null`.execute(db)

/** @returns the connections whose stay is still theirs */
export const seeAttendances = async (db: Db, connectionIds: readonly string[], at: Date) =>
  (
    await db
      .updateTable('liveStay')
      .set({ seenAt: at })
      .where('connectionId', 'in', connectionIds)
      .where('leftAt', 'is', null)
      .returning('connectionId')
      .execute()
  ).map(({ connectionId }) => connectionId)

export const findOver = (db: Db, endedBefore: Date, limit: number) =>
  sessions(db)
    .where('slot.status', '=', 'booked')
    .where('slot.endsAt', '<=', endedBefore)
    .orderBy('slot.endsAt')
    .limit(limit)
    .execute()

/** The end of the booked session that ends next after a moment. */
export async function findNextEnd(db: Db, afterMoment: Date): Promise<Date | null> {
  const { endsAt } = await db
    .selectFrom('slot')
    .select((eb) => eb.fn.min('endsAt').as('endsAt'))
    .where('status', '=', 'booked')
    .where('endsAt', '>', afterMoment)
    .executeTakeFirstOrThrow()
  return endsAt
}

export const settleSlot = (
  db: Db,
  slotId: string,
  outcome: { status: 'completed' | 'missed'; missedBy?: MemberRole | 'both' },
  now: Date,
) =>
  db
    .updateTable('slot')
    .set({ status: outcome.status, missedBy: outcome.missedBy ?? null, settledAt: now })
    .where('id', '=', slotId)
    .where('status', '=', 'booked')
    .returning('id')
    .executeTakeFirst()

export const findNotes = (db: Db, slotId: string) =>
  db.selectFrom('liveNotes').selectAll().where('slotId', '=', slotId).executeTakeFirst()

export type Notes = { slotId: string; text: string; version: number; now: Date }

/** Writes over the version that the caller knew, and only over that one; nothing where a block keeps the two apart. */
export const writeNotes = (db: Db, { slotId, text, version, now }: Notes) =>
  version === 0
    ? db
        .insertInto('liveNotes')
        .columns(['slotId', 'text', 'version', 'updatedAt'])
        .expression(
          unblockedSlots(db)
            .select([
              'slot.id as slotId',
              sql<string>`${text}::text`.as('text'),
              sql<number>`1`.as('version'),
              sql<Date>`${now}::timestamptz(3)`.as('updatedAt'),
            ])
            .where('slot.id', '=', slotId),
        )
        .onConflict((conflict) => conflict.column('slotId').doNothing())
        .returningAll()
        .executeTakeFirst()
    : db
        .updateTable('liveNotes')
        .set({ text, version: version + 1, updatedAt: now })
        .where('slotId', 'in', unblockedSlots(db).select('slot.id').where('slot.id', '=', slotId))
        .where('version', '=', version)
        .returningAll()
        .executeTakeFirst()
