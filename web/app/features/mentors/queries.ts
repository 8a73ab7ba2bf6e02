import { api } from '@marga/contract/api'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'

/** A mentor with what the calling mentee is to them. */
export const mentorProfileQuery = (mentorId: string) =>
  queryOptions({
    queryKey: ['mentors', 'profile', mentorId],
    queryFn: ({ signal }) => call(api.mentors.profile, { params: { mentorId } }, { role: 'mentee', signal }),
  })

/** The next open hours, as everybody may see them. */
export const mentorAvailabilityQuery = (mentorId: string) =>
  queryOptions({
    queryKey: ['mentors', 'availability', mentorId],
    queryFn: async ({ signal }) =>
      (await call(api.search.availability, { params: { mentorId } }, { signal })).times,
  })
