import { api } from '@marga/contract/api'
import type { MentorCard } from '@marga/contract/mentor-card'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import type { Filters } from './rules.ts'
import { findSimilar } from './similar.ts'

const pageSize = 12

/** What a search finds; asking for something else cancels the request before it. */
export const mentorSearchQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['search', filters],
    queryFn: ({ pageParam, signal }) =>
      sendRequest(
        api.search.mentors,
        { query: { ...filters, limit: pageSize, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })

/** How many mentors each filter would give; the old counts stay until the new ones are there. */
export const mentorFacetsQuery = (filters: Filters) =>
  queryOptions({
    queryKey: ['search', 'facets', filters],
    queryFn: ({ signal }) => sendRequest(api.search.facets, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Others of the same skills. */
export const similarMentorsQuery = (mentor: Pick<MentorCard, '_id' | 'expertise'>) =>
  queryOptions({
    queryKey: ['search', 'similar', mentor._id],
    queryFn: ({ signal }) =>
      findSimilar(
        async (query) => (await sendRequest(api.search.mentors, { query }, { signal })).mentorsSearchResult,
        mentor,
      ),
  })

/** So many of each interest, of whom some may be found by another one, too. */
const matchesEach = 3

/** The best for one interest. */
export const matchQuery = (search: string) =>
  queryOptions({
    queryKey: ['search', 'match', search],
    queryFn: async ({ signal }) =>
      (await sendRequest(api.search.mentors, { query: { search, limit: matchesEach } }, { signal }))
        .mentorsSearchResult,
    staleTime: 300_000,
    throwOnError: false,
  })
