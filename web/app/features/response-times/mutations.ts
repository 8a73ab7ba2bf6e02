import { api } from '@marga/contract/api'
import type { Vacation } from '@marga/contract/response-times'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { sharedKeys } from '../../lib/query-keys.ts'
import { responseTimesKeys } from './queries.ts'

/** Sets all vacations at once; questions that wait are due at other times then. */
export function useAnnounceVacations(mentorId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (vacations: readonly Vacation[]) =>
      sendRequest(api.responseTimes.announceVacations, {
        params: { mentorId },
        body: { vacations: [...vacations] },
      }),
    onSuccess: ({ vacations }) => {
      client.setQueryData(responseTimesKeys.vacations(mentorId), vacations)
      void client.invalidateQueries({ queryKey: responseTimesKeys.own(mentorId) })
      void client.invalidateQueries({ queryKey: sharedKeys.chat('mentor') })
    },
  })
}
