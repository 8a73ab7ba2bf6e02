import { api } from '@marga/contract/api'
import type { Slot, SlotScope } from '@marga/contract/slots'
import { texts } from '@marga/contract/texts'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { ApiError, sendRequest } from '../../lib/api-client.ts'
import { errorMessage } from '../../lib/error-messages.ts'
import { invalidateOwnTimes } from '../../lib/slots/slot-events.ts'
import { useAbandonableMutation } from '../../lib/use-abandonable-mutation.ts'
import { type ChangeValues, toSlotChanges } from './change-rules.ts'
import type { PublishValues } from './publish-rules.ts'
import { toSlotDetails } from './publish-rules.ts'

/** Publishes what the form says; what is wrong with it the form shows, whatever else failed is a toast. */
export function usePublishSlots(mentorId: string, timeZone: string) {
  const client = useQueryClient()
  return useAbandonableMutation({
    mutationFn: ({ values, skipClashes }: { values: PublishValues; skipClashes: boolean }, signal) => {
      const slotDetails = toSlotDetails(values, timeZone, skipClashes)
      return sendRequest(api.slots.publish, { body: { slotDetails, mentorId } }, { signal })
    },
    onSuccess: ({ created, skipped }) => {
      const left = skipped.clashes.length + skipped.missingDays.length
      toast.success(created.length === 1 ? 'Time published' : `${created.length} times published`, {
        description: left === 0 ? undefined : `${left} ${left === 1 ? 'was' : 'were'} skipped.`,
      })
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 400)
        toast.error(errorMessage('publishSlot', error))
    },
    onSettled: () => invalidateOwnTimes(client),
  })
}

const keptText = (kept: number) =>
  kept === 0
    ? undefined
    : kept === 1
      ? 'One is booked and stays as it is.'
      : `${kept} are booked and stay as they are.`

/** Edits or moves an open slot or, from it on, its series. What is wrong with the form the form shows. */
export function useChangeSlot(slot: Slot, timeZone: string) {
  const client = useQueryClient()
  return useAbandonableMutation({
    mutationFn: ({ values, skipClashes }: { values: ChangeValues; skipClashes: boolean }, signal) => {
      const body = toSlotChanges(values, slot, timeZone, skipClashes)
      return sendRequest(api.slots.change, { params: { slotId: slot._id }, body }, { signal })
    },
    onSuccess: ({ changed, kept, skipped }) => {
      const left = skipped.clashes.length + skipped.missingDays.length
      const words = [left === 0 ? undefined : `${left} not moved.`, keptText(kept)]
      toast.success(changed.length === 1 ? 'Time changed' : `${changed.length} times changed`, {
        description: words.filter(Boolean).join(' ') || undefined,
      })
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 400)
        toast.error(errorMessage('publishSlot', error))
    },
    onSettled: () => invalidateOwnTimes(client),
  })
}

/** Deletes an open slot or, from it on, its series; cancels a booked one. */
export function useRemoveSlot() {
  const client = useQueryClient()
  return useAbandonableMutation({
    mutationFn: ({ slot, scope }: { slot: Slot; scope: SlotScope }, signal) => {
      const seen = slot.status === 'open' || slot.status === 'booked' ? slot.status : undefined
      const query = scope === 'following' ? { scope } : { status: seen }
      return sendRequest(api.slots.remove, { params: { slotId: slot._id }, query }, { signal })
    },
    onSuccess: ({ isCallReturned, removed, kept }, { slot: { status }, scope }) => {
      const told = isCallReturned ? 'The mentee is told and gets the call back.' : 'The mentee is told.'
      const all = [removed === 1 ? 'One time.' : `${removed} times.`, keptText(kept)]
        .filter(Boolean)
        .join(' ')
      toast.success(texts.slots.deleted, {
        description: scope === 'following' ? all : status === 'booked' ? told : undefined,
      })
    },
    onError: (error) => toast.error(errorMessage('removeSlot', error)),
    onSettled: () => invalidateOwnTimes(client),
  })
}
