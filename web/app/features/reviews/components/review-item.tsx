import type { Review } from '@marga/contract/reviews'
import type { ReactNode } from 'react'
import { Stars } from '../../../components/stars.tsx'
import { formatDate } from '../../../lib/dates.ts'
import { useTimeZone } from '../../../lib/use-time-zone.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { cn } from '../../../ui/cn.ts'

type ReviewItemProps = {
  review: Review
  /** Who replied. */
  mentorFirstName: string
  /** Of whom it is, where the page does not say so. */
  about?: ReactNode
  /** What can be done with it, by whoever may. */
  action?: ReactNode
  /** A sheet of its own, among others. */
  isCard?: boolean
}

/** One review, and the mentor's reply under it. */
export function ReviewItem({ review, mentorFirstName, about, action, isCard }: ReviewItemProps) {
  const timeZone = useTimeZone()
  return (
    <li
      className={cn(
        'grid grid-cols-1 gap-3',
        isCard
          ? 'break-inside-avoid rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6'
          : 'py-6 first:pt-0',
      )}
    >
      <div className="flex items-center gap-3">
        <Avatar src={review.mentee.profileImageUrl} size="sm" />
        <div className="min-w-0">
          <p className="font-semibold">{review.mentee.firstName}</p>
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-faint">
            <Stars rating={review.rating} />
            <time dateTime={review.createdAt}>{formatDate(review.createdAt, timeZone)}</time>
          </p>
        </div>
      </div>
      <p className="max-w-prose whitespace-pre-line">{review.text}</p>
      {review.reply ? (
        <div className="max-w-prose border-l-3 border-accent pl-4 text-ink-soft">
          <p className="text-sm font-semibold text-ink">{mentorFirstName}’s reply</p>
          <p className="whitespace-pre-line">{review.reply}</p>
        </div>
      ) : null}
      {about}
      {action}
    </li>
  )
}
