import { type Insertable, type RawBuilder, sql } from 'kysely'
import { after, daysMs } from '../../platform/clock.ts'
import { advisoryLockShared } from '../../platform/db/advisory-lock.ts'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import { prepared, preparedOne } from '../../platform/db/prepared-statements.ts'
import type { MentorSearch } from '../../platform/db/types.generated.ts'
import { isOfferedInSearch } from './bookable-fragments.queries.ts'
import type { Term } from './document.rules.ts'
import { freeWithinDays } from './free-times.rules.ts'
import type { MentorChange } from './mentor-changes.rules.ts'
import { availabilityBonuses } from './quality.rules.ts'

/** Channel on which every process hears of changes that make cached answers wrong; an empty one stands for several mentors. */
export const searchChangedChannel = 'mentor_search_changed'
/** Channel that carries words which no mentor had before, as JSON of `Term[]`; 'all' where they are to be read anew. */
export const searchTermsChannel = 'search_terms_added'

/** @param terms JSON of some, small enough for a notification */
export const notifyTerms = (db: Db, terms: string) =>
  sql`select pg_notify(${searchTermsChannel}, ${terms})`.execute(db)

/** What a search row is made of. */
export const listedMentors = (db: Db) =>
  db
    .selectFrom('mentorProfile')
    .innerJoin('account', 'account.id', 'mentorProfile.accountId')
    .select([
      'mentorProfile.accountId',
      'mentorProfile.jobTitle',
      'mentorProfile.firmName',
      'mentorProfile.expertise',
      'mentorProfile.languages',
      'mentorProfile.location',
      'mentorProfile.shortBio',
      'mentorProfile.bio',
      'mentorProfile.hourlyRate',
      'mentorProfile.ratingSum',
      'mentorProfile.ratingCount',
      'mentorProfile.responseMedianMinutes',
      'mentorProfile.acceptedAt',
      'account.firstName',
      'account.lastName',
      'account.profileImageUrl',
    ])
    .where('mentorProfile.status', '=', 'accepted')
    .where('account.isBlocked', '=', false)
    .where('account.isRestricted', '=', false)
export type ListedMentor = Awaited<ReturnType<ReturnType<typeof listedMentors>['executeTakeFirstOrThrow']>>

export const findListedMentor = (db: Db, mentorId: string) =>
  listedMentors(db).where('mentorProfile.accountId', '=', mentorId).executeTakeFirst()

export type SearchRow = Omit<Insertable<MentorSearch>, 'mentorId' | 'document'> & { document: string }

export function putSearchRow(db: Db, mentorId: string, { document, ...columns }: SearchRow) {
  const row = { ...columns, document: sql<string>`${document}::tsvector` }
  return db
    .insertInto('mentorSearch')
    .values({ mentorId, ...row })
    .onConflict((conflict) => conflict.column('mentorId').doUpdateSet(row))
    .execute()
}

export const deleteSearchRow = (db: Db, mentorId: string) =>
  db.deleteFrom('mentorSearch').where('mentorId', '=', mentorId).execute()

export const lockSearchRows = (db: Db, mentorIds: readonly string[]) =>
  prepared(
    db,
    db
      .selectFrom('mentorSearch')
      .select('mentorId')
      .where('mentorId', '=', anyOf(mentorIds))
      .orderBy('mentorId')
      .forUpdate(),
  )

/** What rows were before: kept for whoever walks a result of that moment. */
export const deletePastRows = (db: Db, supersededBefore: Date) =>
  db.deleteFrom('mentorSearchPast').where('supersededAt', '<', supersededBefore).execute()

/** Held beside each other by those who count on terms that are there already, and alone by who removes unused ones. */
export const termsInUse = 'search terms'

/** Keeps the terms that are new. In one order everywhere, so that two transactions never wait for each other. */
export async function addTerms(db: Db, terms: readonly Term[]): Promise<Term[]> {
  if (terms.length === 0) return []
  await advisoryLockShared(db, termsInUse)
  const { rows } = await sql<Term>`
    insert into search_term (term, shown)
    select term, shown from unnest(
      ${terms.map(({ term }) => term)}::text[], ${terms.map(({ shown }) => shown)}::text[]
    ) as given (term, shown)
    where not exists (select from search_term as known where known.term = given.term)
    order by term
    on conflict do nothing
    returning term, shown`.execute(db)
  return rows
}

