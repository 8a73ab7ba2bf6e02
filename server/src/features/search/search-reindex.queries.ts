import { sql } from 'kysely'
import type { Database, Db } from '../../platform/db/database.ts'
import { neverEndWhenSilent } from '../../platform/db/silent-connections.ts'
import { isOfferedInSearch } from './bookable-fragments.queries.ts'
import { baseQualityOf } from './quality.rules.ts'
import {
  bonusSql,
  freeQuartersSql,
  type ListedMentor,
  listedMentors,
  searchChangedChannel,
  searchTermsChannel,
} from './search-index.queries.ts'
import { sampleOf } from './search-row.rules.ts'

const batchSize = 4000

/** The rules that wrote the rows. */
export async function findRulesVersion({ pool }: Database): Promise<number | undefined> {
  const { rows } = await pool.query<{ version: number }>('select version from search_rules')
  return rows[0]?.version
}

export const setRulesVersion = ({ pool }: Database, version: number) =>
  pool.query('update search_rules set version = $1', [version])

export async function findTerms({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ term: string }>('select term from search_term')
  return rows.map(({ term }) => term)
}

/** A million rows go into an index that is built afterwards in a fifth of the time. */
export async function dropIndexOfEmpty({ pool }: Database) {
  const { rows } = await pool.query('select from mentor_search limit 1')
  if (rows.length === 0) await pool.query('drop index if exists mentor_search_document')
}

export const createDocumentIndex = (db: Database) =>
  runUnbounded(db, 'create index if not exists mentor_search_document on mentor_search using gin (document)')

export const analyzeSearchRows = (db: Database) => runUnbounded(db, 'vacuum analyze mentor_search')

/** Mentors and words alike. */
export const notifyAllChanged = ({ pool }: Database) =>
  pool.query('select pg_notify($1, $2), pg_notify($3, $4)', [
    searchChangedChannel,
    '',
    searchTermsChannel,
    'all',
  ])

/**
 * Outside the pool's limit on how long a statement may take, and one at a time: of two that make the same index at
 * once, `if not exists` or not, PostgreSQL refuses one. The lock goes with the connection.
 */
async function runUnbounded(db: Database, statement: string) {
  const client = await db.pool.connect()
  try {
    neverEndWhenSilent(client)
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '512MB'")
    await client.query(`select pg_advisory_lock(hashtextextended('search:reindex', 0))`)
    await client.query(statement)
  } finally {
    // Closed, not given back: its settings are not those of a request.
    client.release(true)
  }
}

export const lockBatch = (db: Db, last: string) =>
  listedMentors(db)
    .where('mentorProfile.accountId', '>', last)
    .orderBy('mentorProfile.accountId')
    .limit(batchSize)
    .forShare('mentorProfile')
    .execute()

export async function putSearchRows(
  db: Db,
  made: readonly { mentor: ListedMentor; document: string }[],
  now: Date,
) {
  // Nobody who walks a result may lose a row because its words were written anew.
  await sql`select set_config('marga.is_reindexing', 'on', true)`.execute(db)
  await sql`
    insert into mentor_search (mentor_id, document, hourly_rate, rating, rating_count, base_quality, quality,
                               next_available_at, languages, location, listed_at, sample, response_minutes,
                               free_quarters)
    select profile.account_id, made.document::tsvector, profile.hourly_rate,
           profile.rating_sum::numeric / nullif(profile.rating_count, 0), profile.rating_count,
           made.base_quality, made.base_quality + ${bonusSql(now)}, free.starts_at, profile.languages,
           profile.location, coalesce(profile.accepted_at, ${now}), made.sample, profile.response_median_minutes,
           ${freeQuartersSql(sql`made.id`, sql`free.starts_at`, now)}
    from unnest(${made.map(({ mentor }) => mentor.accountId)}::uuid[], ${made.map(({ document }) => document)}::text[],
                ${made.map(({ mentor }) => baseQualityOf(mentor))}::real[],
                ${made.map(({ mentor }) => sampleOf(mentor.accountId))}::smallint[]
         ) as made (id, document, base_quality, sample)
    join mentor_profile as profile on profile.account_id = made.id
    left join lateral (
      select min(starts_at) as starts_at from slot
      where slot.mentor_id = made.id and ${isOfferedInSearch(now)}
    ) as free on true
    on conflict (mentor_id) do update set
      document = excluded.document, hourly_rate = excluded.hourly_rate, rating = excluded.rating,
      rating_count = excluded.rating_count, base_quality = excluded.base_quality, quality = excluded.quality,
      next_available_at = excluded.next_available_at, languages = excluded.languages,
      location = excluded.location, listed_at = excluded.listed_at, sample = excluded.sample,
      response_minutes = excluded.response_minutes, free_quarters = excluded.free_quarters`.execute(db)
}

export const deleteUnlisted = (db: Db) =>
  sql`delete from mentor_search where not exists (
    select from mentor_profile join account on account.id = mentor_profile.account_id
    where mentor_profile.account_id = mentor_search.mentor_id
      and mentor_profile.status = 'accepted' and not account.is_blocked and not account.is_restricted)`.execute(
    db,
  )
