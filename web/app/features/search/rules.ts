import type { PriceBand, ratings, SearchSort } from '@marga/contract/search'
import { texts } from '@marga/contract/texts'

type Rating = (typeof ratings)[number]

/** What a search asks for, as it stands in the address of the browse page. */
export type Filters = { search: string; price: PriceBand; rating: Rating; sort: SearchSort }

export const anyPrice = 'a' satisfies PriceBand
export const anyRating = '9' satisfies Rating
/** The filters of a search that takes everybody. */
export const anyMentor = { price: anyPrice, rating: anyRating } as const

export const noFilters: Filters = { search: '', price: anyPrice, rating: anyRating, sort: 'relevance' }

export const priceOptions = (Object.keys(texts.priceBands) as PriceBand[]).map((value) => ({
  value,
  label: texts.priceBands[value],
}))
export const ratingOptions = ['5', '4', '3', '2', '1'] as const satisfies readonly Rating[]
export const sortOptions = [
  { value: 'relevance', label: 'Best match' },
  { value: 'rating', label: 'Highest rated' },
  { value: 'price_low', label: 'Price: low to high' },
  { value: 'price_high', label: 'Price: high to low' },
  { value: 'newest', label: 'Newest' },
] as const satisfies readonly { value: SearchSort; label: string }[]

/** Reads an address that anybody may have typed: what is unknown becomes "any". */
export function readFilters(query: URLSearchParams): Filters {
  const pick = <T extends string>(name: string, known: readonly T[], fallback: T): T =>
    known.find((value) => value === query.get(name)) ?? fallback
  return {
    search: (query.get('search') ?? '').slice(0, 200),
    price: pick(
      'price',
      priceOptions.map(({ value }) => value),
      anyPrice,
    ),
    rating: pick<Rating>('rating', ratingOptions, anyRating),
    sort: pick(
      'sort',
      sortOptions.map(({ value }) => value),
      'relevance',
    ),
  }
}

/** The query of an address for these filters, without those that are "any". */
export function filterQuery(filters: Filters): Record<string, string | undefined> {
  return {
    search: filters.search || undefined,
    price: filters.price === anyPrice ? undefined : filters.price,
    rating: filters.rating === anyRating ? undefined : filters.rating,
    sort: filters.sort === 'relevance' ? undefined : filters.sort,
  }
}

/** A single choice that can be taken back: choosing what is chosen returns to "any". */
export const toggled = <T extends string>(current: T, chosen: T, any: T): T =>
  current === chosen ? any : chosen

export const countFilters = (filters: Filters): number =>
  Number(filters.price !== anyPrice) + Number(filters.rating !== anyRating)
