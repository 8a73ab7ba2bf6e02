import type { Enrollment } from '@marga/contract/enrollments'
import { formatDate } from '../../../lib/dates.ts'
import { PayLink } from './pay-link.tsx'

/** That a renewal was not paid, until when access goes on, and where to pay. */
export function PaymentDue({ enrollment: { accessUntil, paymentUrl } }: { enrollment: Enrollment }) {
  return (
    <div className="grid justify-items-start gap-2 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-ink">
      <p>
        The last payment did not go through. Your bank may have declined it or may want you to confirm it.
        {accessUntil ? ` You keep access until ${formatDate(accessUntil)}.` : null}
      </p>
      <PayLink href={paymentUrl} />
    </div>
  )
}
