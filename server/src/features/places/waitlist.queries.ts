import { limits } from '@marga/contract/limits'
import { sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import { isBlockBetween } from '../accounts/block-fragments.queries.ts'
import { passedSince } from './passed-offers.queries.ts'
import { placeHolders, placesTaken } from './place-fragments.queries.ts'
import type { Pair } from './places.queries.ts'

export type Entry = Pair & { offeredUntil: Date | null }

/** Until when an offered place is kept: a checkout that is open keeps it longer than the offer. */
export const keptUntil = (entry: string) =>
  sql<Date | null>`case when ${sql.ref(`${entry}.offeredUntil`)} is not null then greatest(
    ${sql.ref(`${entry}.offeredUntil`)},
    (select paying.place_until from checkout as paying where paying.closed_at is null
      and paying.mentor_id = ${sql.ref(`${entry}.mentorId`)} and paying.mentee_id = ${sql.ref(`${entry}.menteeId`)})) end`

/** Nothing where the mentee waits already. Who joins while a place is free for anyone keeps it from no one. */
export const insertEntry = (db: Db, pair: Pair, joinedAt: Date) =>
  db
    .insertInto('waitlistEntry')
    .values({ ...pair, joinedAt, wasFull: false })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** With how many others the mentee waits already. */
export const countOtherEntries = async (db: Db, { menteeId, mentorId }: Pair): Promise<number> =>
  (
    await db
      .selectFrom('waitlistEntry')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('menteeId', '=', menteeId)
      .where('mentorId', '!=', mentorId)
      .executeTakeFirstOrThrow()
  ).count

/** Where a mentee waits, with how many come first; an offer that has run out is no place any more. */
const places = (db: Db, menteeId: string, now: Date) =>
  db
    .selectFrom('waitlistEntry as entry')
    .select(['entry.mentorId', keptUntil('entry').as('offeredUntil')])
    .select(
      sql<number>`(select count(*) from waitlist_entry as ahead where ahead.mentor_id = entry.mentor_id
        and ahead.number <= entry.number
        and coalesce(${keptUntil('ahead')} > ${now}, true))::integer`.as('position'),
    )
    .where('entry.menteeId', '=', menteeId)
    .where(sql<boolean>`coalesce(${keptUntil('entry')} > ${now}, true)`)
    .orderBy('entry.joinedAt')
    .orderBy('entry.number')

export const findPlaces = (db: Db, menteeId: string, now: Date) =>
  places(db, menteeId, now).limit(limits.unpagedListMax).execute()

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

/** Of an offer that was paid for in time, and would be over now. */
export const keepPaidOffer = (
  db: Db,
  { menteeId, mentorId }: Pair,
  { paidAt, now, until }: { paidAt: Date; now: Date; until: Date },
) =>
  db
    .updateTable('waitlistEntry')
    .set({ offeredUntil: until })
    .where('menteeId', '=', menteeId)
    .where('mentorId', '=', mentorId)
    .where('offeredUntil', '>', paidAt)
    .where('offeredUntil', '<=', now)
    .execute()

export const deleteOver = (db: Db, mentorId: string, now: Date) =>
  db
    .deleteFrom('waitlistEntry')
    .where('mentorId', '=', mentorId)
    .where('offeredUntil', '<=', now)
    .where(keptUntil('waitlistEntry'), '<=', now)
    .returning(['menteeId', 'mentorId', 'offeredUntil'])
    .execute()

export const hasEntries = async (db: Db, mentorId: string): Promise<boolean> =>
  (await db
    .selectFrom('waitlistEntry')
    .select('menteeId')
    .where('mentorId', '=', mentorId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * From now on a place that becomes free is offered to those who wait, once all are taken by others than themselves.
 * @param taking who is about to take one
 */
export const noteFull = (db: Db, mentorId: string, taking: string | null = null) =>
  sql`with taken as materialized (
      select holder.mentee_id from account as mentor cross join lateral (${placeHolders('mentor.id')}) as holder
        where mentor.id = ${mentorId}
      union select ${taking}::uuid where ${taking}::uuid is not null)
    update waitlist_entry as entry set was_full = true
    from availability
    where entry.mentor_id = ${mentorId} and not entry.was_full and availability.mentor_id = entry.mentor_id
      and availability.capacity <=
        (select count(*) from taken) - (entry.mentee_id in (select mentee_id from taken))::integer`.execute(
    db,
  )

/**
 * Those to whom a place could be offered: who may subscribe to a mentor who takes mentees, has seen the mentor full,
 * and has not let an offer of theirs pass of late.
 */
const waiting = (db: Db, now: Date) =>
  db
    .selectFrom('waitlistEntry as entry')
    .innerJoin('account as mentee', 'mentee.id', 'entry.menteeId')
    .innerJoin('account as mentor', 'mentor.id', 'entry.mentorId')
    .innerJoin('mentorProfile', 'mentorProfile.accountId', 'entry.mentorId')
    .where('entry.offeredUntil', 'is', null)
    .where('entry.wasFull', '=', true)
    .where('mentee.isBlocked', '=', false)
    .where('mentee.isRestricted', '=', false)
    .where('mentor.isBlocked', '=', false)
    .where('mentor.isRestricted', '=', false)
    .where('mentorProfile.status', '=', 'accepted')
    .where(({ not }) => not(isBlockBetween('entry.menteeId', 'entry.mentorId')))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('passedOffer')
            .select('passedOffer.menteeId')
            .whereRef('passedOffer.menteeId', '=', 'entry.menteeId')
            .whereRef('passedOffer.mentorId', '=', 'entry.mentorId')
            .where('passedOffer.passedAt', '>', passedSince(now)),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('enrollment')
            .select('enrollment.id')
            .whereRef('enrollment.menteeId', '=', 'entry.menteeId')
            .whereRef('enrollment.mentorId', '=', 'entry.mentorId')
            .where('enrollment.status', '!=', 'ended'),
        ),
      ),
    )

