import { limits } from '@marga/contract/limits'
import type { Slot } from '@marga/contract/slots'
import { formatDate, formatTime } from '../../../lib/dates.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { refundEndsAt, returnsCredit } from '../rules.ts'

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
      description={`${formatDate(slot.start)}, ${formatTime(slot.start)}, with ${slot.mentorId.firstName}. ${refundNote(slot, now)}`}
      confirmLabel="Cancel booking"
      isLoading={isLoading}
      onConfirm={onConfirm}
    />
  )
}

/** What a cancellation means for the calls of the period, as long as it can be done. */
export function refundNote(slot: Pick<Slot, 'start' | 'type'>, now: Date): string {
  if (slot.type === 'intro') return 'If you cancel, this time opens up for someone else.'
  const until = refundEndsAt(slot)
  return returnsCredit(slot, now)
    ? `Cancel before ${formatDate(until)}, ${formatTime(until)}, and you get the call back.`
    : `It is less than ${limits.callRefundHours} hours away, so you will not get the call back.`
}
