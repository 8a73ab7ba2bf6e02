import { type Facets, type FacetsQuery, relaxable } from '@marga/contract/search'
import type { Clock } from '../../platform/clock.ts'
import type { Reads } from '../../platform/db/bounded-reads.ts'
import { type Tally, tally } from './facet-counts.rules.ts'
import { countGroups, type FacetGroups } from './facets.queries.ts'
import { estimateOf, type ParsedQuery, read, tiersOf } from './query-parser.rules.ts'
import { relaxQuery } from './query-relaxation.service.ts'
import { hasMatch } from './search.queries.ts'
import type { SearchQueue } from './search-queue.service.ts'
import type { SearchVocabulary } from './search-vocabulary.service.ts'
import { wordsOf } from './tokens.rules.ts'

/** Beyond so many matches the counts are drawn from a sample: nobody chooses by the last digits of 412,337. */
const exactUpTo = 20_000
const sampledMentors = 16_000
const sharesInAll = 256

type FacetsDeps = { db: Reads; clock: Clock; words: SearchVocabulary; queue: SearchQueue }

const nobody = { counted: { ...tally([]), languages: [], locations: [] }, isEstimate: false }

type Counted = Tally & Omit<FacetGroups, 'groups'>

/** How many mentors each filter would give, and what to leave out where there are none. */
export function createFacets({ db, clock, words, queue }: FacetsDeps) {
  async function count(query: FacetsQuery, parsed: ParsedQuery) {
    const vocabulary = await words.current()
    const { mentorCount } = vocabulary
    const matches = parsed.queryTerms.length > 0 ? estimateOf(parsed, '', true, vocabulary) : mentorCount
    const isEstimate = matches > exactUpTo
    const shares = isEstimate ? Math.ceil((sampledMentors / mentorCount) * sharesInAll) : sharesInAll
    const { groups, ...values } = await countGroups(
      db.query,
      { query, words: tiersOf(parsed).at(-1) ?? '', shares },
      clock.now(),
    )
    const counted = { ...tally(groups), ...values }
    return { counted: isEstimate ? scaled(counted, sharesInAll / shares) : counted, isEstimate }
  }

  /** What the search itself would look for. */
  async function meant({ search, exact }: FacetsQuery): Promise<ParsedQuery> {
    const vocabulary = await words.current()
    const { parsed } = read(search, vocabulary, exact === '1')
    if (exact === '1') return parsed
    const isMatched = (other: ParsedQuery) => hasMatch(db, tiersOf(other).at(-1)!)
    if (await isMatched(parsed)) return parsed
    return (await relaxQuery(parsed, vocabulary, isMatched)) ?? parsed
  }

  async function facetsOf(query: FacetsQuery, hasWords: boolean): Promise<Facets> {
    const everybody: ParsedQuery = { queryTerms: [], termsMin: 0 }
    const parsed = hasWords ? await meant(query) : everybody
    // As in the search: a text without any word finds nobody.
    const { counted, isEstimate } =
      !hasWords && query.search.trim() !== '' ? nobody : await count(query, parsed)
    const { without, ...facets } = counted
    if (facets.total > 0) return { ...facets, relax: [], isEstimate }
    const isSet = {
      price: query.price !== 'a',
      rating: query.rating !== '9',
      available: query.available !== undefined,
      timeOfDay: query.timeOfDay !== undefined,
      language: Boolean(query.language),
      location: Boolean(query.location),
      search: query.search.trim() !== '',
    }
    const totalOf = async (filter: (typeof relaxable)[number]) =>
      filter === 'search' ? (await count(query, everybody)).counted.total : without[filter]
    const relax: Facets['relax'] = []
    for (const filter of relaxable) {
      if (!isSet[filter]) continue
      const total = await totalOf(filter)
      if (total > 0) relax.push({ filter, total })
    }
    return { ...facets, relax, isEstimate }
  }

  return (query: FacetsQuery) => {
    const wordCount = wordsOf(query.search).length
    return queue(wordCount, () => facetsOf(query, wordCount > 0))
  }
}

/** Two digits are all that a sample can tell. */
function rounded(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1)
  return Math.round(count / unit) * unit
}

function scaled(counted: Counted, factor: number): Counted {
  const up = (count: number) => rounded(count * factor)
  const each = <T extends Record<string, number>>(counts: T) =>
    Object.fromEntries(Object.entries(counts).map(([key, count]) => [key, up(count)])) as T
  const values = (list: Counted['languages']) => list.map(({ value, count }) => ({ value, count: up(count) }))
  return {
    total: up(counted.total),
    price: each(counted.price),
    rating: each(counted.rating),
    available: up(counted.available),
    timesOfDay: each(counted.timesOfDay),
    without: each(counted.without),
    languages: values(counted.languages),
    locations: values(counted.locations),
  }
}
