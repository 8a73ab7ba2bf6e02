import type { Slot } from '@marga/contract/slots'
import { Video } from 'lucide-react'
import { formatDate, formatTime, formatTimeRange, timeZoneName } from '../../../lib/dates.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { buttonStyle } from '../../../ui/button-style.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import { canGoLive, roomOpensAt, waitText } from '../rules.ts'

type UpcomingSessionsProps = {
  sessions: readonly Slot[]
  timeZone: string
  /** The live room of a session, as a whole address. */
  roomHref: (slotId: string) => string
}

/** The sessions of the next 24 hours; each gets its Go Live button when its room opens. */
export function UpcomingSessions({ sessions, timeZone, roomHref }: UpcomingSessionsProps) {
  const now = useNow(5000)
  const columns: Column<Slot>[] = [
    { header: 'Mentee', cell: (slot) => <Mentee slot={slot} timeZone={timeZone} /> },
    {
      header: 'Start',
      isSecondary: true,
      cell: (slot) => (
        <time dateTime={slot.start} className="whitespace-nowrap">
          <span className="font-semibold">{formatTimeRange(slot.start, slot.end, timeZone)}</span>
          <span className="block text-ink-faint">{formatDate(slot.start, timeZone)}</span>
        </time>
      ),
    },
    { header: 'Topic', isSecondary: true, cell: (slot) => slot.title || 'No topic given' },
    {
      header: 'Room',
      isNumeric: true,
      cell: (slot) => <Room slot={slot} now={now} timeZone={timeZone} href={roomHref(slot._id)} />,
    },
  ]
  return (
    <>
      <Table
        caption="Live sessions in the next 24 hours"
        columns={columns}
        rows={sessions}
        keyOf={({ _id }) => _id}
      />
      <p className="mt-2 text-xs text-ink-faint">Times are in {timeZoneName(timeZone)}.</p>
    </>
  )
}

function Mentee({ slot, timeZone }: { slot: Slot; timeZone: string }) {
  const { menteeId: mentee } = slot
  return (
    <span className="flex items-center gap-3">
      <Avatar src={mentee?.profileImageUrl} size="sm" className="max-sm:hidden" />
      <span className="min-w-0">
        <span className="font-semibold">
          {mentee ? `${mentee.firstName} ${mentee.lastName}` : 'Deleted user'}
        </span>
        <span className="block text-ink-soft md:hidden">
          <span className="whitespace-nowrap">{formatDate(slot.start, timeZone)},</span>{' '}
          <span className="whitespace-nowrap">{formatTime(slot.start, timeZone)}</span>
          {slot.title ? <span className="block text-ink-faint">{slot.title}</span> : null}
        </span>
      </span>
    </span>
  )
}

type RoomProps = { slot: Slot; now: Date; timeZone: string; href: string }

function Room({ slot, now, timeZone, href }: RoomProps) {
  if (canGoLive(slot, now)) {
    return (
      <a
        href={href}
        target="_blank"
        rel="noopener"
        className={buttonStyle({ variant: 'positive', size: 'sm' })}
      >
        <Video className="size-4" aria-hidden="true" />
        Go Live
      </a>
    )
  }
  return (
    <span className="text-ink-soft">
      {waitText(slot, now)}
      <span className="block text-xs text-ink-faint">Opens {formatTime(roomOpensAt(slot), timeZone)}</span>
    </span>
  )
}
