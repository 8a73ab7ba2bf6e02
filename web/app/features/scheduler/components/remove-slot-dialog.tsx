import { slotAllows } from '@marga/contract/slot-states'
import type { Slot, SlotScope } from '@marga/contract/slots'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useRemoveSlot } from '../mutations.ts'
import { cancelNote } from '../rules.ts'
import { SeriesScope } from './series-scope.tsx'

type SendMessage = () => void

type RemoveSlotDialogProps = {
  slot: Slot
  now: Date
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onRemoved: () => void
  /** A field for a word to the mentee. While it is shown, `send` holds what sends its text of that moment. */
  cancelMessage?: ((slot: Slot, send: Ref<SendMessage>) => ReactNode) | undefined
}

/** Asks before an open time is deleted or a session cancelled. */
export function RemoveSlotDialog(props: RemoveSlotDialogProps) {
  const { slot, now, isOpen, onOpenChange, onRemoved, cancelMessage } = props
  const [scope, setScope] = useState<SlotScope>('one')
  const sendMessage = useRef<SendMessage>(null)
  const removeSlot = useRemoveSlot()
  const isBooked = slot.status === 'booked'
  const remove = () => {
    // What is shown now: the field has gone, or changed, by the time the answer comes.
    const send = sendMessage.current
    const onSuccess = () => {
      send?.()
      onRemoved()
    }
    removeSlot.mutate({ slot, scope: isBooked ? 'one' : scope }, { onSuccess })
  }
  return (
    <ConfirmDialog
      // It stays open after a failure, unless it turns out that the slot cannot be removed any more.
      isOpen={isOpen && slotAllows('remove', slot, now)}
      onOpenChange={(next) => {
        if (!next) removeSlot.abandon()
        onOpenChange(next)
      }}
      title={isBooked ? 'Cancel this session?' : 'Delete this time?'}
      description={isBooked ? cancelMeaning(slot, now) : deleteMeaning[scope]}
      confirmLabel={isBooked ? 'Cancel session' : 'Delete'}
      isLoading={removeSlot.isPending}
      onConfirm={remove}
    >
      <fieldset disabled={removeSlot.isPending} className="contents">
        {slot.seriesId && !isBooked ? <SeriesScope value={scope} onChange={setScope} /> : null}
        {isBooked ? cancelMessage?.(slot, sendMessage) : null}
      </fieldset>
    </ConfirmDialog>
  )
}

const deleteMeaning: Record<SlotScope, string> = {
  one: 'Mentees can no longer book it. Other times stay.',
  following: 'Mentees can no longer book this one and those that follow. Other times stay.',
}

function cancelMeaning(slot: Slot, now: Date): string {
  const name = slot.menteeId?.firstName ?? 'The mentee'
  const time = slot.type === 'intro' ? '' : ' The time stays closed.'
  return `${name} is told at once. ${cancelNote(slot, now)}.${time}`
}
