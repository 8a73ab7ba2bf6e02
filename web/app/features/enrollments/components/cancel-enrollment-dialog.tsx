import type { Enrollment } from '@marga/contract/enrollments'
import { useNow } from '../../../lib/use-now.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { cancelMeaning } from '../cancelling.ts'

type CancelEnrollmentDialogProps = {
  enrollment: Enrollment
  isLoading: boolean
  onConfirm: () => void
  onClose: () => void
}

export function CancelEnrollmentDialog(props: CancelEnrollmentDialogProps) {
  const { enrollment, isLoading, onConfirm, onClose } = props
  const { firstName, lastName } = enrollment.mentorId
  const now = useNow(60_000)
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`End your subscription to ${firstName} ${lastName}?`}
      description={cancelMeaning(enrollment, now)}
      confirmLabel="Cancel subscription"
      isLoading={isLoading}
      onConfirm={onConfirm}
    />
  )
}
