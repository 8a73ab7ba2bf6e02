import { sql } from 'kysely'
import { tryAdvisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { notifyTerms, termsInUse } from './search-index.queries.ts'
import { quoted } from './tokens.rules.ts'
import { best, someoneHas } from './word-match-fragments.queries.ts'

export async function findTermsAfter(db: Db, last: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    select term from search_term where term > ${last} order by term limit ${limit}`.execute(db)
  return rows.map(({ term }) => term)
}

const given = (terms: readonly string[]) =>
  sql`unnest(${[...terms]}::text[], ${terms.map(quoted)}::text[]) as given (term, lexeme)`
const isUsed = sql.raw(someoneHas('given.lexeme'))

/** Which of them no mentor's row has. */
export async function findUnused(db: Db, terms: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    with ${sql.raw(best)} select given.term from ${given(terms)} where not ${isUsed}`.execute(db)
  return rows.map(({ term }) => term)
}

/** Of terms that no row had: those that nobody has come to have meanwhile. @returns how many went */
export async function deleteUnused(tx: Tx, terms: readonly string[]): Promise<number> {
  const { rows } = await sql`
    with ${sql.raw(best)} delete from search_term using ${given(terms)}
    where search_term.term = given.term and not ${isUsed} returning search_term.term`.execute(tx)
  return rows.length
}

/** @returns false while anybody counts on them */
export const tryTakeTerms = (tx: Tx) => tryAdvisoryLock(tx, termsInUse)

export const notifyTermsGone = (db: Db) => notifyTerms(db, 'all')
