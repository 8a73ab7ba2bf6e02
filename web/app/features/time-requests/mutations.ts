import { api } from '@marga/contract/api'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { sendRequest } from '../../lib/api-client.ts'
import { formatShortMoment } from '../../lib/dates.ts'
import { sharedKeys } from '../../lib/query-keys.ts'
import { invalidateOwnSlots } from '../../lib/slots/slot-events.ts'
import { useAbandonableMutation } from '../../lib/use-abandonable-mutation.ts'

const invalidateOwn = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: sharedKeys.timeRequests('mentee') })

type Asked = { mentorId: string; starts: string[]; text?: string | undefined }

/** What is wrong with the times the form shows. */
export function useAskForTimes(mentorName: string) {
  const client = useQueryClient()
  return useAbandonableMutation({
    mutationFn: (body: Asked, signal) => sendRequest(api.timeRequests.ask, { body }, { signal }),
    onSuccess: () =>
      toast.success(`${mentorName} was asked`, {
        description: 'We tell you as soon as one of the times is taken.',
      }),
    onSettled: () => void invalidateOwn(client),
  })
}

export function useWithdrawRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => sendRequest(api.timeRequests.withdraw, { params: { id } }),
    onSuccess: () => toast.success('Taken back'),
    onError: (error) => toast.error('The request was not taken back', { description: error.message }),
    onSettled: () => void invalidateOwn(client),
  })
}

/** `accept`: the start that is booked with this, or null to decline. Failures show where it is asked. */
export function useAnswerRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, accept }: { id: string; accept: string | null }) =>
      sendRequest(api.timeRequests.answer, { params: { id }, body: { accept } }),
    onSuccess: ({ data }) =>
      data
        ? toast.success('Session booked', { description: `It is on ${formatShortMoment(data.start)}.` })
        : toast.success('Declined', { description: 'The mentee is told.' }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: sharedKeys.timeRequests('mentor') })
      void invalidateOwnSlots(client)
    },
  })
}
