import { sql } from 'kysely'
import { after, daysMs } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Term } from './document.rules.ts'
import { freeWithinDays } from './free-times.rules.ts'

/** As they lie there: mostly those first that have been there for longest. */
export async function findTerms({ pool }: Database, limit: number): Promise<Term[]> {
  const { rows } = await pool.query<Term>('select term, shown from search_term limit $1', [limit])
  return rows
}

/** What the last ANALYZE saw of the words, how many mentors there are, and how many of them are free this week. */
export async function findFrequencies(db: Db, now: Date) {
  const { rows } = await sql<{
    lexemes: string[] | null
    shares: number[] | null
    mentors: number
    available: number
    version: number | null
  }>`
    select (select version from search_rules) as version, most_common_elems::text::text[] as lexemes, most_common_elem_freqs as shares,
           greatest(0, (select reltuples from pg_class where oid = 'mentor_search'::regclass))::float8 as mentors,
           (select count(*) from mentor_search
            where next_available_at > ${now} and next_available_at < ${after(now, daysMs(freeWithinDays))})::float8 as available
    from (select) as one
    left join pg_stats on schemaname = current_schema() and tablename = 'mentor_search' and attname = 'document'`.execute(
    db,
  )
  return rows[0]
}
