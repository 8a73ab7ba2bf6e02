import type { Slot } from '@marga/contract/slots'
import { Link } from 'react-router'
import { formatDate, formatTime } from '../../../lib/dates.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'

const shownMax = 5

type UpcomingListProps = { slots: readonly Slot[] | undefined; now: Date; allHref: string }

/** One's own next sessions, in short. */
export function UpcomingList({ slots, now, allHref }: UpcomingListProps) {
  const upcoming = slots?.filter(({ end }) => new Date(end) > now).slice(0, shownMax)
  return (
    <Card className="grid grid-cols-1 gap-3">
      <CardTitle>Your bookings</CardTitle>
      {!upcoming ? (
        <SkeletonText />
      ) : upcoming.length === 0 ? (
        <p className="text-sm text-ink-soft">Nothing is booked yet.</p>
      ) : (
        <ul className="grid grid-cols-1 divide-y divide-line">
          {upcoming.map((slot) => (
            <li key={slot._id} className="flex items-center gap-3 py-3">
              <Avatar src={slot.mentorId.profileImageUrl} size="sm" />
              <div className="min-w-0 text-sm">
                <p className="truncate font-semibold">{slot.title || 'Live session'}</p>
                <p className="text-ink-soft">
                  {formatDate(slot.start)}, {formatTime(slot.start)} · {slot.mentorId.firstName}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Link to={allHref} className="link text-sm">
        All booked slots
      </Link>
    </Card>
  )
}
