import { priceBandRange, type SearchQuery } from '@marga/contract/search'
import { after, daysMs } from '../../platform/clock.ts'
import { filterValueOf, marks, qualitySteps } from './document.rules.ts'
import { type AskedWords, estimateOf } from './query-parser.rules.ts'
import type { PageAsked } from './search.queries.ts'
import { quoted } from './tokens.rules.ts'
import type { Vocabulary } from './vocabulary.rules.ts'

export type Reach = {
  /** So few matches are fetched and sorted without further thought; of more, the best are looked at first. */
  few: number
  /** Up to here all matches are fetched and sorted, beyond it the order's index is walked. */
  gatherUpTo: number
  /**
   * How many rows are looked at before another way is tried: the number of matches is an estimate, and words that
   * are often or never together may put it out by a hundred times.
   */
  lookAtMost: number
  /** A mark of quality that more than this share of all have saves less than it costs. */
  bestShareMax: number
}

/**
 * Both ways cost about the same where fetching n rows is as many as walking page × mentors ÷ n of them: at about the
 * square root of page × mentors, for a million.
 */
export const usualReach: Reach = { few: 1000, gatherUpTo: 3000, lookAtMost: 6000, bestShareMax: 0.25 }

/** A stage that holds so many times the page is likely to fill it: the next ones are then not looked at. */
const pagesToBeSure = 4
/** Of more than these a walk has its page sooner than any index of words. */
const bestUpTo = 50_000

export type Filters = Pick<SearchQuery, 'price' | 'rating' | 'available' | 'language' | 'location'>

/** The filters that are lexemes of the document. */
export function markedFilters({ price, rating, language, location }: Filters): string[] {
  return [
    price === 'a' ? '' : marks.price + price,
    rating === '9' ? '' : marks.rating + rating,
    language ? marks.language + filterValueOf(language) : '',
    location ? marks.location + filterValueOf(location) : '',
  ].filter(Boolean)
}

export const narrowingOf = (filters: Filters, now: Date) => ({
  marked: markedFilters(filters).map(quoted).join(' & '),
  rate: priceBandRange[filters.price],
  freeBetween: filters.available ? ([now, after(now, daysMs(7))] as const) : undefined,
})

/** One way to the page of a step. It fails where it would have had to look at more rows than it may. */
export type Try = Pick<PageAsked, 'way' | 'isFreeFirst' | 'lookAtMost'> & {
  /** A mark of quality: only those who have it are gathered, which is the page if they fill it. */
  best?: string
}
export type Step = {
  first: number
  last: number
  tries: Try[]
  /** What to do where all tries fail: each stage by itself. */
  apart: Step[]
}

/** Which of the stages are looked for together, in order, and how. */
export function stepsFor(
  asked: AskedWords,
  stageCount: number,
  filters: Filters & Pick<SearchQuery, 'limit' | 'sort'>,
  vocabulary: Vocabulary,
  { few, gatherUpTo, lookAtMost, bestShareMax }: Reach,
): Step[] {
  const everybody = Math.max(1, vocabulary.mentorCount)
  const marked = markedFilters(filters)
  const share = marked.reduce((product, mark) => (product * vocabulary.countOf(mark)) / everybody, 1)
  const freeShare = filters.available ? vocabulary.availableShare : 1
  const worded = countsOf(asked, stageCount, vocabulary).map((count) => count * share)
  const counts = worded.map((count) => count * freeShare)
  const sure = pagesToBeSure * filters.limit
  const toItsEnd: Try = { way: 'walk', isFreeFirst: false, lookAtMost: undefined }
  // Nothing to gather by: a walk has its page at once.
  if (asked.wanted.length === 0 && marked.length === 0 && !filters.available)
    return [{ first: 0, last: 0, tries: [toItsEnd], apart: [] }]

  const bestOf = (count: number) =>
    filters.sort === 'relevance' && count <= bestUpTo
      ? bestMark({ count, enough: sure, shareMax: bestShareMax }, vocabulary)
      : undefined
  /** @param isMany together with others it was more than a few, whatever was expected */
  function stepOf(first: number, last: number, isMany = false): Step {
    const count = counts[last]! - (counts[first - 1] ?? 0)
    const isFreeFirst = filters.available !== undefined && everybody * freeShare < worded[last]!
    const gather: Try = { way: 'gather', isFreeFirst, lookAtMost }
    const soon: Try = { ...gather, lookAtMost: Math.min(2 * few, lookAtMost) }
    if (first < last) {
      const apart = Array.from({ length: last - first + 1 }, (_, index) =>
        stepOf(first + index, first + index, true),
      )
      return { first, last, tries: [count <= few ? soon : gather], apart }
    }
    const isFew = count <= few
    // Where they are more than a few after all, they are more than were looked at.
    const best = bestOf(isFew ? 2 * few : count)
    const bestTry = best ? [{ ...gather, best }] : []
    const fewTry = isFew ? [soon] : []
    const tries = [
      ...(isMany ? [...bestTry, ...fewTry] : [...fewTry, ...bestTry]),
      ...(isFew || count > gatherUpTo ? [{ ...toItsEnd, lookAtMost }] : []),
      gather,
      toItsEnd,
    ]
    return { first, last, tries, apart: [] }
  }

  const steps: Step[] = []
  for (let first = 0; first < counts.length; first = steps.at(-1)!.last + 1) {
    const isMore = (stage: number) =>
      counts[stage]! < sure &&
      stage + 1 < counts.length &&
      counts[stage + 1]! <= (bestOf(counts[stage + 1]!) ? few : gatherUpTo)
    // Few of several kinds are sorted together, up to the kind that probably fills the page.
    let last = first
    while (isMore(last)) last++
    steps.push(stepOf(first, last))
  }
  return steps
}

/** The highest step of quality that about `enough` of `count` have reached. */
function bestMark(
  { count, enough, shareMax }: { count: number; enough: number; shareMax: number },
  vocabulary: Vocabulary,
): string | undefined {
  for (let step: number = qualitySteps.last; step >= qualitySteps.first; step--) {
    const mark = marks.quality + step
    const share = vocabulary.countOf(mark) / Math.max(1, vocabulary.mentorCount)
    if (share > shareMax) return undefined
    if (count * share >= enough) return mark
  }
  return undefined
}

/** Estimates of each stage, never fewer than the stage before. */
function countsOf(asked: AskedWords, stageCount: number, vocabulary: Vocabulary): number[] {
  if (asked.wanted.length === 0) return [vocabulary.mentorCount]
  if (stageCount === 1) return [estimateOf(asked, '', true, vocabulary)]
  const { nameOrSkill, strong } = marks
  const counts = [
    estimateOf(asked, nameOrSkill, false, vocabulary),
    estimateOf(asked, strong, false, vocabulary),
  ]
  if (stageCount === 4) counts.push(estimateOf(asked, strong, true, vocabulary))
  counts.push(estimateOf(asked, '', true, vocabulary))
  return counts
}
