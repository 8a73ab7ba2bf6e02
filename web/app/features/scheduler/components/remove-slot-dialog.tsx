import type { Slot, SlotScope } from '@marga/contract/slots'
import { type ReactNode, useRef, useState } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useRemoveSlot } from '../mutations.ts'
import { cancelNote } from '../rules.ts'
import { SeriesScope } from './series-scope.tsx'

type RemoveSlotDialogProps = {
  slot: Slot
  now: Date
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onRemoved: () => void
  /** A field for a word to the mentee; what it gives is called once the session is cancelled. */
  cancelMessage?: ((slot: Slot, onSend: (send: () => void) => void) => ReactNode) | undefined
}

/** Asks before an open time is deleted or a session cancelled. */
export function RemoveSlotDialog(props: RemoveSlotDialogProps) {
  const { slot, now, isOpen, onOpenChange, onRemoved, cancelMessage } = props
  const [scope, setScope] = useState<SlotScope>('one')
  const sendMessage = useRef(() => {})
  const removeSlot = useRemoveSlot()
  const isBooked = slot.status === 'booked'
  const onSuccess = () => {
    sendMessage.current()
    onRemoved()
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) removeSlot.abandon()
        onOpenChange(next)
      }}
      title={isBooked ? 'Cancel this session?' : 'Delete this time?'}
      description={isBooked ? cancelMeaning(slot, now) : deleteMeaning[scope]}
      confirmLabel={isBooked ? 'Cancel session' : 'Delete'}
      isLoading={removeSlot.isPending}
      onConfirm={() =>
        removeSlot.mutate(
          { slot, scope: isBooked ? 'one' : scope },
          { onSuccess, onError: () => onOpenChange(false) },
        )
      }
    >
      {slot.seriesId && !isBooked ? <SeriesScope value={scope} onChange={setScope} /> : null}
      {isBooked
        ? cancelMessage?.(slot, (send) => {
            sendMessage.current = send
          })
        : null}
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
