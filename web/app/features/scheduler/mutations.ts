import { api } from '@marga/contract/api'
import type { Slot } from '@marga/contract/slots'
import { texts } from '@marga/contract/texts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { call } from '../../lib/api-client.ts'
import { failureText } from '../../lib/failure-texts.ts'
import type { PublishValues } from './publish-rules.ts'
import { toSlotDetails } from './publish-rules.ts'
import { schedulerKeys } from './queries.ts'

/** Publishes what the form says; the form shows a refusal. */
export function usePublishSlots(mentorId: string, timeZone: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (values: PublishValues) =>
      call(api.slots.publish, { body: { slotDetails: toSlotDetails(values, timeZone), mentorId } }),
    onSuccess: ({ created }) =>
      toast.success(created.length === 1 ? 'Time published' : `${created.length} times published`),
    onSettled: () => client.invalidateQueries({ queryKey: schedulerKeys.all }),
  })
}

/** Deletes an open slot or cancels a booked one. */
export function useRemoveSlot() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (slot: Slot) => call(api.slots.remove, { params: { slotId: slot._id } }),
    onSuccess: (_, { status }) =>
      toast.success(texts.slots.deleted, {
        description: status === 'booked' ? 'The mentee is told and gets the call back.' : undefined,
      }),
    onError: (error) => toast.error(failureText('removeSlot', error)),
    onSettled: () => client.invalidateQueries({ queryKey: schedulerKeys.all }),
  })
}
