import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { searchRulesVersion, type Term } from './document.rules.ts'
import { baseQualityOf } from './quality.rules.ts'
import {
  addTerms,
  bonusSql,
  type ListedMentor,
  listedMentors,
  sampleOf,
  searchChangedChannel,
  searchTermsChannel,
  termsAndDocumentOf,
} from './search-index.service.ts'
import { quoted } from './tokens.rules.ts'

const batchSize = 4000
const documentIndex =
  'create index if not exists mentor_search_document on mentor_search using gin (document)'

/** Writes the search rows of all listed mentors anew: after a change of the rules, a bulk load, or a restore. */
export function createSearchReindex({ db, clock }: { db: Database; clock: Clock }) {
  /** May run beside edits and searches, and twice: each batch holds its mentors still while it reads and writes them. */
  async function reindex(onProgress: (mentors: number) => void = () => {}): Promise<number> {
    const before = await db.pool.query<{ term: string }>('select term from search_term')
    const stale = new Set(before.rows.map(({ term }) => term))
    const known = new Set(stale)
    // A million rows go into an index that is built afterwards in a fifth of the time.
    const { rows } = await db.pool.query('select from mentor_search limit 1')
    if (rows.length === 0) await db.pool.query('drop index if exists mentor_search_document')
    let [count, last] = [0, '00000000-0000-0000-0000-000000000000']
    for (;;) {
      const batch = await db.transact(async (tx) => {
        const mentors = await lockedBatch(tx, last)
        const made = mentors.map((mentor) => ({ mentor, ...termsAndDocumentOf(mentor) }))
        if (made.length > 0) await writeRows(tx, made, clock.now())
        const fresh = new Map<string, Term>()
        for (const term of made.flatMap(({ terms }) => terms)) {
          stale.delete(term.term)
          if (!known.has(term.term)) fresh.set(term.term, term)
        }
        await addTerms(tx, [...fresh.values()])
        return { mentors, fresh }
      })
      for (const term of batch.fresh.keys()) known.add(term)
      if (batch.mentors.length === 0) break
      count += batch.mentors.length
      last = batch.mentors.at(-1)!.accountId
      onProgress(count)
    }
    await unbounded(db, documentIndex)
    await dropUnlisted(db.query)
    await dropUnused(db.query, [...stale])
    await unbounded(db, 'vacuum analyze mentor_search')
    await db.pool.query('update search_rules set version = $1', [searchRulesVersion])
    await db.pool.query('select pg_notify($1, $2), pg_notify($3, $4)', [
      searchChangedChannel,
      '',
      searchTermsChannel,
      'all',
    ])
    return count
  }

  return {
    reindex,
    /** Reindexes if other rules wrote the rows. */
    async ensureCurrent(): Promise<void> {
      const { rows } = await db.pool.query<{ version: number }>('select version from search_rules')
      if (rows[0]?.version !== searchRulesVersion) await reindex()
    },
  }
}
export type SearchReindex = ReturnType<typeof createSearchReindex>

/** Outside the pool's limit on how long a statement may take. */
async function unbounded(db: Database, statement: string) {
  const client = await db.pool.connect()
  try {
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '512MB'")
    await client.query(statement)
  } finally {
    // Closed, not given back: its settings are not those of a request.
    client.release(true)
  }
}

const lockedBatch = (tx: Db, last: string) =>
  listedMentors(tx)
    .where('mentorProfile.accountId', '>', last)
    .orderBy('mentorProfile.accountId')
    .limit(batchSize)
    .forShare('mentorProfile')
    .execute()

async function writeRows(tx: Db, made: readonly { mentor: ListedMentor; document: string }[], now: Date) {
  // Nobody who walks a result may lose a row because its words were written anew.
  await sql`select set_config('marga.is_reindexing', 'on', true)`.execute(tx)
  await sql`
    insert into mentor_search (mentor_id, document, hourly_rate, rating, rating_count, base_quality, quality,
                               next_available_at, languages, location, listed_at, sample)
    select profile.account_id, made.document::tsvector, profile.hourly_rate,
           profile.rating_sum::numeric / nullif(profile.rating_count, 0), profile.rating_count,
           made.base_quality, made.base_quality + ${bonusSql(now)}, free.starts_at, profile.languages,
           profile.location, coalesce(profile.accepted_at, ${now}), made.sample
    from unnest(${made.map(({ mentor }) => mentor.accountId)}::uuid[], ${made.map(({ document }) => document)}::text[],
                ${made.map(({ mentor }) => baseQualityOf(mentor))}::real[],
                ${made.map(({ mentor }) => sampleOf(mentor.accountId))}::smallint[]
         ) as made (id, document, base_quality, sample)
    join mentor_profile as profile on profile.account_id = made.id
    left join lateral (
      select min(starts_at) as starts_at from slot
      where slot.mentor_id = made.id and status = 'open' and starts_at > ${now}
    ) as free on true
    on conflict (mentor_id) do update set
      document = excluded.document, hourly_rate = excluded.hourly_rate, rating = excluded.rating,
      rating_count = excluded.rating_count, base_quality = excluded.base_quality, quality = excluded.quality,
      next_available_at = excluded.next_available_at, languages = excluded.languages,
      location = excluded.location, listed_at = excluded.listed_at, sample = excluded.sample`.execute(tx)
}

const dropUnlisted = (db: Db) =>
  sql`delete from mentor_search where not exists (
    select from mentor_profile join account on account.id = mentor_profile.account_id
    where mentor_profile.account_id = mentor_search.mentor_id
      and mentor_profile.status = 'accepted' and not account.is_blocked)`.execute(db)

/** Terms that no row had, unless somebody has come to have them meanwhile. */
const dropUnused = (db: Db, terms: readonly string[]) =>
  sql`delete from search_term using unnest(${[...terms]}::text[], ${terms.map(quoted)}::text[]) as stale (term, lexeme)
      where search_term.term = stale.term
        and not exists (select from mentor_search where document @@ stale.lexeme::tsquery)`.execute(db)
