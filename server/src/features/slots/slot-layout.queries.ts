import { sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'

export type LaidOut = { id: string; startsAt: Date; endsAt: Date }

/** The open slots ahead that the hours may take away. Those that someone is booking at this moment are left out. */
export const lockOpenLaidOut = (db: Db, mentorId: string, now: Date): Promise<LaidOut[]> =>
  db
    .selectFrom('slot')
    .select(['id', 'startsAt', 'endsAt'])
    .where('mentorId', '=', mentorId)
    .where('status', '=', 'open')
    .where('isLaidOut', '=', true)
    .where('startsAt', '>', now)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()

/** All that takes up time, from a moment on. */
export const findStanding = (db: Db, mentorId: string, from: Date) =>
  db
    .selectFrom('slot')
    .select(['id', 'startsAt', 'endsAt', 'status', 'isLaidOut'])
    .where('mentorId', '=', mentorId)
    .where('status', '!=', 'cancelled')
    .where('startsAt', '>', from)
    .execute()

export const deleteLaidOut = (db: Db, ids: readonly string[]) =>
  db.deleteFrom('slot').where('id', '=', anyOf(ids)).where('status', '=', 'open').execute()

/** What the time of another slot is in the way of is not made. */
export const insertLaidOut = (db: Db, mentorId: string, slots: readonly LaidOut[], now: Date) =>
  sql`
    insert into slot (id, mentor_id, type, starts_at, ends_at, created_at, is_laid_out)
    select id, ${mentorId}, 'session', starts_at, ends_at, ${now}, true
    from unnest(${slots.map(({ id }) => id)}::uuid[], ${slots.map(({ startsAt }) => startsAt)}::timestamptz[],
                ${slots.map(({ endsAt }) => endsAt)}::timestamptz[]) as wanted (id, starts_at, ends_at)
    on conflict do nothing`.execute(db)

const isUnderBusyTime = sql<boolean>`exists (
  select from busy_time
  where busy_time.mentor_id = slot.mentor_id
    and busy_time.starts_at < slot.ends_at and busy_time.ends_at > slot.starts_at)`

const wronglyHidden = (mentorId: string, now: Date) => sql`
  slot.mentor_id = ${mentorId} and slot.status = 'open' and slot.starts_at > ${now}
    and slot.is_hidden <> ${isUnderBusyTime}`

/**
 * Hides the open slots ahead that lie under a busy time, and shows the others; those that someone is booking at this
 * moment are left out. @returns the ids of those that changed
 */
export const hideUnderBusyTimes = async (db: Db, mentorId: string, now: Date): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      with wrong as (
        select id from slot where ${wronglyHidden(mentorId, now)} order by id for update skip locked
      )
      update slot set is_hidden = not is_hidden from wrong where wrong.id = slot.id returning slot.id`.execute(
      db,
    )
  ).rows.map(({ id }) => id)

export const hasWronglyHidden = async (db: Db, mentorId: string, now: Date): Promise<boolean> =>
  (await sql`select from slot where ${wronglyHidden(mentorId, now)} limit 1`.execute(db)).rows.length > 0
