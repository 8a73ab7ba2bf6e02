import { type Facets, type FacetsQuery, priceBandRange, priceBands } from '@marga/contract/search'
import { timesOfDay } from '@marga/contract/times-of-day'

/** In the order of their bits in `Group.failed`. */
export const filters = ['price', 'rating', 'available', 'timeOfDay', 'language', 'location'] as const
export type Filter = (typeof filters)[number]

/** Mentors who are the same to every count. */
export type Group = {
  /** Between which of `rateSteps` their rate lies: 0 is below the first. */
  rateStep: number
  /** Whole stars; 0 where nobody has rated. */
  stars: number
  isFree: boolean
  /** At which of `timesOfDay` one of them is free, a bit each. */
  times: number
  /** Which of the filters as they are set they do not pass, a bit each. */
  failed: number
  mentors: number
}

export type Tally = Pick<Facets, 'total' | 'price' | 'rating' | 'available' | 'timesOfDay'> & {
  /** Mentors with each one of the filters left out. */
  without: Record<Filter, number>
}

/** The rates at which some price band begins or is over. */
export const rateSteps: readonly number[] = [
  ...new Set(
    Object.values(priceBandRange).flatMap(([from, to]) => [
      ...(from === null ? [] : [from]),
      ...(to === null ? [] : [to + 1]),
    ]),
  ),
].sort((a, b) => a - b)

export const bitOf = (filter: Filter): number => 1 << filters.indexOf(filter)

/** What each filter would give, all the others as they are set. */
export function tally(groups: readonly Group[]): Tally {
  const count = (isMeant: (group: Group) => boolean) =>
    groups.reduce((sum, group) => (isMeant(group) ? sum + group.mentors : sum), 0)
  const passes = ({ failed }: Group, but: Filter) => (failed & ~bitOf(but)) === 0
  const each = <Key extends string | number>(
    keys: readonly Key[],
    filter: Filter,
    isMeant: (group: Group, key: Key) => boolean,
  ) =>
    Object.fromEntries(
      keys.map((key) => [key, count((group) => passes(group, filter) && isMeant(group, key))]),
    ) as Record<Key, number>
  return {
    total: count(({ failed }) => failed === 0),
    price: each(priceBands, 'price', ({ rateStep }, band) => isInBand(rateStep, band)),
    rating: each([1, 2, 3, 4, 5, 9], 'rating', ({ stars }, least) => least === 9 || stars >= least),
    available: count((group) => group.isFree && passes(group, 'available')),
    timesOfDay: each(
      timesOfDay,
      'timeOfDay',
      ({ times }, time) => (times & (1 << timesOfDay.indexOf(time))) !== 0,
    ),
    without: Object.fromEntries(
      filters.map((filter) => [filter, count((group) => passes(group, filter))]),
    ) as Record<Filter, number>,
  }
}

function isInBand(rateStep: number, band: FacetsQuery['price']): boolean {
  const [from, to] = priceBandRange[band]
  const lowest = rateSteps[rateStep - 1] ?? 0
  return lowest >= (from ?? 0) && lowest <= (to ?? Number.POSITIVE_INFINITY)
}
