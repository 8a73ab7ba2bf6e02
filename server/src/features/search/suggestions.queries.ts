import type { Reads } from '../../platform/db/bounded-reads.ts'
import { quoted } from './tokens.rules.ts'
import { best, byIndex, someoneHas } from './word-match-fragments.queries.ts'

/** Which of the lexemes somebody still has: terms outlive the last mentor who used them, until the night. */
export async function indexedLexemes(db: Reads, lexemes: readonly string[]): Promise<ReadonlySet<string>> {
  if (lexemes.length === 0) return new Set()
  const tests = lexemes.map((_, index) => someoneHas(`$${index + 1}`))
  const { rows } = await db.pool.query<{ found: boolean[] }>(
    `with ${best} select array[${tests.join(', ')}] as found`,
    lexemes.map(quoted),
  )
  return new Set(lexemes.filter((_, index) => rows[0]!.found[index]))
}

/** The best mentors of these names. Of a frequent name a few of the many do: their order is not looked at. */
export async function findNamed(db: Reads, query: string, limit: number) {
  if (query === '' || limit <= 0) return []
  const { rows } = await db.pool.query<{ id: string; name: string }>({
    text: `with found as materialized (
        select mentor_id, quality from mentor_search where ${byIndex('$1')} limit 500
      )
      select id, first_name || ' ' || last_name as name
      from found join account on account.id = found.mentor_id
      order by quality desc, id limit $2`,
    values: [query, limit],
  })
  return rows
}
