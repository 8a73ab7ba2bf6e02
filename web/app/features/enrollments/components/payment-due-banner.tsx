import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDate } from '../../../lib/dates.ts'
import { subscribedMentorsQuery } from '../queries.ts'
import { PayLink } from './pay-link.tsx'

type PaymentDueBannerProps = { userId: string; manageHref: string }

/** On every page while a payment is due, since access ends with the days of grace. */
export function PaymentDueBanner({ userId, manageHref }: PaymentDueBannerProps) {
  const { data: enrollments = [] } = useQuery({ ...subscribedMentorsQuery(userId), throwOnError: false })
  const due = enrollments.filter(({ status }) => status === 'past_due')
  const [first] = due
  return (
    <div role="status" className="contents">
      {first ? (
        <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-danger-soft px-4 py-2 text-center text-sm text-danger-ink">
          <span>
            {due.length === 1
              ? `Your payment for ${first.mentorId.firstName} ${first.mentorId.lastName} did not go through.`
              : `${due.length} of your payments did not go through.`}
            {first.accessUntil ? ` Access ends on ${formatDate(first.accessUntil)}.` : null}
          </span>
          {due.length === 1 && first.paymentUrl ? (
            <PayLink href={first.paymentUrl} />
          ) : (
            <Link to={manageHref} className="font-semibold underline underline-offset-4">
              See what is due
            </Link>
          )}
        </p>
      ) : null}
    </div>
  )
}
