import type { Slot } from '@marga/contract/slots'
import { formatDate, formatTime } from '../../../lib/dates.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { cancelMeaning } from '../rules.ts'

type CancelBookingDialogProps = {
  slot: Slot
  now: Date
  isLoading: boolean
  onConfirm: () => void
  onClose: () => void
}

export function CancelBookingDialog({ slot, now, isLoading, onConfirm, onClose }: CancelBookingDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title="Cancel this session?"
      description={`${formatDate(slot.start)}, ${formatTime(slot.start)}, with ${slot.mentorId.firstName}. ${cancelMeaning(slot, now)}.`}
      confirmLabel="Cancel booking"
      isLoading={isLoading}
      onConfirm={onConfirm}
    />
  )
}
