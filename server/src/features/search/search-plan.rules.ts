import { priceBandRange, type SearchQuery } from '@marga/contract/search'
import { after, daysMs } from '../../platform/clock.ts'
import { filterValueOf, qualitySteps, tags } from './document.rules.ts'
import { freeWithinDays, quartersOf } from './free-times.rules.ts'
import type { PageRequest } from './page-statement.queries.ts'
import { estimateOf, type ParsedQuery } from './query-parser.rules.ts'
import { quoted } from './tokens.rules.ts'
import type { Vocabulary } from './vocabulary.rules.ts'

export type PlanLimits = {
  /** So few matches are fetched and sorted without further thought; of more, the best are looked at first. */
  few: number
  /** Up to here all matches are fetched and sorted, beyond it the order's index is scanned. */
  sortUpTo: number
  /**
   * How many rows are looked at before another way is tried: the number of matches is an estimate, and words that
   * are often or never together may put it out by a hundred times.
   */
  lookAtMost: number
  /** A mark of quality that more than this share of all have saves less than it costs. */
  bestShareMax: number
}

/**
 * Both ways cost about the same where fetching n rows is as many as scanning page × mentors ÷ n of them: at about the
 * square root of page × mentors, for a million.
 */
export const defaultPlanLimits: PlanLimits = {
  few: 1000,
  sortUpTo: 3000,
  lookAtMost: 6000,
  bestShareMax: 0.25,
}

/** A tier that holds so many times the page is likely to fill it: the next ones are then not looked at. */
const pagesToBeSure = 4
/** Of more than these a scan has its page sooner than any index of words. */
const bestUpTo = 50_000

export type Filters = Pick<
  SearchQuery,
  'price' | 'rating' | 'available' | 'timeOfDay' | 'utcOffset' | 'language' | 'location'
>

/** Only those who have something to book in the coming week. */
const isForFree = ({ available, timeOfDay }: Pick<Filters, 'available' | 'timeOfDay'>): boolean =>
  available !== undefined || timeOfDay !== undefined

/** The filters that are lexemes of the document. */
export function taggedFilters({ price, rating, language, location }: Filters): string[] {
  return [
    price === 'a' ? '' : tags.price + price,
    rating === '9' ? '' : tags.rating + rating,
    language ? tags.language + filterValueOf(language) : '',
    location ? tags.location + filterValueOf(location) : '',
  ].filter(Boolean)
}

export const narrowingOf = (filters: Filters, now: Date) => ({
  tagged: taggedFilters(filters).map(quoted).join(' & '),
  rate: priceBandRange[filters.price],
  freeBetween: isForFree(filters) ? ([now, after(now, daysMs(freeWithinDays))] as const) : undefined,
  freeQuarters: filters.timeOfDay && quartersOf(filters.timeOfDay, filters.utcOffset),
})

/** One way to the page of a step. It fails where it would have had to look at more rows than it may. */
export type Plan = Pick<PageRequest, 'strategy' | 'isFreeFirst' | 'lookAtMost'> & {
  /** A mark of quality: only those who have it are fetched, which is the page if they fill it. */
  best?: string
}
export type Step = {
  first: number
  last: number
  plans: Plan[]
  /** What to do where all tries fail: each tier by itself. */
  fallbacks: Step[]
}

type PlanFilters = Filters & Pick<SearchQuery, 'limit' | 'sort'>
/** What the plan of a search is made by. */
type PlanBasis = {
  filters: PlanFilters
  vocabulary: Vocabulary
  limits: PlanLimits
  everybody: number
  freeShare: number
  /** How many each tier holds, by words and tagged filters, and by whether they are free. */
  worded: readonly number[]
  counts: readonly number[]
  /** So many are likely to fill the page. */
  sure: number
}

const toItsEnd: Plan = { strategy: 'scan', isFreeFirst: false, lookAtMost: undefined }

