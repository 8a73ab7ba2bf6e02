import type { Reads } from '../../platform/db/bounded-reads.ts'
import type { MentorCardRow } from './mentor-card.presenter.ts'
import {
  directionOf,
  nameOf,
  type PageRequest,
  pageStatement,
  passedOf,
  sorts,
  where,
} from './page-statement.queries.ts'
import { best, someoneHas } from './word-match-fragments.queries.ts'

export type FoundRow = MentorCardRow & {
  tier: number
  sortKey: number
  snapshot: string
  isListed: boolean
  /** How many were fetched. */
  foundCount: number
}

/** @returns undefined when the page cannot be told from the rows that were to be looked at */
export async function findPage(db: Reads, parsed: PageRequest): Promise<FoundRow[] | undefined> {
  const { strategy, limit, lookAtMost } = parsed
  const { rows } = await db.pool.query<FoundRow>(pageStatement(parsed))
  if (lookAtMost === undefined) return rows
  if (strategy === 'sort') return rows[0] && rows[0].foundCount >= lookAtMost ? undefined : rows
  return rows.length >= limit || !(await hasFurther(db, parsed, lookAtMost)) ? rows : undefined
}

/** Whether a scan would have passed more than `count` rows. */
async function hasFurther(db: Reads, parsed: PageRequest, count: number): Promise<boolean> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const passed = where(passedOf(parsed, bind))
  const along = `order by ${sorts[parsed.sort].key} ${directionOf(parsed).order}, mentor_id ${directionOf(parsed).order}`
  const tables = parsed.snapshot ? ['mentor_search', 'mentor_search_past'] : ['mentor_search']
  // Together, as they are scanned.
  const both = tables.map((table) => `(select from ${table} ${passed} ${along} limit ${count})`)
  const text = `select exists (select from (${both.join(' union all ')}) as passed offset ${count - 1}) as "hasFurther"`
  const { rows } = await db.pool.query<{ hasFurther: boolean }>({ name: nameOf(text), text, values })
  return rows[0]!.hasFurther
}

/** Whether anybody at all has these words, whatever the filters say. */
export async function hasMatch(db: Reads, query: string): Promise<boolean> {
  const { rows } = await db.pool.query<{ found: boolean }>({
    name: 'search_has_match',
    text: `with ${best} select ${someoneHas('$1')} as found`,
    values: [query],
  })
  return rows[0]!.found
}
