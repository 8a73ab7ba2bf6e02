import { api } from '@marga/contract/api'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import type { Filters } from './rules.ts'

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
