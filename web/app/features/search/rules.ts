import type { Facets, PriceBand, ratings, SearchSort } from '@marga/contract/search'
import { texts } from '@marga/contract/texts'
import { hoursOfDay, type TimeOfDay, timesOfDay, utcOffsets } from '@marga/contract/times-of-day'
import { pluralize } from '../../lib/pluralize.ts'

type Rating = (typeof ratings)[number]

/** What a search asks for, as it stands in the address of the browse page. */
export type Filters = {
  search: string
  price: PriceBand
  rating: Rating
  sort: SearchSort
  available?: 'week' | undefined
  timeOfDay?: TimeOfDay | undefined
  /** Whose clock is meant by it: minutes ahead of UTC; India's where none is given. */
  utcOffset?: number | undefined
  language?: string | undefined
  location?: string | undefined
  /** The words exactly as typed, after a correction was turned down. */
  exact?: '1' | undefined
}

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
  { value: 'fastest', label: 'Fastest answers' },
  { value: 'newest', label: 'Newest' },
] as const satisfies readonly { value: SearchSort; label: string }[]

const timeOfDayNames = { morning: 'Mornings', afternoon: 'Afternoons', evening: 'Evenings' } as const
const onDial = (hour: number) => (hour > 12 ? hour - 12 : hour)

/** "Evenings, 5 to 10". */
export const timeOfDayOptions = timesOfDay.map((value) => {
  const [from, to] = hoursOfDay[value]
  return { value, label: `${timeOfDayNames[value]}, ${onDial(from)} to ${onDial(to)}` }
})

/** "UTC+5:30". */
export function utcOffsetName(minutes: number = utcOffsets.fallback): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest ? `:${rest}` : ''}`
}

/** Reads an address that anybody may have typed: what is unknown becomes "any". */
export function readFilters(query: URLSearchParams): Filters {
  const pick = <T extends string>(name: string, known: readonly T[], fallback: T): T =>
    known.find((value) => value === query.get(name)) ?? fallback
  const timeOfDay = pick<TimeOfDay | ''>('timeOfDay', timesOfDay, '')
  return {
    search: truncateAt(200, query.get('search') ?? ''),
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
    available: query.get('available') === 'week' ? 'week' : undefined,
    ...(timeOfDay && { timeOfDay, utcOffset: readOffset(query.get('utcOffset')) }),
    language: truncateAt(40, query.get('language') ?? '') || undefined,
    location: truncateAt(120, query.get('location') ?? '') || undefined,
    exact: query.get('exact') === '1' ? '1' : undefined,
  }
}

function readOffset(text: string | null): number | undefined {
  const minutes = Number(text || Number.NaN)
  const { min, max, step } = utcOffsets
  return minutes % step === 0 && minutes >= min && minutes <= max ? minutes : undefined
}

/** Never through the middle of a character that is written as a pair: half a pair is refused. */
const truncateAt = (max: number, text: string) => text.slice(0, max).replace(/\p{Surrogate}$/u, '')

/** The query of an address for these filters, without those that are "any". */
export function filterQuery(filters: Filters): Record<string, string | undefined> {
  return {
    search: filters.search || undefined,
    price: filters.price === anyPrice ? undefined : filters.price,
    rating: filters.rating === anyRating ? undefined : filters.rating,
    sort: filters.sort === 'relevance' ? undefined : filters.sort,
    available: filters.available,
    timeOfDay: filters.timeOfDay,
    utcOffset: filters.timeOfDay && filters.utcOffset?.toString(),
    language: filters.language,
    location: filters.location,
    exact: filters.search ? filters.exact : undefined,
  }
}

/** A single choice that can be taken back: choosing what is chosen returns to "any". */
export const toggled = <T extends string>(current: T, chosen: T, any: T): T =>
  current === chosen ? any : chosen

export const countFilters = (filters: Filters): number =>
  [
    filters.price !== anyPrice,
    filters.rating !== anyRating,
    filters.available,
    filters.timeOfDay,
    filters.language,
    filters.location,
  ].filter(Boolean).length

/** "128 mentors"; a count that is drawn from a sample says that it is about so many. */
export const mentorCount = ({ total, isEstimate }: Pick<Facets, 'total' | 'isEstimate'>): string =>
  `${isEstimate ? 'About ' : ''}${pluralize(total, 'mentor')}`

type Relaxation = { label: string; filters: Filters; total: number | undefined }

/** What is asked for, each with the search that leaves it out and how many that gives: the words last, they matter most. */
export function relaxations(filters: Filters, relax: Facets['relax'] = []): Relaxation[] {
  const all: {
    filter: Facets['relax'][number]['filter']
    isSet: unknown
    label: string
    without: Partial<Filters>
  }[] = [
    { filter: 'price', isSet: filters.price !== anyPrice, label: 'Any price', without: { price: anyPrice } },
    {
      filter: 'rating',
      isSet: filters.rating !== anyRating,
      label: 'Any rating',
      without: { rating: anyRating },
    },
    {
      filter: 'available',
      isSet: filters.available,
      label: 'Free at any time',
      without: { available: undefined },
    },
    {
      filter: 'timeOfDay',
      isSet: filters.timeOfDay,
      label: 'At any time of day',
      without: { timeOfDay: undefined, utcOffset: undefined },
    },
    { filter: 'language', isSet: filters.language, label: 'Any language', without: { language: undefined } },
    { filter: 'location', isSet: filters.location, label: 'Any place', without: { location: undefined } },
    {
      filter: 'search',
      isSet: filters.search !== '',
      label: `Without “${filters.search}”`,
      without: { search: '' },
    },
  ]
  return all
    .filter(({ isSet }) => isSet)
    .map(({ filter, label, without }) => ({
      label,
      filters: { ...filters, ...without },
      total: relax.find((one) => one.filter === filter)?.total,
    }))
}
