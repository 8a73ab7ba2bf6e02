import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { SearchQuery, SearchSort } from '@marga/contract/search'
import type { Clock } from '../../platform/clock.ts'
import type { Reads } from '../../platform/db/bounded-reads.ts'
import type { Cursors } from '../../platform/db/paging.ts'
import { presentMentorCard } from '../mentors/mentor-card.presenter.ts'
import { matchedIn } from './matched.rules.ts'
import { type AskedWords, mostThatSomebodyHas, read, stagesOf, wordsFoundBy } from './query-parser.rules.ts'
import { type FoundRow, findPage, hasMatch, type PageAsked, type WalkMark } from './search.queries.ts'
import { narrowingOf, type Reach, stepsFor, type Try, usualReach } from './search-plan.rules.ts'
import type { SearchQueue } from './search-queue.service.ts'
import type { SearchVocabulary } from './search-vocabulary.service.ts'
import { quoted, wordsOf } from './tokens.rules.ts'

const nothingAsked: AskedWords = { wanted: [], leastWanted: 0 }
const unpackedBytesMax = 50_000

type Walk = { asked: AskedWords; mark: WalkMark; snapshot: string }

type MentorSearchDeps = {
  db: Reads
  clock: Clock
  cursors: Cursors
  words: SearchVocabulary
  queue: SearchQueue
  /** Only tests choose another. */
  reach: Reach | undefined
}

export function createMentorSearch({
  db,
  clock,
  cursors,
  words,
  queue,
  reach = usualReach,
}: MentorSearchDeps) {
  /** Of each order its own: what stands for a place in one is no place in another. */
  const marksOf = (sort: SearchSort) =>
    cursors.of(`search by ${sort}`, ['number', 'number', 'id', 'text', 'text'])

  async function findBy(asked: Omit<PageAsked, keyof Try>, { best, ...way }: Try) {
    const marked = best ? [quoted(best), asked.marked].filter(Boolean).join(' & ') : asked.marked
    const found = await findPage(db, { ...asked, ...way, marked })
    return best && found && found.length < asked.limit ? undefined : found
  }

  /** One row more than asked for tells whether there is another page. */
  async function findRows(query: SearchQuery, asked: AskedWords, walk?: Walk): Promise<FoundRow[]> {
    const all = stagesOf(asked)
    // In another order than the best match first, the kinds of match do not count.
    const stages = query.sort === 'relevance' ? all : all.slice(-1)
    const steps = stepsFor(asked, stages.length, query, await words.current(), reach)
    const rows: FoundRow[] = []
    let snapshot = walk?.snapshot
    for (let step = steps.shift(); step; step = steps.shift()) {
      if (walk && step.last < walk.mark.stage) continue
      const page = {
        ...narrowingOf(query, clock.now()),
        first: step.first,
        last: step.last,
        sort: query.sort,
        stages,
        after: walk?.mark,
        snapshot,
        limit: query.limit + 1 - rows.length,
      }
      let found: FoundRow[] | undefined
      for (const way of step.tries) {
        found = await findBy(page, way)
        if (found) break
      }
      if (!found) {
        steps.unshift(...step.apart)
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
    const { asked, corrected } = read(query.search, vocabulary, query.exact === '1')
    const given = { asked, corrected, rows: await findRows(query, asked) }
    const isAnybody = async (other: AskedWords) => hasMatch(db, stagesOf(other).at(-1)!)
    if (given.rows.length > 0 || query.exact === '1' || (await isAnybody(asked))) return given
    const other = await mostThatSomebodyHas(asked, vocabulary, isAnybody)
    return other ? { asked: other, corrected, rows: await findRows(query, other) } : given
  }

  async function search(query: SearchQuery, walk: Walk | undefined) {
    const now = clock.now()
    // Words that hold nothing searchable ("???") find nothing, rather than everybody.
    const hasWords = wordsOf(query.search).length > 0
    if (!hasWords && query.search.trim() !== '')
      return { mentorsSearchResult: [], nextCursor: null, correctedSearch: null, isPartial: false }
    const { asked, corrected, rows } = walk
      ? { asked: walk.asked, corrected: null, rows: await findRows(query, walk.asked, walk) }
      : hasWords
        ? await findFirst(query)
        : { asked: nothingAsked, corrected: null, rows: await findRows(query, nothingAsked) }
    const shown = rows.slice(0, query.limit)
    const last = shown.at(-1)
    const found = wordsFoundBy(asked)
    return {
      // Whoever is blocked since the walk began is passed over.
      mentorsSearchResult: shown
        .filter((row) => row.isListed)
        .map((row) => {
          const card = presentMentorCard(row, now)
          return { ...card, matched: matchedIn(card, found) }
        }),
      nextCursor:
        rows.length > query.limit && last
          ? marksOf(query.sort).write(
              partsOf({
                asked,
                mark: { stage: last.stage, key: last.sortKey, id: last.id },
                snapshot: walk?.snapshot ?? rows[0]!.snapshot,
              }),
            )
          : null,
      correctedSearch: corrected,
      isPartial: asked.leastWanted < asked.wanted.length,
    }
  }

  return async (query: SearchQuery) => {
    const walk = readWalk(marksOf(query.sort).read(query.cursor))
    return queue(walk?.asked.wanted.length ?? wordsOf(query.search).length, () => search(query, walk))
  }
}
export type MentorSearch = ReturnType<typeof createMentorSearch>

type WalkParts = readonly [stage: number, key: number, id: string, snapshot: string, asked: string]

/** The words as the first page understood them travel in the cursor, so that new words do not change the walk. */
const partsOf = ({ asked, mark, snapshot }: Walk): WalkParts => [
  mark.stage,
  mark.key,
  mark.id,
  snapshot,
  deflateRawSync(JSON.stringify(asked)).toString('base64url'),
]

/** Nothing but the size is looked at: the cursor is signed, so these are parts that we wrote. */
function readWalk(parts: WalkParts | undefined): Walk | undefined {
  if (!parts) return undefined
  const [stage, key, id, snapshot, packed] = parts
  const asked = inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: unpackedBytesMax })
  return { asked: JSON.parse(asked.toString()) as AskedWords, mark: { stage, key, id }, snapshot }
}
