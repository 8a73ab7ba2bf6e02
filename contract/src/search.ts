import { z } from 'zod'
import { instantOrDay, isoTime, nextCursor, optionalText, pageQuery } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { mentorCard } from './mentor-card.ts'

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
export const searchSorts = ['relevance', 'rating', 'price_low', 'price_high', 'newest'] as const
export type SearchSort = (typeof searchSorts)[number]

/** One of a few words; blank or absent means the fallback. */
const choice = <T extends string>(values: readonly [T, ...T[]], fallback: NoInfer<T>, error?: string) =>
  z
    .enum(['' as const, ...values], error ? { error } : undefined)
    .optional()
    .transform((value): T => (value === undefined || value === '' ? fallback : (value as T)))

export const searchQuery = pageQuery.extend({
  search: optionalText(200).default(''),
  price: choice(priceBands, anyPrice, 'Choose a price from a to e.'),
  rating: choice(ratings, anyRating, 'Choose a rating from 1 to 5, or 9 for any.'),
  sort: choice(searchSorts, 'relevance'),
  available: z
    .enum(['', 'week'])
    .optional()
    .transform((value) => value || undefined),
  language: z.string().max(40).optional(),
  location: z.string().max(120).optional(),
})
export type SearchQuery = z.output<typeof searchQuery>

export const searchMentors = defineEndpoint({
  method: 'GET',
  path: '/api/mentees/mentors',
  access: 'public',
  summary: 'Searches the listed mentors',
  query: searchQuery,
  response: z.object({
    mentorsSearchResult: z.array(mentorCard.extend({ matched: z.array(z.string()) })),
    nextCursor,
    correctedSearch: z.string().nullable(),
  }),
})

export const availability = defineEndpoint({
  method: 'GET',
  path: '/api/mentees/mentor/availability/:mentorId',
  access: 'public',
  summary: 'Open times of a mentor for everybody: no ids',
  query: z.object({ from: instantOrDay.optional(), to: instantOrDay.optional() }),
  response: z.object({
    times: z
      .array(z.object({ start: isoTime, end: isoTime, type: z.enum(['session', 'intro']) }))
      .max(limits.availabilityMax),
  }),
  errors: ['not_found'],
})

export const search = { mentors: searchMentors, availability }
