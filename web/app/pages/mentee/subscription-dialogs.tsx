import { enrollmentGivesAccess } from '@marga/contract/enrollment-states'
import type { Enrollment } from '@marga/contract/enrollments'
import { RefundRequestDialog } from '../../features/disputes/components/refund-request-dialog.tsx'
import { CancelEnrollmentDialog } from '../../features/enrollments/components/cancel-enrollment-dialog.tsx'
import { EndPauseDialog } from '../../features/enrollments/components/end-pause-dialog.tsx'
import type { EnrollmentQuestion } from '../../features/enrollments/components/enrollment-management.tsx'
import { PauseDialog } from '../../features/enrollments/components/pause-dialog.tsx'
import { useCancelEnrollment } from '../../features/enrollments/mutations.ts'
import { useEndPause } from '../../features/enrollments/pause.ts'
import { invalidateEnrollments } from '../../features/enrollments/realtime.ts'
import { CreditsDialog } from '../../features/session-credits/components/credits-dialog.tsx'
import { isPausedAt } from '../../lib/enrollment-status.ts'
import { queryClient } from '../../lib/query-client.ts'

type SubscriptionDialogsProps = {
  enrollment: Enrollment
  question: EnrollmentQuestion
  now: Date
  onClose: () => void
}

/** What is asked about one subscription. */
export function SubscriptionDialogs({ enrollment, question, now, onClose }: SubscriptionDialogsProps) {
  const dialog = { isOpen: true, enrollment, onClose }
  switch (question) {
    case 'calls':
      return (
        <CreditsDialog
          isOpen
          enrollmentId={enrollment._id}
          mentorName={enrollment.mentorId.firstName}
          balance={
            enrollmentGivesAccess(enrollment.status) && !isPausedAt(enrollment, now) ? enrollment : null
          }
          onClose={onClose}
        />
      )
    case 'pause':
      return <PauseDialog {...dialog} />
    case 'refund':
      return <RefundRequestDialog {...dialog} onRequested={() => invalidateEnrollments(queryClient)} />
    case 'end-pause':
      return <EndingPause enrollment={enrollment} now={now} onClose={onClose} />
    case 'cancel':
      return <EndingSubscription enrollment={enrollment} onClose={onClose} />
  }
}

type EndingProps = Pick<SubscriptionDialogsProps, 'enrollment' | 'onClose'>

function EndingPause({ enrollment, now, onClose }: EndingProps & { now: Date }) {
  const endPause = useEndPause()
  return (
    <EndPauseDialog
      enrollment={enrollment}
      now={now}
      isLoading={endPause.isPending}
      onClose={() => {
        endPause.abandon()
        onClose()
      }}
      onConfirm={() => endPause.mutate(enrollment._id, { onSettled: onClose })}
    />
  )
}

function EndingSubscription({ enrollment, onClose }: EndingProps) {
  const cancel = useCancelEnrollment()
  return (
    <CancelEnrollmentDialog
      enrollment={enrollment}
      isLoading={cancel.isPending}
      onClose={() => {
        cancel.abandon()
        onClose()
      }}
      onConfirm={() => cancel.mutate(enrollment._id, { onSettled: onClose })}
    />
  )
}