export const bonusSql = (now: Date) => sql<number>`(case
  ${sql.join(
    availabilityBonuses.map(
      ({ days, bonus }) =>
        sql`when free.starts_at <= ${now}::timestamptz + ${sql.lit(days)} * interval '1 day' then ${sql.lit(bonus)}`,
    ),
    sql` `,
  )}
  else 0 end)::real`

/** Where the next open slot is in the coming week: at which quarters of the UTC day that week has any. */
export const freeQuartersSql = (mentorId: RawBuilder<unknown>, startsAt: RawBuilder<unknown>, now: Date) => {
  const until = sql`${after(now, daysMs(freeWithinDays))}::timestamptz`
  return sql<string | null>`case when ${startsAt} < ${until} then (
    select bit_or(set_bit(0::bit(96), (extract(epoch from slot.starts_at)::bigint % 86400 / 900)::integer, 1))
    from slot where slot.mentor_id = ${mentorId} and slot.starts_at < ${until} and ${isOfferedInSearch(now)}) end`
}

export const recomputeNextAvailableOf = (db: Db, mentorIds: readonly string[], now: Date) =>
  recomputeNextAvailable(db, sql`mentor_id = ${anyOf(mentorIds)}`, now)

/**
 * Whose row is out of date, of those whose next slot has begun, or has come within the notice of the mentor; for all
 * also of one that should have one and has none, whatever made it so.
 */
export async function findDueAvailability(db: Db, { isForAll }: { isForAll: boolean }, now: Date) {
  const which = isForAll
    ? sql`true`
    : sql`(next_available_at <= ${now} or mentor_id in (
        select mentor_id from availability join mentor_search as row using (mentor_id)
        where notice_hours > 0
          and row.next_available_at <= ${now}::timestamptz + make_interval(hours => notice_hours)))`
  const rows = await prepared(
    db,
    sql<{ mentorId: string }>`with due as (${nextAvailable(which, now)})
      select row.mentor_id as "mentorId" from mentor_search as row join due using (mentor_id) where ${isOutOfDate}`,
  )
  return rows.map(({ mentorId }) => mentorId)
}

const nextAvailable = (which: RawBuilder<unknown>, now: Date) => sql`
  select mentor_id, free.starts_at, (base_quality + ${bonusSql(now)})::real as quality,
         ${freeQuartersSql(sql`mentor_search.mentor_id`, sql`free.starts_at`, now)} as free_quarters,
         mentor_search.quality as earlier_quality, mentor_search.free_quarters as earlier_quarters
  from mentor_search
  left join lateral (
    select min(starts_at) as starts_at from slot
    where slot.mentor_id = mentor_search.mentor_id and ${isOfferedInSearch(now)}
  ) as free on true
  where ${which}`

const isOutOfDate = sql`(row.next_available_at, row.quality, row.free_quarters)
  is distinct from (due.starts_at, due.quality, due.free_quarters)`

/**
 * Writes the next open slot, what it is worth, and the times of the day, of those whose row is out of date.
 * @returns whose row was, and how far that is seen: another time of the same worth moves no mentor in a list
 */
async function recomputeNextAvailable(
  db: Db,
  which: RawBuilder<unknown>,
  now: Date,
): Promise<MentorChange[]> {
  return prepared(
    db,
    sql<MentorChange>`
    with due as (${nextAvailable(which, now)})
    update mentor_search as row 
    set next_available_at = due.starts_at, quality = due.quality, free_quarters = due.free_quarters
    from due
    where due.mentor_id = row.mentor_id and ${isOutOfDate}
    returning row.mentor_id as "mentorId", case
      when due.quality is distinct from due.earlier_quality then 'lists'
      when due.free_quarters is distinct from due.earlier_quarters then 'freeLists'
      else 'card' end as scope`,
  )
}

/** The next open slot of a mentor, and the quarters of the UTC day at which the coming week has any. */
export async function findFreeTimes(db: Db, mentorId: string, now: Date) {
  const free = await preparedOne(
    db,
    sql<{ nextAvailableAt: Date | null; freeQuarters: string | null }>`
    select free.starts_at as "nextAvailableAt",
           ${freeQuartersSql(sql`${mentorId}::uuid`, sql`free.starts_at`, now)} as "freeQuarters"
    from (select min(starts_at) as starts_at from slot
          where slot.mentor_id = ${mentorId} and ${isOfferedInSearch(now)}) as free`,
  )
  return free!
}
