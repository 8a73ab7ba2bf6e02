import type { Enrollment } from '@marga/contract/enrollments'
import { formatRupees } from '@marga/contract/prices'
import { formatDate } from '../../../lib/dates.ts'
import { isPausedAt } from '../../../lib/enrollment-status.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

type EndPauseDialogProps = {
  enrollment: Enrollment
  now: Date
  isLoading: boolean
  onConfirm: () => void
  onClose: () => void
}

export function EndPauseDialog(props: EndPauseDialogProps) {
  const { enrollment, now, isLoading, onConfirm, onClose } = props
  const { firstName } = enrollment.mentorId
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title="End the pause?"
      description={
        isPausedAt(enrollment, now)
          ? `Your next month with ${firstName} begins now, and ${formatRupees(enrollment.amount)} is charged.`
          : `The pause is taken back: it renews on ${formatDate(enrollment.pausedFrom ?? now)}, as before.`
      }
      confirmLabel="End the pause"
      cancelLabel="Stay paused"
      isDestructive={false}
      isLoading={isLoading}
      onConfirm={onConfirm}
    />
  )
}
