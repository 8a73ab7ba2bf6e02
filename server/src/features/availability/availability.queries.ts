import type { DayOverride, WeeklyRange } from '@marga/contract/availability'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared-statements.ts'
import type { Availability as AvailabilityTable } from '../../platform/db/types.generated.ts'

export type AvailabilityRow = Omit<Selectable<AvailabilityTable>, 'weekly' | 'overrides'> & {
  weekly: WeeklyRange[]
  overrides: DayOverride[]
}
export type BusyTime = { startsAt: Date; endsAt: Date }

const rows = (db: Db, mentorId: string) =>
  db.selectFrom('availability').selectAll().where('mentorId', '=', mentorId)

export const findAvailability = async (db: Db, mentorId: string) =>
  (await rows(db, mentorId).executeTakeFirst()) as AvailabilityRow | undefined

/** What lays out slots, publishes them or reckons with a maximum follows one another by this lock; it is the first of the lock order. */
export const lockAvailability = async (db: Db, mentorId: string) =>
  (await rows(db, mentorId).forUpdate().executeTakeFirst()) as AvailabilityRow | undefined

/** Nothing happens for a mentor without a maximum. */
export const lockMaxima = (db: Db, mentorId: string) =>
  db
    .selectFrom('availability')
    .select('mentorId')
    .where('mentorId', '=', mentorId)
    .where(({ or, eb }) => or([eb('maxPerDay', 'is not', null), eb('maxPerWeek', 'is not', null)]))
    .forUpdate()
    .execute()

/** @throws AppError invalid_request (by the error of PostgreSQL) where the database does not know the zone */
export const checkZone = (db: Db, timeZone: string) =>
  sql`select timestamptz 'epoch' at time zone ${timeZone}`.execute(db)

/** Where the mentor has not said where they are, the hours say it. */
export const nameZoneOfAccount = (db: Db, mentorId: string, timeZone: string) =>
  db
    .updateTable('account')
    .set({ timeZone })
    .where('id', '=', mentorId)
    .where('timeZone', 'is', null)
    .execute()

export type NewAvailability = Omit<AvailabilityRow, 'laidOutAt'>

export function putAvailability(db: Db, { weekly, overrides, ...columns }: NewAvailability) {
  const row = { ...columns, weekly: JSON.stringify(weekly), overrides: JSON.stringify(overrides) }
  return db
    .insertInto('availability')
    .values(row)
    .onConflict((conflict) => conflict.column('mentorId').doUpdateSet(row))
    .execute()
}

export const writeOverrides = (db: Db, mentorId: string, overrides: readonly DayOverride[]) =>
  db
    .updateTable('availability')
    .set({ overrides: JSON.stringify(overrides) })
    .where('mentorId', '=', mentorId)
    .execute()

export const writeLaidOut = (db: Db, mentorId: string, at: { laidOutAt: Date; nextLayoutAt: Date }) =>
  db.updateTable('availability').set(at).where('mentorId', '=', mentorId).execute()

export const deleteAvailability = (db: Db, mentorId: string) =>
  db.deleteFrom('availability').where('mentorId', '=', mentorId).execute()

/** Shut out, closed or not accepted: no hours are laid out for whoever is not listed. */
export const isUnlisted = async (db: Db, mentorId: string): Promise<boolean> =>
  (await db
    .selectFrom('mentorProfile')
    .innerJoin('account', 'account.id', 'mentorProfile.accountId')
    .select('accountId')
    .where('accountId', '=', mentorId)
    .where('mentorProfile.status', '=', 'accepted')
    .where('account.isBlocked', '=', false)
    .executeTakeFirst()) === undefined

/** Of these mentors those whose open slots follow hours or another calendar, in the order of their ids. */
export const findFollowing = async (db: Db, mentorIds: readonly string[]): Promise<string[]> =>
  (
    await prepared(
      db,
      sql<{ id: string }>`
      select id from unnest(${mentorIds as string[]}::uuid[]) as given (id)
      where exists (select from availability where mentor_id = given.id)
        or exists (select from busy_feed where mentor_id = given.id)
      order by id`,
    )
  ).map(({ id }) => id)

/** Whoever is not listed is laid out when that ends. */
const isOfListed = sql<boolean>`exists (
  select from mentor_profile join account on account.id = mentor_profile.account_id
  where account.id = availability.mentor_id and mentor_profile.status = 'accepted' and not account.is_blocked)`

/** Takes those whose horizon is to move on; what becomes of none of them by `again` is taken once more. */
export const takeDueLayouts = async (db: Db, now: Date, again: Date, limit: number): Promise<string[]> =>
  (
    await sql<{ mentorId: string }>`
      with due as (
        select mentor_id from availability where next_layout_at <= ${now} and ${isOfListed}
        order by next_layout_at limit ${limit} for update skip locked
      )
      update availability set next_layout_at = ${again}
      from due where due.mentor_id = availability.mentor_id
      returning availability.mentor_id`.execute(db)
  ).rows.map(({ mentorId }) => mentorId)

export const findNextLayout = async (db: Db, now: Date): Promise<Date | null> =>
  (
    await sql<{ at: Date | null }>`
      select min(next_layout_at) as at from availability where next_layout_at > ${now} and ${isOfListed}`.execute(
      db,
    )
  ).rows[0]?.at ?? null

export const layOutSoon = (db: Db, mentorId: string, now: Date) =>
  db.updateTable('availability').set({ nextLayoutAt: now }).where('mentorId', '=', mentorId).execute()

/** Times in which other calendars say that the mentor is busy, as far as they are not over. */
export const findBusyTimes = (db: Db, mentorId: string, from: Date): Promise<BusyTime[]> =>
  db
    .selectFrom('busyTime')
    .select(['startsAt', 'endsAt'])
    .where('mentorId', '=', mentorId)
    .where('endsAt', '>', from)
    .execute()
