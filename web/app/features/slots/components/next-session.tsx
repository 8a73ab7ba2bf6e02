import type { Slot } from '@marga/contract/slots'
import { CalendarPlus } from 'lucide-react'
import { Link } from 'react-router'
import { JoinSessionLink } from '../../../components/join-session-link.tsx'
import { formatDate, formatTimeRange, timeZoneName } from '../../../lib/dates.ts'
import { pluralize } from '../../../lib/pluralize.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { buttonStyle } from '../../../ui/button-style.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { countdown, nextSession } from '../rules.ts'
import { AddToCalendarButton } from './add-to-calendar-button.tsx'

type NextSessionProps = {
  /** Booked, by start. */
  slots: readonly Slot[]
  /** How many can be booked now. */
  callsLeft: number
  bookedSlotsHref: string
  schedulesHref: string
  roomHref: (slotId: string) => string
}

/** What comes next: the session with its countdown. */
export function NextSession(props: NextSessionProps) {
  const { slots, callsLeft, bookedSlotsHref, schedulesHref, roomHref } = props
  const now = useNow(1000)
  const next = nextSession(slots, now)
  return next ? (
    <SessionCard slot={next} now={now} bookedSlotsHref={bookedSlotsHref} roomHref={roomHref(next._id)} />
  ) : (
    <EmptyState
      icon={CalendarPlus}
      title="No session is booked"
      action={
        <Link to={schedulesHref} className={buttonStyle()}>
          {callsLeft > 0 ? 'Book a session' : 'See open times'}
        </Link>
      }
    >
      {callsLeft > 0
        ? `You have ${pluralize(callsLeft, 'call')} left. Pick an open hour with your mentor.`
        : 'You have no calls to book right now. New calls come when a subscription renews.'}
    </EmptyState>
  )
}

type SessionCardProps = { slot: Slot; now: Date; bookedSlotsHref: string; roomHref: string }

function SessionCard({ slot, now, bookedSlotsHref, roomHref }: SessionCardProps) {
  const { mentorId: mentor, start, end, title } = slot
  const left = countdown(start, now)
  return (
    <Card className="grid grid-cols-1 gap-6 sm:p-8">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h2 className="font-sans text-sm font-semibold tracking-normal text-ink-faint">
            {left ? 'Your next session starts in' : 'Your session is running'}
          </h2>
          <p role="timer" className="font-display text-4xl font-semibold tabular-nums sm:text-5xl">
            {left ?? 'Now'}
          </p>
        </div>
        <Avatar src={mentor.profileImageUrl} size="lg" isEager className="max-sm:hidden" />
      </div>
      <div className="border-t border-line pt-5">
        <p className="text-lg font-semibold">{title || 'Live session'}</p>
        <p className="wrap-anywhere text-ink-soft">
          with {mentor.firstName} {mentor.lastName}
        </p>
        <p className="mt-2">
          <time dateTime={start}>
            {formatDate(start)}, {formatTimeRange(start, end)}
          </time>
          <span className="block text-sm text-ink-faint">{timeZoneName(undefined, start)}</span>
        </p>
      </div>
      <div className="flex flex-wrap gap-3 *:max-sm:w-full">
        <JoinSessionLink slot={slot} now={now} href={roomHref} />
        <AddToCalendarButton slot={slot} roomHref={roomHref} />
        <Link to={bookedSlotsHref} className={buttonStyle({ variant: 'secondary' })}>
          All booked sessions
        </Link>
      </div>
    </Card>
  )
}
