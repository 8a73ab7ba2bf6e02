import { z } from 'zod'
import { id, instantOrDay, isoTime, nextCursor, optionalName, pageQuery } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { mentorCard } from './mentor-card.ts'
import { timesOfDay, utcOffsets } from './times-of-day.ts'

export const priceBands = ['a', 'b', 'c', 'd', 'e'] as const
export type PriceBand = (typeof priceBands)[number]
/** Borders of each band in rupees an hour, both included; `null` is open. */
export const priceBandRange = {
  a: [null, null],
  b: [null, 999],
  c: [1000, 2500],
  d: [2000, 5000],
  e: [5001, null],
} as const satisfies Record<PriceBand, readonly [number | null, number | null]>

export const ratings = ['1', '2', '3', '4', '5', '9'] as const
export const anyPrice = 'a'
export const anyRating = '9'
export const searchSorts = ['relevance', 'rating', 'price_low', 'price_high', 'newest', 'fastest'] as const
export type SearchSort = (typeof searchSorts)[number]

/** One of a few words; blank or absent means the fallback. */
const choice = <T extends string>(values: readonly [T, ...T[]], fallback: NoInfer<T>, error?: string) =>
  z
    .enum(['' as const, ...values], error ? { error } : undefined)
    .optional()
    .transform((value): T => (value === undefined || value === '' ? fallback : (value as T)))

export const searchQuery = pageQuery.extend({
  /** Longer than other lists' marks: it carries the words as the first page understood them. */
  cursor: z
    .string()
    .max(4000)
    .optional()
    .transform((cursor) => cursor || undefined),
  search: optionalName(200).default(''),
  price: choice(priceBands, anyPrice, 'Choose a price from a to e.'),
  rating: choice(ratings, anyRating, 'Choose a rating from 1 to 5, or 9 for any.'),
  sort: choice(searchSorts, 'relevance'),
  available: z
    .enum(['', 'week'])
    .optional()
    .transform((value) => value || undefined),
  /** Something to book at that time of a day of the coming week. */
  timeOfDay: z
    .enum(['', ...timesOfDay], { error: 'Choose morning, afternoon or evening.' })
    .optional()
    .transform((value) => value || undefined),
  /** What the clock that is meant by it is ahead of UTC. */
  utcOffset: z.coerce
    .number('Give the offset in minutes, like 330.')
    .int()
    .min(utcOffsets.min)
    .max(utcOffsets.max)
    .multipleOf(utcOffsets.step)
    .default(utcOffsets.fallback),
  language: z
    .string()
    .max(40)
    .optional()
    .transform((value) => value || undefined),
  location: z
    .string()
    .max(120)
    .optional()
    .transform((value) => value || undefined),
  /** '1' looks for the words as they are typed: none is corrected or left out. */
  exact: z
    .enum(['', '1'])
    .optional()
    .transform((value) => value || undefined),
})
export type SearchQuery = z.output<typeof searchQuery>

/** What the counts depend on: the same for every page and order. */
export const facetsQuery = searchQuery.omit({ limit: true, cursor: true, sort: true })
export type FacetsQuery = z.output<typeof facetsQuery>

export const searchMentors = defineEndpoint({
  method: 'GET',
  path: '/api/mentees/mentors',
  access: 'public',
  summary: 'Searches the listed mentors',
  query: searchQuery,
  response: z.object({
    mentorsSearchResult: z.array(mentorCard.extend({ matched: z.array(z.string()) })),
    nextCursor,
    /** What was looked for instead of words that nobody uses. */
    correctedSearch: z.string().nullable(),
    /** True where nobody has all of the words: these have most of them. */
    isPartial: z.boolean(),
  }),
})

export const suggestions = defineEndpoint({
  method: 'GET',
  path: '/api/mentees/mentors/suggestions',
  access: 'public',
  summary: 'Skills, firms and mentors that what is being typed may become',
  query: z.object({ q: z.string().trim().min(1).max(60) }),
  response: z.object({
    suggestions: z
      .array(
        z.object({
          kind: z.enum(['skill', 'mentor', 'firm']),
          text: z.string(),
          /** Of a mentor; null for a skill or a firm. */
          mentorId: id.nullable(),
        }),
      )
      .max(limits.suggestionsMax),
  }),
})
export type Suggestion = z.infer<typeof suggestions.response>['suggestions'][number]

const count = z.number().int().min(0)
const valueCounts = z.array(z.object({ value: z.string(), count })).max(limits.facetValuesMax)

/** What can be left out of a search, in the order in which it is offered. */
export const relaxable = [
  'price',
  'rating',
  'available',
  'timeOfDay',
  'language',
  'location',
  'search',
] as const

export const facets = defineEndpoint({
  method: 'GET',
  path: '/api/mentees/mentors/facets',
  access: 'public',
  summary: 'How many mentors each filter would give, and what to leave out where there are none',
  query: facetsQuery,
  response: z.object({
    total: count,
    /** Each counted with every other filter as it is set. */
    price: z.object({ a: count, b: count, c: count, d: count, e: count }),
    rating: z.object({ 1: count, 2: count, 3: count, 4: count, 5: count, 9: count }),
    available: count,
    timesOfDay: z.object({ morning: count, afternoon: count, evening: count }),
    languages: valueCounts,
    locations: valueCounts,
    relax: z.array(z.object({ filter: z.enum(relaxable), total: count })),
    /** True where the counts are drawn from a sample of the mentors. */
    isEstimate: z.boolean(),
  }),
})
export type Facets = z.infer<typeof facets.response>

/** Ids of one list, with commas between them. */
const idList = z
  .string()
  .max(limits.favouritesMax * 37)
  .transform((text) => text.split(','))
  .pipe(z.array(id).min(1).max(limits.favouritesMax))

export const mentorCards = defineEndpoint({
  method: 'GET',
  path: '/api/mentees/mentors/cards',
  access: 'public',
  summary: 'Cards of mentors by id, in the order of the ids; those who are not listed are left out',
  query: z.object({ ids: idList }),
  response: z.object({ mentors: z.array(mentorCard).max(limits.favouritesMax) }),
})

export const availability = defineEndpoint({
  method: 'GET',
  path: '/api/mentees/mentor/availability/:mentorId',
  access: 'public',
  summary: 'Open times of a mentor for everyone: no ids',
  query: z.object({ from: instantOrDay.optional(), to: instantOrDay.optional() }),
  response: z.object({
    times: z
      .array(z.object({ start: isoTime, end: isoTime, type: z.enum(['session', 'intro']) }))
      .max(limits.availabilityMax),
  }),
  errors: ['not_found'],
})

export const search = { mentors: searchMentors, cards: mentorCards, suggestions, facets, availability }
