import { api } from '@marga/contract/api'
import { queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'

export const menteeProfileKey = (menteeId: string) => ['mentee-profile', 'profile', menteeId] as const

export const menteeProfileQuery = (menteeId: string) =>
  queryOptions({
    queryKey: menteeProfileKey(menteeId),
    queryFn: async ({ signal }) =>
      (await sendRequest(api.accountSettings.menteeProfile, { params: { menteeId } }, { signal }))
        .menteeProfileDetails,
    staleTime: 60_000,
  })
