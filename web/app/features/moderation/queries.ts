import { api } from '@marga/contract/api'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { type LogFilter, logFilterQuery } from './log-rules.ts'
import type { PeopleFilter } from './rules.ts'

export const moderationKeys = {
  /** Everything of this feature. */
  all: ['moderation'] as const,
  requests: ['moderation', 'requests'] as const,
  mentees: ['moderation', 'mentees'] as const,
  mentors: ['moderation', 'mentors'] as const,
  auditLog: ['moderation', 'audit-log'] as const,
  failedRefunds: ['moderation', 'failed-refunds'] as const,
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
      sendRequest(api.moderation.requests, { query: { cursor: pageParam } }, { signal }),
    refetchInterval: 60_000,
  })

const filterQuery = ({ search, status }: PeopleFilter, cursor: string | undefined) => ({
  search: search || undefined,
  status: status || undefined,
  cursor,
})

export const menteesQuery = (filter: PeopleFilter) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: [...moderationKeys.mentees, filter] as const,
    queryFn: ({ pageParam, signal }) =>
      sendRequest(api.moderation.mentees, { query: filterQuery(filter, pageParam) }, { signal }),
    placeholderData: keepPreviousData,
  })

export const mentorsQuery = (filter: PeopleFilter) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: [...moderationKeys.mentors, filter] as const,
    queryFn: ({ pageParam, signal }) =>
      sendRequest(api.moderation.mentors, { query: filterQuery(filter, pageParam) }, { signal }),
    placeholderData: keepPreviousData,
  })

/** What moderators did, newest first. */
export const auditLogQuery = (filter: LogFilter, timeZone: string) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: [...moderationKeys.auditLog, filter, timeZone] as const,
    queryFn: ({ pageParam, signal }) =>
      sendRequest(
        api.moderation.auditLog,
        { query: { ...logFilterQuery(filter, timeZone), cursor: pageParam } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** Refunds that the bank sent back. */
export const failedRefundsQuery = () =>
  queryOptions({
    queryKey: moderationKeys.failedRefunds,
    queryFn: async ({ signal }) =>
      (await sendRequest(api.moderation.failedRefunds, {}, { signal })).failedRefunds,
    throwOnError: false,
  })
