import { api } from '@marga/contract/api'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../../lib/api-client.ts'

/** Whether the mentor is not listed: never was, has left, or was blocked while being looked at. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** A mentor with what the calling mentee is to them. */
export const mentorProfileQuery = (mentorId: string) =>
  queryOptions({
    queryKey: ['mentors', 'profile', mentorId],
    queryFn: ({ signal }) => call(api.mentors.profile, { params: { mentorId } }, { role: 'mentee', signal }),
    throwOnError: (error, { state }) => state.data === undefined && !isGone(error),
  })

/** The next open hours, as everybody may see them. */
export const mentorAvailabilityQuery = (mentorId: string) =>
  queryOptions({
    queryKey: ['mentors', 'availability', mentorId],
    queryFn: async ({ signal }) =>
      (await call(api.search.availability, { params: { mentorId } }, { signal })).times,
  })
