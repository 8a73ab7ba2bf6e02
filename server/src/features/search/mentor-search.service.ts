import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { SearchQuery, SearchSort } from '@marga/contract/search'
import type { Clock } from '../../platform/clock.ts'
import type { Reads } from '../../platform/db/bounded-reads.ts'
import type { Cursors } from '../../platform/db/paging.ts'
import { matchedIn } from './matched.rules.ts'
import { presentMentorCard } from './mentor-card.presenter.ts'
import { matchableWords, type ParsedQuery, read, tiersOf } from './query-parser.rules.ts'
import { relaxQuery } from './query-relaxation.service.ts'
import { type FoundRow, findPage, hasMatch, type PageRequest, type ScanPosition } from './search.queries.ts'
import { defaultPlanLimits, narrowingOf, type Plan, type PlanLimits, stepsFor } from './search-plan.rules.ts'
import type { SearchQueue } from './search-queue.service.ts'
import type { SearchVocabulary } from './search-vocabulary.service.ts'
import { quoted, wordsOf } from './tokens.rules.ts'

const emptyQuery: ParsedQuery = { queryTerms: [], termsMin: 0 }
const unpackedBytesMax = 50_000

type Scan = { parsed: ParsedQuery; position: ScanPosition; snapshot: string }

type MentorSearchDeps = {
  db: Reads
  clock: Clock
  cursors: Cursors
  words: SearchVocabulary
  queue: SearchQueue
  /** Only tests choose another. */
  planLimits: PlanLimits | undefined
}

export function createMentorSearch({
  db,
  clock,
  cursors,
  words,
  queue,
  planLimits = defaultPlanLimits,
}: MentorSearchDeps) {
  /** Of each order its own: what stands for a place in one is no place in another. */
  const cursorOf = (sort: SearchSort) =>
    cursors.of(`mentors by ${sort}`, ['number', 'number', 'id', 'text', 'text'])

  async function findBy(request: Omit<PageRequest, keyof Plan>, { best, ...plan }: Plan) {
    const tagged = best ? [quoted(best), request.tagged].filter(Boolean).join(' & ') : request.tagged
    const found = await findPage(db, { ...request, ...plan, tagged })
    return best && found && found.length < request.limit ? undefined : found
  }

  /** One row more than asked for tells whether there is another page. */
  async function findRows(query: SearchQuery, parsed: ParsedQuery, scan?: Scan): Promise<FoundRow[]> {
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
      let found: FoundRow[] | undefined
      for (const plan of step.plans) {
        found = await findBy(page, plan)
        if (found) break
      }
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

  /** Everything together, then with near words, then as many of the words as somebody has. */
  async function findFirst(query: SearchQuery) {
    const vocabulary = await words.current()
    const { parsed, corrected } = read(query.search, vocabulary, query.exact === '1')
    const given = { parsed, corrected, rows: await findRows(query, parsed) }
    const isMatched = (other: ParsedQuery) => hasMatch(db, tiersOf(other).at(-1)!)
    if (given.rows.length > 0 || query.exact === '1' || (await isMatched(parsed))) return given
    const other = await relaxQuery(parsed, vocabulary, isMatched)
    return other ? { parsed: other, corrected, rows: await findRows(query, other) } : given
  }

  async function search(query: SearchQuery, scan: Scan | undefined) {
    const now = clock.now()
    // Words that hold nothing searchable ("???") find nothing, rather than everybody.
    const hasWords = wordsOf(query.search).length > 0
    if (!hasWords && query.search.trim() !== '')
      return { mentorsSearchResult: [], nextCursor: null, correctedSearch: null, isPartial: false }
    const { parsed, corrected, rows } = scan
      ? { parsed: scan.parsed, corrected: null, rows: await findRows(query, scan.parsed, scan) }
      : hasWords
        ? await findFirst(query)
        : { parsed: emptyQuery, corrected: null, rows: await findRows(query, emptyQuery) }
    const shown = rows.slice(0, query.limit)
    const last = shown.at(-1)
    const found = matchableWords(parsed)
    return {
      // Whoever is blocked since the first page is passed over.
      mentorsSearchResult: shown
        .filter((row) => row.isListed)
        .map((row) => {
          const card = presentMentorCard(row, now)
          return { ...card, matched: matchedIn(card, found) }
        }),
      nextCursor:
        rows.length > query.limit && last
          ? cursorOf(query.sort).write(
              partsOf({
                parsed,
                position: { tier: last.tier, key: last.sortKey, id: last.id },
                snapshot: scan?.snapshot ?? rows[0]!.snapshot,
              }),
            )
          : null,
      correctedSearch: corrected,
      isPartial: parsed.termsMin < parsed.queryTerms.length,
    }
  }

  return async (query: SearchQuery) => {
    const scan = readScan(cursorOf(query.sort).read(query.cursor))
    return queue(scan?.parsed.queryTerms.length ?? wordsOf(query.search).length, () => search(query, scan))
  }
}
export type MentorSearch = ReturnType<typeof createMentorSearch>

type ScanParts = readonly [tier: number, key: number, id: string, snapshot: string, parsed: string]

/** The words as the first page understood them travel in the cursor, so that new words do not change the later ones. */
const partsOf = ({ parsed, position, snapshot }: Scan): ScanParts => [
  position.tier,
  position.key,
  position.id,
  snapshot,
  deflateRawSync(JSON.stringify(parsed)).toString('base64url'),
]

/** Nothing but the size is looked at: the cursor is signed, so these are parts that we wrote. */
function readScan(parts: ScanParts | undefined): Scan | undefined {
  if (!parts) return undefined
  const [tier, key, id, snapshot, packed] = parts
  const parsed = inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: unpackedBytesMax })
  return { parsed: JSON.parse(parsed.toString()) as ParsedQuery, position: { tier, key, id }, snapshot }
}
