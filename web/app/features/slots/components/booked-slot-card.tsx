import type { Slot } from '@marga/contract/slots'
import type { ReactNode } from 'react'
import { formatDate, formatShortDay, formatTime, timeZoneName } from '../../../lib/dates.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { statusVariants } from '../rules.ts'

type BookedSlotCardProps = {
  slot: Slot
  /** Under the session: what a cancellation would mean, say. */
  note?: ReactNode
  actions?: ReactNode
  /** What changes the booking, each with what it does. */
  choices?: ReactNode
  /** What waits for an answer: a proposed time, a contest. */
  children?: ReactNode
}

/** One session of a mentee, to come or past. */
export function BookedSlotCard({ slot, note, actions, choices, children }: BookedSlotCardProps) {
  const { mentorId: mentor, status, start, end, title, description } = slot
  const [weekday, day, month] = formatShortDay(start).split(' ')
  const { label, tone } = statusVariants[status]
  return (
    <Card className="flex gap-4 sm:gap-6">
      <div
        aria-hidden="true"
        className="grid h-fit w-16 shrink-0 justify-items-center rounded-md bg-accent-soft py-2.5 text-accent-ink"
      >
        <span className="text-xs font-semibold">{weekday}</span>
        <span className="font-display text-2xl leading-none font-semibold tabular-nums">{day}</span>
        <span className="text-xs font-semibold">{month}</span>
      </div>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <h2 className="min-w-0 text-lg wrap-anywhere">{title || 'Live session'}</h2>
          <span className="flex gap-2">
            {slot.type === 'intro' ? <Badge tone="accent">Intro call</Badge> : null}
            <Badge tone={tone}>{label}</Badge>
          </span>
        </div>
        <p className="mt-1">
          <time dateTime={start} className="font-semibold tabular-nums">
            {formatDate(start)}, {/* Each time in one piece, and room to break between the two. */}
            <span className="whitespace-nowrap">{formatTime(start)} –</span>{' '}
            <span className="whitespace-nowrap">{formatTime(end)}</span>
          </time>
          <span className="block text-sm text-ink-faint">{timeZoneName(undefined, start)}</span>
        </p>
        <p className="mt-3 flex items-center gap-2.5 text-sm">
          <Avatar src={mentor.profileImageUrl} size="xs" />
          <span className="min-w-0 wrap-anywhere">
            with {mentor.firstName} {mentor.lastName}
          </span>
        </p>
        {description ? (
          <p className="mt-3 text-sm whitespace-pre-line wrap-anywhere text-ink-soft">{description}</p>
        ) : null}
        {note ? <p className="mt-3 text-sm text-ink-soft">{note}</p> : null}
        {children ? <div className="mt-4 grid grid-cols-1 gap-3 empty:hidden">{children}</div> : null}
        {actions ? <div className="mt-4 flex flex-wrap gap-3 empty:hidden">{actions}</div> : null}
        {choices ? <div className="mt-4 grid grid-cols-1 gap-2 empty:hidden">{choices}</div> : null}
      </div>
    </Card>
  )
}
