import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isBlockBetween } from '../accounts/block-fragments.queries.ts'
import { placesTaken } from './place-fragments.queries.ts'
import type { Pair } from './places.queries.ts'

export type Entry = Pair & { offeredUntil: Date | null }

/** Nothing where the mentee waits already. */
export const insertEntry = (db: Db, pair: Pair, joinedAt: Date) =>
  db
    .insertInto('waitlistEntry')
    .values({ ...pair, joinedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Where a mentee waits, with how many come first; an offer that has run out is no place any more. */
const places = (db: Db, menteeId: string, now: Date) =>
  db
    .selectFrom('waitlistEntry as entry')
    .select(['entry.mentorId', 'entry.offeredUntil'])
    .select(
      sql<number>`(select count(*) from waitlist_entry as ahead where ahead.mentor_id = entry.mentor_id
        and ahead.number <= entry.number
        and (ahead.offered_until is null or ahead.offered_until > ${now}))::integer`.as('position'),
    )
    .where('entry.menteeId', '=', menteeId)
    .where(({ or, eb }) => or([eb('entry.offeredUntil', 'is', null), eb('entry.offeredUntil', '>', now)]))
    .orderBy('entry.joinedAt')
    .orderBy('entry.number')

export const findPlaces = (db: Db, menteeId: string, now: Date) => places(db, menteeId, now).execute()

export const findPlace = (db: Db, { menteeId, mentorId }: Pair, now: Date) =>
  places(db, menteeId, now).where('entry.mentorId', '=', mentorId).executeTakeFirstOrThrow()

export const deleteEntry = (db: Db, { menteeId, mentorId }: Pair): Promise<Entry | undefined> =>
  db
    .deleteFrom('waitlistEntry')
    .where('menteeId', '=', menteeId)
    .where('mentorId', '=', mentorId)
    .returning(['menteeId', 'mentorId', 'offeredUntil'])
    .executeTakeFirst()

export const deleteAllOf = (db: Db, column: 'menteeId' | 'mentorId', id: string): Promise<Entry[]> =>
  db
    .deleteFrom('waitlistEntry')
    .where(column, '=', id)
    .returning(['menteeId', 'mentorId', 'offeredUntil'])
    .execute()

export const deleteOver = (db: Db, mentorId: string, now: Date) =>
  db
    .deleteFrom('waitlistEntry')
    .where('mentorId', '=', mentorId)
    .where('offeredUntil', '<=', now)
    .returning(['menteeId', 'mentorId', 'offeredUntil'])
    .execute()

export const hasEntries = async (db: Db, mentorId: string): Promise<boolean> =>
  (await db
    .selectFrom('waitlistEntry')
    .select('menteeId')
    .where('mentorId', '=', mentorId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Those to whom a place could be offered: who may subscribe to a mentor who takes mentees. */
const waiting = (db: Db) =>
  db
    .selectFrom('waitlistEntry as entry')
    .innerJoin('account as mentee', 'mentee.id', 'entry.menteeId')
    .innerJoin('account as mentor', 'mentor.id', 'entry.mentorId')
    .innerJoin('mentorProfile', 'mentorProfile.accountId', 'entry.mentorId')
    .where('entry.offeredUntil', 'is', null)
    .where('mentee.isBlocked', '=', false)
    .where('mentee.isRestricted', '=', false)
    .where('mentor.isBlocked', '=', false)
    .where('mentor.isRestricted', '=', false)
    .where('mentorProfile.status', '=', 'accepted')
    .where(({ not }) => not(isBlockBetween('entry.menteeId', 'entry.mentorId')))

/** In the order in which they came. */
export const findWaiting = (db: Db, mentorId: string, limit: number): Promise<Pair[]> =>
  waiting(db)
    .select(['entry.menteeId', 'entry.mentorId'])
    .where('entry.mentorId', '=', mentorId)
    .orderBy('entry.number')
    .limit(limit)
    .execute()

/** Nothing where a place is offered already. */
export const offer = (db: Db, { menteeId, mentorId }: Pair, offeredUntil: Date) =>
  db
    .updateTable('waitlistEntry')
    .set({ offeredUntil })
    .where('menteeId', '=', menteeId)
    .where('mentorId', '=', mentorId)
    .where('offeredUntil', 'is', null)
    .returning(['menteeId', 'mentorId'])
    .executeTakeFirst()

/** Mentors with an offer that has run out, or with a free place for which someone waits. */
export async function findMentorsDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const over = db
    .selectFrom('waitlistEntry as entry')
    .select('entry.mentorId')
    .distinct()
    .where('entry.offeredUntil', '<=', now)
    .limit(limit)
  const withPlaces = waiting(db)
    .leftJoin('availability', 'availability.mentorId', 'entry.mentorId')
    .select('entry.mentorId')
    .distinct()
    .where(({ or, eb }) =>
      or([
        eb('availability.capacity', 'is', null),
        eb('availability.capacity', '>', placesTaken('entry.mentor_id')),
      ]),
    )
    .limit(limit)
  const [first, second] = [await over.execute(), await withPlaces.execute()]
  return [...new Set([...first, ...second].map(({ mentorId }) => mentorId))]
}

/** When the next offer runs out, or the next checkout gives its place free. */
export async function findNextDue(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from (
      select min(offered_until) as at from waitlist_entry where offered_until > ${now}
      union all
      select min(place_until) from checkout where closed_at is null and place_until > ${now}
        and mentor_id in (select mentor_id from waitlist_entry)
    ) as due`.execute(db)
  return rows[0]?.at ?? null
}
