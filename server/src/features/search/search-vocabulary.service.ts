import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { remainingMs, within } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { searchRulesVersion, type Term, tags } from './document.rules.ts'
import { findFrequencies, findTerms } from './search-vocabulary.queries.ts'
import { createVocabulary, termsMax, type Vocabulary } from './vocabulary.rules.ts'

const frequenciesTtlMs = 5 * 60_000
/** A few milliseconds' work. */
const termsAtOnce = 1000

type Deps = {
  db: Database
  clock: Clock
  log: Log
  /** Tests choose another. */
  max?: number
}
type Copy = Deps & {
  loading: Promise<Vocabulary> | undefined
  countedAtMs: number
}

/** This process's copy of the words: loaded at the first search, then told of every new one. */
export function createSearchVocabulary(deps: Deps) {
  const copy: Copy = { ...deps, loading: undefined, countedAtMs: 0 }
  /** While they are read, once they are there; a process that reads none will find them with all others. */
  const add = (terms: readonly Term[]) =>
    void copy.loading?.then(
      (vocabulary) => vocabulary.add(terms),
      () => {},
    )
  return {
    /**
     * The words, as fresh as the last notification. They are read once for all who wait, none of whom waits beyond a
     * deadline of its own.
     * @throws AppError unavailable
     */
    current(): Promise<Vocabulary> {
      const left = remainingMs()
      return left === undefined ? readCurrent(copy) : within(left, readCurrent(copy), tooLate)
    },
    /** @param payload of the channel of new terms */
    onNotify(payload: string) {
      if (payload === 'all') copy.loading = undefined
      else add(JSON.parse(payload))
    },
    add,
    /** After notifications may have been missed: read again at the next search. */
    forget() {
      copy.loading = undefined
    },
  }
}
export type SearchVocabulary = ReturnType<typeof createSearchVocabulary>

const tooLate = () => new AppError('unavailable', { retryAfterSeconds: 2 })

async function readCurrent(copy: Copy): Promise<Vocabulary> {
  const { clock, log } = copy
  copy.loading ??= load(copy).catch((error: unknown) => {
    copy.loading = undefined
    throw error
  })
  const vocabulary = await copy.loading
  if (clock.now().getTime() - copy.countedAtMs > frequenciesTtlMs) {
    copy.countedAtMs = clock.now().getTime()
    count(copy, vocabulary).catch((error: unknown) =>
      log.warn({ err: error }, 'word counts are not to be had'),
    )
  }
  return vocabulary
}

async function load(copy: Copy): Promise<Vocabulary> {
  const { db, max = termsMax } = copy
  const vocabulary = createVocabulary(max)
  const rows = await findTerms(db, max)
  if (rows.length === max) vocabulary.missSome()
  for (let from = 0; from < rows.length; from += termsAtOnce) {
    vocabulary.add(rows.slice(from, from + termsAtOnce))
    // Others are answered in between.
    await setImmediate()
  }
  await count(copy, vocabulary)
  return vocabulary
}

/** How frequent each lexeme is, as ANALYZE last saw it; what it does not list is rare. */
async function count(copy: Copy, vocabulary: Vocabulary) {
  const { db, clock } = copy
  copy.countedAtMs = clock.now().getTime()
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
