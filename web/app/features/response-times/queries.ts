import { api } from '@marga/contract/api'
import { queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { sharedKeys } from '../../lib/query-keys.ts'

export const responseTimesKeys = {
  own: (mentorId: string) => [...sharedKeys.responseTimes, 'own', mentorId] as const,
  vacations: (mentorId: string) => [...sharedKeys.responseTimes, 'vacations', mentorId] as const,
}

/** How the mentor answers, and who waits, what is due first on top. */
export const ownResponseTimesQuery = (mentorId: string) =>
  queryOptions({
    queryKey: responseTimesKeys.own(mentorId),
    queryFn: ({ signal }) => sendRequest(api.responseTimes.own, { params: { mentorId } }, { signal }),
    throwOnError: false,
  })

/** Announced and not over, the first on top. */
export const vacationsQuery = (mentorId: string) =>
  queryOptions({
    queryKey: responseTimesKeys.vacations(mentorId),
    queryFn: async ({ signal }) =>
      (await sendRequest(api.responseTimes.vacations, { params: { mentorId } }, { signal })).vacations,
    throwOnError: false,
  })
