import { api } from '@marga/contract/api'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { sharedKeys } from '../../lib/query-keys.ts'

/** The calls of one subscription, newest first. */
export const sessionCreditsQuery = (enrollmentId: string) =>
  infiniteQueryOptions({
    queryKey: [...sharedKeys.sessionCredits, enrollmentId],
    queryFn: ({ pageParam, signal }) =>
      sendRequest(
        api.sessionCredits.list,
        { params: { enrollmentId }, query: { limit: 10, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    throwOnError: false,
  })
