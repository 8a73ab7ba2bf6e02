import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { BusyFeed as BusyFeedTable } from '../../platform/db/types.generated.ts'
import type { BusyTime } from './availability.queries.ts'

export type FeedRow = Pick<Selectable<BusyFeedTable>, 'id' | 'host' | 'readAt' | 'failure'>
export type ReadFeed = Pick<
  Selectable<BusyFeedTable>,
  'id' | 'mentorId' | 'urlEncrypted' | 'etag' | 'etagUntil' | 'readAt'
>

export const findFeeds = (db: Db, mentorId: string): Promise<FeedRow[]> =>
  db
    .selectFrom('busyFeed')
    .select(['id', 'host', 'readAt', 'failure'])
    .where('mentorId', '=', mentorId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

export const hasFeedOf = async (db: Db, mentorId: string, urlHash: Buffer): Promise<boolean> =>
  (await db
    .selectFrom('busyFeed')
    .select('id')
    .where('mentorId', '=', mentorId)
    .where('urlHash', '=', urlHash)
    .executeTakeFirst()) !== undefined

export type NewFeed = Omit<Insertable<BusyFeedTable>, 'place'>

/** At the first place that is free. @returns whether there was one */
export const insertFeed = async (db: Db, feed: NewFeed, placesMax: number): Promise<boolean> =>
  (
    await sql`
      insert into busy_feed (id, mentor_id, place, url_encrypted, url_hash, host, etag, etag_until,
                             created_at, read_at, read_again_at)
      select ${feed.id}, ${feed.mentorId}, place, ${feed.urlEncrypted}, ${feed.urlHash}, ${feed.host},
             ${feed.etag}, ${feed.etagUntil}, ${feed.createdAt}, ${feed.readAt}, ${feed.readAgainAt}
      from generate_series(1, ${placesMax}::integer) as place
      where not exists (select from busy_feed where mentor_id = ${feed.mentorId} and busy_feed.place = place.place)
      order by place limit 1
      returning id`.execute(db)
  ).rows.length > 0

/** Undefined where the mentor has none of that id. */
export const lockFeedOf = (db: Db, mentorId: string, id: string) =>
  db
    .selectFrom('busyFeed')
    .select('id')
    .where('id', '=', id)
    .where('mentorId', '=', mentorId)
    .forUpdate()
    .executeTakeFirst()

export const deleteFeed = (db: Db, id: string) => db.deleteFrom('busyFeed').where('id', '=', id).execute()

export const deleteFeedsOf = (db: Db, mentorId: string) =>
  db.deleteFrom('busyFeed').where('mentorId', '=', mentorId).execute()

/** All calendars of the mentor are to be read anew, changed or not. @returns their ids */
export const readAllAnew = async (db: Db, mentorId: string, now: Date): Promise<string[]> =>
  (
    await db
      .updateTable('busyFeed')
      .set({ etag: null, readAgainAt: now })
      .where('mentorId', '=', mentorId)
      .returning('id')
      .execute()
  ).map(({ id }) => id)

export const readOnceMore = (db: Db, id: string, now: Date) =>
  db.updateTable('busyFeed').set({ etag: null, readAgainAt: now }).where('id', '=', id).execute()

/** Nobody reads the calendars of mentors who are shut out, closed or not accepted. */
const isOfOpenMentor = sql<boolean>`exists (
  select from mentor_profile join account on account.id = mentor_profile.account_id
  where account.id = busy_feed.mentor_id and mentor_profile.status = 'accepted' and not account.is_blocked)`

/** Takes those that are to be read; what becomes of none of them by `again` is taken once more. */
export const takeDueFeeds = async (db: Db, now: Date, again: Date, limit: number): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      with due as (
        select id from busy_feed where read_again_at <= ${now} and ${isOfOpenMentor}
        order by read_again_at limit ${limit} for update skip locked
      )
      update busy_feed set read_again_at = ${again} from due where due.id = busy_feed.id
      returning busy_feed.id`.execute(db)
  ).rows.map(({ id }) => id)

const forReading = (db: Db, id: string) =>
  db
    .selectFrom('busyFeed')
    .select(['id', 'mentorId', 'urlEncrypted', 'etag', 'etagUntil', 'readAt'])
    .where('id', '=', id)

export const findFeedToRead = (db: Db, id: string): Promise<ReadFeed | undefined> =>
  forReading(db, id).where(isOfOpenMentor).executeTakeFirst()

/** Undefined where it was removed. */
export const lockFeed = (db: Db, id: string): Promise<ReadFeed | undefined> =>
  forReading(db, id).forUpdate().executeTakeFirst()

export type FeedReading = {
  etag?: string | null
  etagUntil?: Date | null
  readAt?: Date
  failure: string | null
  readAgainAt: Date
}
export const writeReading = (db: Db, id: string, reading: FeedReading) =>
  db.updateTable('busyFeed').set(reading).where('id', '=', id).execute()

export const deleteBusyTimes = (db: Db, feedId: string) =>
  db.deleteFrom('busyTime').where('feedId', '=', feedId).execute()

export const insertBusyTimes = (
  db: Db,
  { id, mentorId }: { id: string; mentorId: string },
  times: readonly BusyTime[],
) =>
  sql`
    insert into busy_time (feed_id, mentor_id, starts_at, ends_at)
    select ${id}::uuid, ${mentorId}::uuid, starts_at, ends_at
    from unnest(${times.map(({ startsAt }) => startsAt)}::timestamptz[],
                ${times.map(({ endsAt }) => endsAt)}::timestamptz[]) as given (starts_at, ends_at)`.execute(
    db,
  )
