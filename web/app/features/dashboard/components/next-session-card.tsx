import type { Slot } from '@marga/contract/slots'
import { Link } from 'react-router'
import { currentTime } from '../../../lib/clock.ts'
import { formatDate, formatTimeRange, timeZoneName } from '../../../lib/dates.ts'
import { formatRelative } from '../../../lib/relative-dates.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { buttonStyle } from '../../../ui/button-style.ts'
import { Card } from '../../../ui/card.tsx'

type NextSessionCardProps = { session: Slot; timeZone: string; schedulerHref: string }

/** The session that comes next, where none does within a day. */
export function NextSessionCard({ session, timeZone, schedulerHref }: NextSessionCardProps) {
  const { menteeId: mentee, start, end, title } = session
  return (
    <Card className="flex flex-wrap items-center gap-4">
      <Avatar src={mentee?.profileImageUrl} size="md" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-sm font-semibold text-ink-faint">
          Your next session, {formatRelative(start, currentTime(), timeZone)}
        </p>
        <p className="text-lg font-semibold wrap-anywhere">
          {title || 'Live session'} with {mentee ? `${mentee.firstName} ${mentee.lastName}` : 'Deleted user'}
        </p>
        <p className="text-ink-soft">
          <time dateTime={start}>
            {formatDate(start, timeZone)}, {formatTimeRange(start, end, timeZone)}
          </time>
          <span className="block text-sm text-ink-faint">{timeZoneName(timeZone, start)}</span>
        </p>
      </div>
      <Link to={schedulerHref} className={buttonStyle({ variant: 'secondary' })}>
        Open the scheduler
      </Link>
    </Card>
  )
}
