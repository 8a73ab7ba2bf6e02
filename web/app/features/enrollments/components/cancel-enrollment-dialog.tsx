import type { Enrollment } from '@marga/contract/enrollments'
import { formatDate } from '../../../lib/dates.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

type CancelEnrollmentDialogProps = {
  enrollment: Enrollment
  isLoading: boolean
  onConfirm: () => void
  onClose: () => void
}

export function CancelEnrollmentDialog(props: CancelEnrollmentDialogProps) {
  const { enrollment, isLoading, onConfirm, onClose } = props
  const { firstName, lastName } = enrollment.mentorId
  const until = enrollment.renewsAt
    ? `until ${formatDate(enrollment.renewsAt)}`
    : 'until the end of the period'
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`End your subscription to ${firstName} ${lastName}?`}
      description={`You keep chat and calls ${until}. Nothing more is charged, and you can resume before then.`}
      confirmLabel="Cancel subscription"
      isLoading={isLoading}
      onConfirm={onConfirm}
    />
  )
}
