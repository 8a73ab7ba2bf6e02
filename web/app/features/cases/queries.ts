import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import type { CaseFilter } from './rules.ts'

export const caseKeys = {
  /** Everything of this feature. */
  all: ['cases'] as const,
  lists: ['cases', 'list'] as const,
  ones: ['cases', 'one'] as const,
  one: (caseId: string) => ['cases', 'one', caseId] as const,
  counts: ['cases', 'counts'] as const,
  desk: ['cases', 'desk'] as const,
  people: ['cases', 'people'] as const,
  /** Of the mutation that claims or gives back. */
  claiming: ['cases', 'claiming'] as const,
}

const refetchEveryMs = 60_000

/** What waits, the first due first; or what was decided, the last due first. */
export const casesQuery = (filter: CaseFilter) =>
  infiniteQueryOptions({
    queryKey: [...caseKeys.lists, filter] as const,
    queryFn: ({ pageParam, signal }) =>
      sendRequest(
        api.cases.list,
        {
          query: {
            kind: filter.kind || undefined,
            status: filter.status,
            mine: filter.isMine ? 'true' : undefined,
            search: filter.search || undefined,
            cursor: pageParam,
          },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    throwOnError: false,
    refetchInterval: refetchEveryMs,
  })

/** How many wait, and how many of them are overdue. */
export const caseCountsQuery = () =>
  queryOptions({
    queryKey: caseKeys.counts,
    queryFn: async ({ signal }) => {
      const { counts, overdue } = await sendRequest(api.cases.list, { query: { limit: 1 } }, { signal })
      return { open: Object.values(counts).reduce((sum, count) => sum + count, 0), overdue }
    },
    throwOnError: false,
    refetchInterval: refetchEveryMs,
  })

/** One case. Reading messages is written down each time, so it is asked again for a reason only. */
export const caseQuery = (caseId: string) =>
  queryOptions({
    queryKey: caseKeys.one(caseId),
    queryFn: ({ signal }) => sendRequest(api.cases.get, { params: { id: caseId } }, { signal }),
    refetchOnWindowFocus: false,
    throwOnError: false,
  })

/** Everything that moderators decide about one person by. */
export const dossierQuery = (role: MemberRole, id: string) =>
  queryOptions({
    queryKey: [...caseKeys.people, role, id] as const,
    queryFn: ({ signal }) =>
      sendRequest(role === 'mentee' ? api.cases.mentee : api.cases.mentor, { params: { id } }, { signal }),
    throwOnError: false,
  })

export const deskQuery = () =>
  queryOptions({
    queryKey: caseKeys.desk,
    queryFn: ({ signal }) => sendRequest(api.cases.desk, {}, { signal }),
    throwOnError: false,
  })
