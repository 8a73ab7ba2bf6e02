import { enrollmentGivesAccess } from '@marga/contract/enrollment-states'
import type { Enrollment } from '@marga/contract/enrollments'
import { Button } from '../../../ui/button.tsx'
import { isPausable } from '../pause.ts'

/** What is asked about a subscription before it is done. */
export type EnrollmentQuestion = 'calls' | 'pause' | 'end-pause' | 'refund' | 'cancel'

type EnrollmentManagementProps = {
  enrollment: Enrollment
  isPaused: boolean
  /** A request for a refund waits already. */
  isRefundAsked: boolean
  onAsk: (question: EnrollmentQuestion) => void
}

/** The quiet line under a subscription: where calls went, pausing, money back, leaving. */
export function EnrollmentManagement(props: EnrollmentManagementProps) {
  const { enrollment, isPaused, isRefundAsked, onAsk } = props
  const { status, pausedUntil, unusedRupees } = enrollment
  const hasAccess = enrollmentGivesAccess(status)
  const canAskRefund = hasAccess && unusedRupees > 0 && !isRefundAsked
  // While it runs, ending it is what stands first.
  const canEndPause = pausedUntil !== null && !isPaused && status !== 'ending'
  const all: { question: EnrollmentQuestion; label: string; isOffered: boolean }[] = [
    { question: 'calls', label: 'Where your calls went', isOffered: true },
    { question: 'pause', label: 'Pause', isOffered: isPausable(enrollment) },
    { question: 'end-pause', label: 'End the pause', isOffered: canEndPause },
    { question: 'refund', label: 'Ask for a refund', isOffered: canAskRefund },
    { question: 'cancel', label: 'Cancel subscription', isOffered: hasAccess && status !== 'ending' },
  ]
  return all
    .filter(({ isOffered }) => isOffered)
    .map(({ question, label }) => (
      <Button key={question} variant="quiet" size="sm" onClick={() => onAsk(question)}>
        {label}
      </Button>
    ))
}
