import { api } from '@marga/contract/api'
import type { Vacation } from '@marga/contract/vacations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { fetchNow } from '../../lib/fetch-now.ts'
import { sharedKeys } from '../../lib/query-keys.ts'
import { invalidateOwnSlots } from '../../lib/slots/slot-events.ts'
import { responseTimesKeys, vacationsQuery } from './queries.ts'

/** Makes the new list from the one that there is when it is sent. */
export type VacationsChange = (announced: readonly Vacation[]) => Vacation[]

/**
 * Sets all vacations at once, on every device, so one change waits for the one before it; questions that wait are due
 * at other times then.
 */
export function useAnnounceVacations(mentorId: string) {
  const client = useQueryClient()
  return useMutation({
    scope: { id: `vacations ${mentorId}` },
    mutationFn: async (change: VacationsChange) => {
      const vacations = change(await fetchNow(client, vacationsQuery(mentorId)))
      return sendRequest(api.responseTimes.announceVacations, { params: { mentorId }, body: { vacations } })
    },
    onSuccess: ({ vacations }) => {
      client.setQueryData(responseTimesKeys.vacations(mentorId), vacations)
      void client.invalidateQueries({ queryKey: responseTimesKeys.own(mentorId) })
      void client.invalidateQueries({ queryKey: sharedKeys.chat('mentor') })
      void client.invalidateQueries({ queryKey: sharedKeys.ownAvailability(mentorId) })
      void invalidateOwnSlots(client)
    },
  })
}
