import type { Slot } from '@marga/contract/slots'
import { CalendarPlus, MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'
import { JoinSessionLink } from '../../../components/join-session-link.tsx'
import { formatDate, formatTimeRange, timeZoneName } from '../../../lib/dates.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { buttonStyle } from '../../../ui/button-style.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { countdown, nextSession } from '../rules.ts'

type NextSessionProps = {
  /** Booked, by start. */
  slots: readonly Slot[]
  unreadConversations: number
  inboxHref: string
  bookedSlotsHref: string
  schedulesHref: string
  roomHref: (slotId: string) => string
}

/** What comes next: the session with its countdown, and whether somebody has written. */
export function NextSession(props: NextSessionProps) {
  const { slots, unreadConversations, inboxHref, bookedSlotsHref, schedulesHref, roomHref } = props
  const now = useNow(1000)
  const next = nextSession(slots, now)
  return (
    <div className="grid gap-5">
      {next ? (
        <SessionCard slot={next} now={now} bookedSlotsHref={bookedSlotsHref} roomHref={roomHref(next._id)} />
      ) : (
        <EmptyState
          icon={CalendarPlus}
          title="No session is booked"
          action={
            <Link to={schedulesHref} className={buttonStyle()}>
              Book a session
            </Link>
          }
        >
          You have calls left this period. Pick an open hour with your mentor.
        </EmptyState>
      )}
      <Link
        to={inboxHref}
        className="flex items-center gap-4 rounded-lg border border-line bg-surface p-5 shadow-card hover:border-line-strong"
      >
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink">
          <MessagesSquare className="size-5.5" aria-hidden="true" />
        </span>
        <span>
          <span className="block font-semibold">{unreadText(unreadConversations)}</span>
          <span className="text-sm text-ink-soft">Open your inbox</span>
        </span>
      </Link>
    </div>
  )
}

const unreadText = (count: number): string =>
  count === 0
    ? "You're all caught up"
    : count === 1
      ? '1 unread conversation'
      : `${count} unread conversations`

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
        <Link to={bookedSlotsHref} className={buttonStyle({ variant: 'secondary' })}>
          All booked sessions
        </Link>
      </div>
    </Card>
  )
}
