import type { Enrollment } from '@marga/contract/enrollments'
import { formatRupees } from '@marga/contract/prices'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { useSilenceRefund } from '../silence-refund.ts'

/**
 * Ends a subscription whose mentor does not answer, and gives back what is unused; asks once.
 *
 * @param props.refund held by what stays on the page: the event that the clock has ended takes this away, and may come
 * before the response does
 */
export function SilenceRefund({
  enrollment,
  refund,
}: {
  enrollment: Enrollment
  refund: ReturnType<typeof useSilenceRefund>
}) {
  const [isAsking, setIsAsking] = useState(false)
  const { firstName, lastName } = enrollment.mentorId
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsAsking(true)}>
        End with a refund
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={(willBeOpen) => {
          if (!willBeOpen) refund.abandon()
          setIsAsking(willBeOpen)
        }}
        title={`End your subscription to ${firstName} ${lastName}?`}
        description={
          <>
            <strong className="text-ink">{formatRupees(enrollment.unusedRupees)}</strong>, what is unused now,
            goes back the way you paid. Your subscription and your booked sessions with {firstName} end at
            once.
          </>
        }
        confirmLabel="End with a refund"
        isLoading={refund.isPending}
        onConfirm={() => refund.mutate(enrollment._id, { onSettled: () => setIsAsking(false) })}
      />
    </>
  )
}
