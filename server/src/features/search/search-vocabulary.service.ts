import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { searchRulesVersion, type Term, tags } from './document.rules.ts'
import { findAllTerms, findFrequencies } from './search-vocabulary.queries.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.rules.ts'

const frequenciesTtlMs = 5 * 60_000
/** A few milliseconds' work. */
const termsAtOnce = 1000

/** This process's copy of the words: loaded at the first search, then told of every new one. */
export function createSearchVocabulary({ db, clock, log }: { db: Database; clock: Clock; log: Log }) {
  let loading: Promise<Vocabulary> | undefined
  let countedAtMs = 0
  /** Heard of while the words were being read. */
  let early: Term[] = []

  async function load(): Promise<Vocabulary> {
    const vocabulary = createVocabulary()
    const rows = await findAllTerms(db)
    for (let from = 0; from < rows.length; from += termsAtOnce) {
      vocabulary.add(rows.slice(from, from + termsAtOnce))
      // Others are answered in between.
      await setImmediate()
    }
    vocabulary.add(early)
    early = []
    await count(vocabulary)
    return vocabulary
  }

  /** How frequent each lexeme is, as ANALYZE last saw it; what it does not list is rare. */
  async function count(vocabulary: Vocabulary) {
    countedAtMs = clock.now().getTime()
    const found = await findFrequencies(db.query, clock.now())
    const shares = found?.shares ?? []
    // While rows are still written anew, some have no marks of quality: whoever went by them would miss those.
    const isKnown = (lexeme: string) =>
      found?.version === searchRulesVersion || !lexeme.startsWith(tags.quality)
    const mentors = found?.mentors ?? 0
    vocabulary.setCounts({
      mentors,
      shares: new Map(
        (found?.lexemes ?? []).flatMap((lexeme, index) =>
          isKnown(lexeme) ? [[lexeme, shares[index] ?? 0] as const] : [],
        ),
      ),
      available: mentors > 0 ? Math.min(1, (found?.available ?? 0) / mentors) : 1,
    })
  }

  return {
    /** The words, as fresh as the last notification. */
    async current(): Promise<Vocabulary> {
      loading ??= load().catch((error: unknown) => {
        loading = undefined
        throw error
      })
      const vocabulary = await loading
      if (clock.now().getTime() - countedAtMs > frequenciesTtlMs) {
        countedAtMs = clock.now().getTime()
        count(vocabulary).catch((error: unknown) => log.warn({ err: error }, 'word counts are not to be had'))
      }
      return vocabulary
    },
    /** @param payload of the channel of new terms */
    onNotify(payload: string) {
      if (payload === 'all') loading = undefined
      else this.add(JSON.parse(payload))
    },
    add(terms: readonly Term[]) {
      early.push(...terms)
      void loading?.then((vocabulary) => {
        vocabulary.add(terms)
        early = []
      })
    },
    /** After notifications may have been missed: read again at the next search. */
    forget() {
      loading = undefined
    },
  }
}
export type SearchVocabulary = ReturnType<typeof createSearchVocabulary>
