import type { Enrollment } from '@marga/contract/enrollments'
import { limits } from '@marga/contract/limits'
import { formatRupees } from '@marga/contract/prices'
import { Dialog } from '../../../ui/dialog.tsx'
import { useRequestRefund } from '../mutations.ts'
import { ReasonForm } from './reason-form.tsx'

type RefundRequestDialogProps = {
  isOpen: boolean
  enrollment: Enrollment
  onRequested: () => void
  onClose: () => void
}

/** What `RefundRequestDialog` shows. */
export function RefundRequestDialogContent(props: RefundRequestDialogProps) {
  const { isOpen, enrollment, onRequested, onClose } = props
  const { firstName } = enrollment.mentorId
  const ask = useRequestRefund()
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(willBeOpen) => {
        if (willBeOpen) return
        ask.abandon()
        onClose()
      }}
      title="Ask for a refund"
    >
      <ul className="mb-5 grid list-disc gap-1.5 pl-5 text-ink-soft marker:text-ink-faint">
        <li>
          Up to <strong className="text-ink">{formatRupees(enrollment.unusedRupees)}</strong> goes back the
          way you paid: what is unused now, and still is when the answer comes.
        </li>
        <li>Your subscription and your booked sessions with {firstName} end with it.</li>
        <li>
          {firstName} has {limits.disputeAnswerHours} hours to agree. Otherwise a moderator decides. Until
          then nothing changes.
        </li>
        <li>
          Within {limits.unusedRenewalRefundHours} hours of a renewal with nothing used since, you get it at
          once.
        </li>
      </ul>
      <ReasonForm
        of="mentee"
        about={`refund.${enrollment._id}`}
        label="Why do you ask for it?"
        submitLabel="Ask for the refund"
        isLoading={ask.isPending}
        failure={ask.error}
        onSend={(reason, end) => {
          const onSuccess = () => {
            end()
            onClose()
          }
          ask.mutate({ enrollmentId: enrollment._id, reason }, { onSuccess, onSettled: onRequested })
        }}
      />
    </Dialog>
  )
}
