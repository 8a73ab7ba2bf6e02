import type { SearchQuery, SearchSort } from '@marga/contract/search'
import type { Clock } from '../../platform/clock.ts'
import type { Reads } from '../../platform/db/bounded-reads.ts'
import type { Cursors } from '../../platform/db/paging.ts'
import { matchedIn } from './matched.rules.ts'
import { presentMentorCard } from './mentor-card.presenter.ts'
import type { PageRequest } from './page-statement.queries.ts'
import { matchableWords, type ParsedQuery, read, tiersOf } from './query-parser.rules.ts'
import { relaxQuery } from './query-relaxation.service.ts'
import { type FoundRow, findPage, hasMatch } from './search.queries.ts'
import { defaultPlanLimits, narrowingOf, type Plan, type PlanLimits, stepsFor } from './search-plan.rules.ts'
import type { SearchQueue } from './search-queue.service.ts'
import { partsOf, readScan, type Scan } from './search-scan.rules.ts'
import type { SearchVocabulary } from './search-vocabulary.service.ts'
import { quoted, wordsOf } from './tokens.rules.ts'

const emptyQuery: ParsedQuery = { queryTerms: [], termsMin: 0 }

type Deps = {
  db: Reads
  clock: Clock
  cursors: Cursors
  words: SearchVocabulary
  queue: SearchQueue
  /** Only tests choose another. */
  planLimits: PlanLimits | undefined
}
type Found = { parsed: ParsedQuery; corrected: string | null; rows: FoundRow[] }

/** Searches mentors, a page at a time. */
export function createMentorSearch(deps: Deps) {
  return async (query: SearchQuery) => {
    const scan = readScan(cursorOf(deps, query.sort).read(query.cursor))
    const wordCount = scan?.parsed.queryTerms.length ?? wordsOf(query.search).length
    return deps.queue(wordCount, () => search(deps, query, scan))
  }
}
export type MentorSearch = ReturnType<typeof createMentorSearch>

/**
 * Of each order its own: what stands for a place in one is no place in another. `cursors.page` does not serve here: a
 * place is a kind of match and a number before the id, and carries the query and the moment that the scan began with.
 */
const cursorOf = ({ cursors }: Deps, sort: SearchSort) =>
  cursors.of(`mentors by ${sort}`, ['number', 'number', 'id', 'text', 'text'])

async function search(deps: Deps, query: SearchQuery, scan: Scan | undefined) {
  const now = deps.clock.now()
  // Words that hold nothing searchable ("???") find nothing, rather than everybody.
  const hasWords = wordsOf(query.search).length > 0
  if (!hasWords && query.search.trim() !== '')
    return { mentorsSearchResult: [], nextCursor: null, correctedSearch: null, isPartial: false }
  const { parsed, corrected, rows } = await find(deps, query, scan, hasWords)
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  const found = matchableWords(parsed)
  const nextScan = rows.length > query.limit &&
    last && {
      parsed,
      position: { tier: last.tier, key: last.sortKey, id: last.id },
      snapshot: scan?.snapshot ?? rows[0]!.snapshot,
    }
  return {
    // Whoever is blocked since the first page is passed over.
    mentorsSearchResult: shown
      .filter((row) => row.isListed)
      .map((row) => {
        const card = presentMentorCard(row, now)
        return { ...card, matched: matchedIn(card, found) }
      }),
    nextCursor: nextScan ? cursorOf(deps, query.sort).write(partsOf(nextScan)) : null,
    correctedSearch: corrected,
    isPartial: parsed.termsMin < parsed.queryTerms.length,
  }
}

async function find(
  deps: Deps,
  query: SearchQuery,
  scan: Scan | undefined,
  hasWords: boolean,
): Promise<Found> {
  if (scan)
    return { parsed: scan.parsed, corrected: null, rows: await findRows(deps, query, scan.parsed, scan) }
  if (hasWords) return findFirst(deps, query)
  return { parsed: emptyQuery, corrected: null, rows: await findRows(deps, query, emptyQuery) }
}

/** Everything together, then with near words, then as many of the words as somebody has. */
async function findFirst(deps: Deps, query: SearchQuery): Promise<Found> {
  const vocabulary = await deps.words.current()
  const { parsed, corrected } = read(query.search, vocabulary, query.exact === '1')
  const given = { parsed, corrected, rows: await findRows(deps, query, parsed) }
  const isMatched = (other: ParsedQuery) => hasMatch(deps.db, tiersOf(other).at(-1)!)
  if (given.rows.length > 0 || query.exact === '1' || (await isMatched(parsed))) return given
  const other = await relaxQuery(parsed, vocabulary, isMatched)
  return other ? { parsed: other, corrected, rows: await findRows(deps, query, other) } : given
}

/** One row more than asked for tells whether there is another page. */
async function findRows(
  deps: Deps,
  query: SearchQuery,
  parsed: ParsedQuery,
  scan?: Scan,
): Promise<FoundRow[]> {
  const { clock, words, planLimits = defaultPlanLimits } = deps
  const all = tiersOf(parsed)
  // In another order than the best match first, the kinds of match do not count.
  const tiers = query.sort === 'relevance' ? all : all.slice(-1)
  const steps = stepsFor(parsed, tiers.length, query, await words.current(), planLimits)
  const rows: FoundRow[] = []
  let snapshot = scan?.snapshot
  for (let step = steps.shift(); step; step = steps.shift()) {
    if (scan && step.last < scan.position.tier) continue
    const page = {
      ...narrowingOf(query, clock.now()),
      first: step.first,
      last: step.last,
      sort: query.sort,
      tiers,
      after: scan?.position,
      snapshot,
      limit: query.limit + 1 - rows.length,
    }
    const found = await findByFirstOf(deps, page, step.plans)
    if (!found) {
      steps.unshift(...step.fallbacks)
      continue
    }
    rows.push(...found)
    if (rows.length > query.limit) break
    // What the first statement saw is what the next ones must see.
    snapshot ??= found[0]?.snapshot
  }
  return rows
}

type PlannedPage = Omit<PageRequest, keyof Plan>

/** By the first of the plans that leads to the page. */
async function findByFirstOf(deps: Deps, page: PlannedPage, plans: readonly Plan[]) {
  for (const plan of plans) {
    const found = await findBy(deps, page, plan)
    if (found) return found
  }
  return undefined
}

async function findBy({ db }: Deps, page: PlannedPage, { best, ...plan }: Plan) {
  const tagged = best ? [quoted(best), page.tagged].filter(Boolean).join(' & ') : page.tagged
  const found = await findPage(db, { ...page, ...plan, tagged })
  return best && found && found.length < page.limit ? undefined : found
}
