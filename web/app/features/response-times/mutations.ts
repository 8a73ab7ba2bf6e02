import { api } from '@marga/contract/api'
import type { ResponseOf } from '@marga/contract/endpoint'
import type { Vacation } from '@marga/contract/vacations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { sharedKeys } from '../../lib/query-keys.ts'
import { invalidateOwnSlots } from '../../lib/slots/slot-events.ts'
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
      // Saved hours are sent with the vacations that are known: they must be these.
      client.setQueryData<ResponseOf<typeof api.availability.get>>(
        sharedKeys.ownAvailability(mentorId),
        (known) => known && { ...known, availability: { ...known.availability, vacations } },
      )
      void client.invalidateQueries({ queryKey: sharedKeys.ownAvailability(mentorId) })
      void invalidateOwnSlots(client)
    },
  })
}
