import { priceBandRange, type SearchQuery } from '@marga/contract/search'
import { after, daysMs } from '../../platform/clock.ts'
import { type AskedWords, estimateOf } from './asked-words.rules.ts'
import { filterValueOf, marks } from './document.rules.ts'
import type { PageAsked } from './search.queries.ts'
import { quoted } from './tokens.rules.ts'
import type { Vocabulary } from './vocabulary.rules.ts'

export type Reach = {
  /** Up to here all matches are fetched and sorted, beyond it the order's index is walked. */
  gatherUpTo: number
  /**
   * How many rows are looked at before the other way is tried: the number of matches is an estimate, and words that
   * are often or never together may be out by a hundred times.
   */
  lookAtMost: number
}

/**
 * Where both ways cost about the same at a million: fetching n rows, or walking page × mentors ÷ n of them; about the
 * square root of page × mentors.
 */
export const usualReach: Reach = { gatherUpTo: 3000, lookAtMost: 6000 }

/** A stage that holds so many times the page is likely to fill it: the next ones are then not looked at. */
const pagesToBeSure = 4

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

export type Step = Pick<PageAsked, 'way' | 'first' | 'last' | 'isFreeFirst'>

/** Which of the stages are gathered and which are walked, in order. */
export function stepsFor(
  asked: AskedWords,
  stageCount: number,
  filters: Filters & { limit: number },
  vocabulary: Vocabulary,
  { gatherUpTo }: Reach,
): Step[] {
  const everybody = Math.max(1, vocabulary.mentorCount)
  const share = markedFilters(filters).reduce(
    (product, mark) => (product * vocabulary.countOf(mark)) / everybody,
    1,
  )
  const freeShare = filters.available ? vocabulary.availableShare : 1
  const worded = countsOf(asked, stageCount, vocabulary).map((count) => count * share)
  const counts = worded.map((count) => count * freeShare)
  const gather = (first: number, last: number): Step => {
    const isFreeFirst = filters.available !== undefined && everybody * freeShare < worded[last]!
    return { way: 'gather', first, last, isFreeFirst }
  }
  const steps: Step[] = []
  let fewUpTo = -1
  while (fewUpTo + 1 < counts.length && counts[fewUpTo + 1]! <= gatherUpTo) fewUpTo++
  const sureFrom = counts.findIndex((count) => count >= pagesToBeSure * filters.limit)
  const isSplit = sureFrom >= 0 && sureFrom < fewUpTo
  if (isSplit) steps.push(gather(0, sureFrom))
  if (fewUpTo >= 0) steps.push(gather(isSplit ? sureFrom + 1 : 0, fewUpTo))
  for (let stage = fewUpTo + 1; stage < counts.length; stage++) {
    const added = counts[stage]! - (counts[stage - 1] ?? 0)
    if (stage > 0 && added <= gatherUpTo) steps.push(gather(stage, stage))
    else steps.push({ way: 'walk', first: stage, last: stage, isFreeFirst: false })
  }
  return steps
}

export const eachStageOf = (step: Step): Step[] =>
  Array.from({ length: step.last - step.first + 1 }, (_, index) => ({
    ...step,
    first: step.first + index,
    last: step.first + index,
  }))

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
