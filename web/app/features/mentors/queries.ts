import { api } from '@marga/contract/api'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, sendRequest } from '../../lib/api-client.ts'
import { sharedKeys } from '../../lib/query-keys.ts'

/** Whether the mentor is not listed: never was, has left, or was blocked while being looked at. */
export const isUnavailable = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** A mentor with what the calling mentee is to them. */
export const mentorProfileQuery = (mentorId: string) =>
  queryOptions({
    queryKey: sharedKeys.mentorProfile(mentorId),
    queryFn: ({ signal }) =>
      sendRequest(api.mentors.profile, { params: { mentorId } }, { role: 'mentee', signal }),
    throwOnError: (error, { state }) => state.data === undefined && !isUnavailable(error),
  })

/** The next open hours, as everybody may see them. */
export const mentorAvailabilityQuery = (mentorId: string) =>
  queryOptions({
    queryKey: ['mentors', 'availability', mentorId],
    queryFn: async ({ signal }) =>
      (await sendRequest(api.search.availability, { params: { mentorId } }, { signal })).times,
  })
