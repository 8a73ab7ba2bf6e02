import { api } from '@marga/contract/api'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import type { PeopleFilter } from './rules.ts'

export const moderationKeys = {
  requests: ['moderation', 'requests'] as const,
  mentees: ['moderation', 'mentees'] as const,
  mentors: ['moderation', 'mentors'] as const,
}

const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
  throwOnError: false,
}

/** Applications that wait, oldest first. */
export const requestsQuery = () =>
  infiniteQueryOptions({
    ...paging,
    queryKey: moderationKeys.requests,
    queryFn: ({ pageParam, signal }) =>
      call(api.moderation.requests, { query: { cursor: pageParam } }, { signal }),
    refetchInterval: 60_000,
  })

const asked = ({ search, status }: PeopleFilter, cursor: string | undefined) => ({
  search: search || undefined,
  status: status || undefined,
  cursor,
})

export const menteesQuery = (filter: PeopleFilter) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: [...moderationKeys.mentees, filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call(api.moderation.mentees, { query: asked(filter, pageParam) }, { signal }),
    placeholderData: keepPreviousData,
  })

export const mentorsQuery = (filter: PeopleFilter) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: [...moderationKeys.mentors, filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call(api.moderation.mentors, { query: asked(filter, pageParam) }, { signal }),
    placeholderData: keepPreviousData,
  })