/** Which of the tiers are looked for together, in order, and how. */
export function stepsFor(
  parsed: ParsedQuery,
  tierCount: number,
  filters: PlanFilters,
  vocabulary: Vocabulary,
  limits: PlanLimits,
): Step[] {
  const everybody = Math.max(1, vocabulary.mentorCount)
  const tagged = taggedFilters(filters)
  // Nothing to fetch by: a scan has its page at once.
  if (parsed.queryTerms.length === 0 && tagged.length === 0 && !isForFree(filters))
    return [{ first: 0, last: 0, plans: [toItsEnd], fallbacks: [] }]
  const share = tagged.reduce((product, tag) => (product * vocabulary.countOf(tag)) / everybody, 1)
  const freeShare = isForFree(filters) ? vocabulary.availableShare : 1
  const worded = countsOf(parsed, tierCount, vocabulary).map((count) => count * share)
  const counts = worded.map((count) => count * freeShare)
  const sure = pagesToBeSure * filters.limit
  const basis = { filters, vocabulary, limits, everybody, freeShare, worded, counts, sure }
  const steps: Step[] = []
  for (let first = 0; first < counts.length; first = steps.at(-1)!.last + 1) {
    // Few of several kinds are sorted together, up to the kind that probably fills the page.
    let last = first
    while (isSortedWithNext(basis, last)) last++
    steps.push(first < last ? stepOfSeveral(basis, first, last) : stepOfOne(basis, first))
  }
  return steps
}

const isSortedWithNext = (basis: PlanBasis, tier: number): boolean => {
  const { counts, sure, limits } = basis
  const next = counts[tier + 1]
  return (
    counts[tier]! < sure && next !== undefined && next <= (bestOf(basis, next) ? limits.few : limits.sortUpTo)
  )
}

const bestOf = ({ filters, vocabulary, limits, sure }: PlanBasis, count: number) =>
  filters.sort === 'relevance' && count <= bestUpTo
    ? bestTag({ count, enough: sure, shareMax: limits.bestShareMax }, vocabulary)
    : undefined

/** Gathers all, or so many as are no more than a few. */
function sortPlans({ filters, limits, everybody, freeShare, worded }: PlanBasis, last: number) {
  const { few, lookAtMost } = limits
  const isFreeFirst = isForFree(filters) && everybody * freeShare < worded[last]!
  const sortAll: Plan = { strategy: 'sort', isFreeFirst, lookAtMost }
  return { sortAll, soon: { ...sortAll, lookAtMost: Math.min(2 * few, lookAtMost) } }
}

function stepOfSeveral(basis: PlanBasis, first: number, last: number): Step {
  const { counts, limits } = basis
  const count = counts[last]! - (counts[first - 1] ?? 0)
  const { sortAll, soon } = sortPlans(basis, last)
  const fallbacks = Array.from({ length: last - first + 1 }, (_, index) =>
    stepOfOne(basis, first + index, true),
  )
  return { first, last, plans: [count <= limits.few ? soon : sortAll], fallbacks }
}

/** @param isMany together with others it was more than a few, whatever was expected */
function stepOfOne(basis: PlanBasis, tier: number, isMany = false): Step {
  const { counts, limits } = basis
  const { few, sortUpTo, lookAtMost } = limits
  const count = counts[tier]! - (counts[tier - 1] ?? 0)
  const { sortAll, soon } = sortPlans(basis, tier)
  const isFew = count <= few
  // Where they are more than a few after all, they are more than were looked at.
  const best = bestOf(basis, isFew ? 2 * few : count)
  const bestTry = best ? [{ ...sortAll, best }] : []
  const fewTry = isFew ? [soon] : []
  const plans = [
    ...(isMany ? [...bestTry, ...fewTry] : [...fewTry, ...bestTry]),
    ...(isFew || count > sortUpTo ? [{ ...toItsEnd, lookAtMost }] : []),
    sortAll,
    toItsEnd,
  ]
  return { first: tier, last: tier, plans, fallbacks: [] }
}

/** The highest step of quality that about `enough` of `count` have reached. */
function bestTag(
  { count, enough, shareMax }: { count: number; enough: number; shareMax: number },
  vocabulary: Vocabulary,
): string | undefined {
  for (let step: number = qualitySteps.last; step >= qualitySteps.first; step--) {
    const tag = tags.quality + step
    const share = vocabulary.countOf(tag) / Math.max(1, vocabulary.mentorCount)
    if (share > shareMax) return undefined
    if (count * share >= enough) return tag
  }
  return undefined
}

/** Estimates of each tier, never fewer than the tier before. */
function countsOf(parsed: ParsedQuery, tierCount: number, vocabulary: Vocabulary): number[] {
  if (parsed.queryTerms.length === 0) return [vocabulary.mentorCount]
  if (tierCount === 1) return [estimateOf(parsed, '', true, vocabulary)]
  const { nameOrSkill, strong } = tags
  const counts = [
    estimateOf(parsed, nameOrSkill, false, vocabulary),
    estimateOf(parsed, strong, false, vocabulary),
  ]
  if (tierCount === 4) counts.push(estimateOf(parsed, strong, true, vocabulary))
  counts.push(estimateOf(parsed, '', true, vocabulary))
  return counts
}
