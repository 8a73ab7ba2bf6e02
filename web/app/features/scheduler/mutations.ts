import { api } from '@marga/contract/api'
import type { Slot } from '@marga/contract/slots'
import { texts } from '@marga/contract/texts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { ApiError, call } from '../../lib/api-client.ts'
import { failureText } from '../../lib/failure-texts.ts'
import type { PublishValues } from './publish-rules.ts'
import { toSlotDetails } from './publish-rules.ts'
import { schedulerKeys } from './queries.ts'

/** Publishes what the form says; what is wrong with it the form shows, whatever else failed is a toast. */
export function usePublishSlots(mentorId: string, timeZone: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ values, skipClashes }: { values: PublishValues; skipClashes: boolean }) =>
      call(api.slots.publish, {
        body: { slotDetails: toSlotDetails(values, timeZone, skipClashes), mentorId },
      }),
    onSuccess: ({ created, skipped }) => {
      const left = skipped.clashes.length + skipped.missingDays.length
      toast.success(created.length === 1 ? 'Time published' : `${created.length} times published`, {
        description: left === 0 ? undefined : `${left} ${left === 1 ? 'was' : 'were'} skipped.`,
      })
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 400) toast.error(failureText('publishSlot', error))
    },
    onSettled: () => client.invalidateQueries({ queryKey: schedulerKeys.all }),
  })
}

/** Deletes an open slot or cancels a booked one. */
export function useRemoveSlot() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (slot: Slot) => call(api.slots.remove, { params: { slotId: slot._id } }),
    onSuccess: ({ isCallReturned }, { status }) => {
      const told = isCallReturned ? 'The mentee is told and has the call back.' : 'The mentee is told.'
      toast.success(texts.slots.deleted, { description: status === 'booked' ? told : undefined })
    },
    onError: (error) => toast.error(failureText('removeSlot', error)),
    onSettled: () => client.invalidateQueries({ queryKey: schedulerKeys.all }),
  })
}
