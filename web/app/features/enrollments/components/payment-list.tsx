import type { Payment } from '@marga/contract/payments'
import { formatRupees } from '@marga/contract/prices'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDate } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { paymentsQuery, paymentVariantOf } from '../payments.ts'

/** What the mentee has paid, newest first. */
export function PaymentList({ userId }: { userId: string }) {
  const query = useInfiniteQuery(paymentsQuery(userId))
  const payments = query.data?.pages.flatMap((page) => page.payments)
  if (query.isError && !payments) {
    return (
      <ErrorState
        message={query.error.message}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  if (!payments) return <SkeletonText lines={3} />
  if (payments.length === 0) return <p className="text-ink-soft">No payments yet.</p>
  return (
    <div>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {payments.map((payment) => (
          <PaymentRow key={payment._id} payment={payment} />
        ))}
      </ul>
      <LoadMore list={query} label="Show earlier payments" />
    </div>
  )
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { mentorId, amount, refundedAmount, status, paidAt, receiptUrl } = payment
  const { label, tone } = paymentVariantOf(payment)
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">
          {mentorId.firstName} {mentorId.lastName}
        </p>
        <p className="text-sm text-ink-soft">
          <time dateTime={paidAt}>{formatDate(paidAt)}</time>
          {status === 'paid' && refundedAmount > 0 ? ` · ${formatRupees(refundedAmount)} refunded` : null}
          {receiptUrl ? (
            <>
              {' · '}
              <a href={receiptUrl} target="_blank" rel="noopener noreferrer" className="link">
                Receipt
              </a>
            </>
          ) : null}
        </p>
      </div>
      <div className="flex items-center gap-x-4 gap-y-1 max-sm:flex-col-reverse max-sm:items-end">
        <Badge tone={tone}>{label}</Badge>
        <span className="text-right font-semibold tabular-nums sm:min-w-20">{formatRupees(amount)}</span>
      </div>
    </li>
  )
}
