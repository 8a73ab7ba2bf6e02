import { api } from '@marga/contract/api'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { sharedKeys } from '../../lib/query-keys.ts'

const pageSize = 5

export const reviewsQuery = (mentorId: string) =>
  infiniteQueryOptions({
    queryKey: sharedKeys.reviews(mentorId),
    queryFn: ({ pageParam, signal }) =>
      sendRequest(
        api.reviews.list,
        { params: { mentorId }, query: { limit: pageSize, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
