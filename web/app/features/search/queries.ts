import { api } from '@marga/contract/api'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import type { Filters } from './rules.ts'

const pageSize = 18

/** What a search finds; asking for something else cancels the request before it. */
export const mentorSearchQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['search', filters],
    queryFn: ({ pageParam, signal }) =>
      call(api.search.mentors, { query: { ...filters, limit: pageSize, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