/** In the order in which they came. */
export const findWaiting = async (
  db: Db,
  mentorId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> =>
  (
    await waiting(db, now)
      .select('entry.menteeId')
      .where('entry.mentorId', '=', mentorId)
      .orderBy('entry.number')
      .limit(limit)
      .execute()
  ).map(({ menteeId }) => menteeId)

/** @returns those to whom a place was not offered already */
export const offerAll = async (
  db: Db,
  { mentorId, menteeIds }: { mentorId: string; menteeIds: readonly string[] },
  offeredUntil: Date,
): Promise<string[]> =>
  (
    await db
      .updateTable('waitlistEntry')
      .set({ offeredUntil })
      .where('menteeId', '=', anyOf(menteeIds))
      .where('mentorId', '=', mentorId)
      .where('offeredUntil', 'is', null)
      .returning('menteeId')
      .execute()
  ).map(({ menteeId }) => menteeId)

/** Mentors with an offer that has run out, or with a free place for which someone waits. */
export async function findMentorsDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const over = db
    .selectFrom('waitlistEntry as entry')
    .select('entry.mentorId')
    .distinct()
    .where('entry.offeredUntil', '<=', now)
    .where(keptUntil('entry'), '<=', now)
    .limit(limit)
  // Places are counted once for each mentor, however many wait, and only where there is a number of them.
  const withPlaces = db
    .with(
      (cte) => cte('waitedFor').materialized(),
      () => waiting(db, now).select('entry.mentorId').distinct(),
    )
    .selectFrom('waitedFor')
    .leftJoin('availability', 'availability.mentorId', 'waitedFor.mentorId')
    .select('waitedFor.mentorId')
    .where(
      sql<boolean>`case when availability.capacity is null then true
        else availability.capacity > ${placesTaken('waited_for.mentor_id')} end`,
    )
    // Those to whom nothing can be offered yet must not keep the others from their turn.
    .orderBy(sql`random()`)
    .limit(limit)
  const [first, second] = [await over.execute(), await withPlaces.execute()]
  return [...new Set([...first, ...second].map(({ mentorId }) => mentorId))]
}

/** When the next offer runs out, the next checkout gives its place free, or the next who let one pass waits again. */
export async function findNextDue(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from (
      select min(offered_until) as at from waitlist_entry where offered_until > ${now}
      union all
      select min(place_until) from checkout where closed_at is null and place_until > ${now}
        and mentor_id in (select mentor_id from waitlist_entry)
      union all
      select min(passed_at) + (${now}::timestamptz - ${passedSince(now)}::timestamptz)
        from passed_offer join waitlist_entry using (mentor_id, mentee_id)
        where passed_at > ${passedSince(now)}
    ) as due`.execute(db)
  return rows[0]?.at ?? null
}
