import type { Database } from '../../platform/db/database.ts'
import * as queries from './unused-terms.queries.ts'

const termsAtOnce = 500
/** Fewer may stay in memory: a word that nobody has any more finds nobody, and is then taken for a near one. */
const readAnewFrom = 1_000

/** Removes the terms that no mentor's row has any more, a few at a time. Runs from cron. @returns how many went */
export async function removeUnusedTerms(db: Database): Promise<number> {
  let removed = 0
  let last = ''
  for (;;) {
    const terms = await queries.findTermsAfter(db.query, last, termsAtOnce)
    if (terms.length === 0) break
    last = terms.at(-1)!
    removed += await removeIfUnused(db, await queries.findUnused(db.query, terms))
  }
  if (removed >= readAnewFrom) await queries.notifyTermsGone(db.query)
  return removed
}

/**
 * Of terms that no row had, those that still none has. Whoever writes a row finds its terms there, and adds none; what
 * somebody may be counting on at this moment stays until the next time.
 */
export async function removeIfUnused(db: Database, terms: readonly string[]): Promise<number> {
  let removed = 0
  for (let from = 0; from < terms.length; from += termsAtOnce) {
    const some = terms.slice(from, from + termsAtOnce)
    removed += await db.transact(async (tx) =>
      (await queries.tryTakeTerms(tx)) ? queries.deleteUnused(tx, some) : 0,
    )
  }
  return removed
}
