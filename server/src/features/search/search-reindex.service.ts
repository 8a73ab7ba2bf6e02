import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { searchRulesVersion, type Term } from './document.rules.ts'
import { addTerms } from './search-index.queries.ts'
import * as queries from './search-reindex.queries.ts'
import { termsAndDocumentOf } from './search-row.rules.ts'
import { removeIfUnused } from './unused-terms.service.ts'

/** Writes the search rows of all listed mentors anew: after a change of the rules, a bulk load, or a restore. */
export function createSearchReindex({ db, clock }: { db: Database; clock: Clock }) {
  /** May run beside edits and searches, and twice: each batch holds its mentors still while it reads and writes them. */
  async function reindex(onProgress: (mentors: number) => void = () => {}): Promise<number> {
    const stale = new Set(await queries.findTerms(db))
    const known = new Set(stale)
    await queries.dropIndexOfEmpty(db)
    let [count, last] = [0, '00000000-0000-0000-0000-000000000000']
    for (;;) {
      const batch = await db.transact(async (tx) => {
        const mentors = await queries.lockBatch(tx, last)
        const made = mentors.map((mentor) => ({ mentor, ...termsAndDocumentOf(mentor) }))
        if (made.length > 0) await queries.putSearchRows(tx, made, clock.now())
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
    await queries.createDocumentIndex(db)
    await queries.deleteUnlisted(db.query)
    await removeIfUnused(db, [...stale])
    await queries.analyzeSearchRows(db)
    await queries.setRulesVersion(db, searchRulesVersion)
    await queries.notifyAllChanged(db)
    return count
  }

  return {
    reindex,
    /** Reindexes if other rules wrote the rows. */
    async ensureCurrent(): Promise<void> {
      if ((await queries.findRulesVersion(db)) !== searchRulesVersion) await reindex()
    },
  }
}
export type SearchReindex = ReturnType<typeof createSearchReindex>
