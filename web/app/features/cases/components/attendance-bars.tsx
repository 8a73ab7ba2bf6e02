import type { AttendedSession } from '@marga/contract/case-evidence'
import type { Person } from '@marga/contract/common'
import { formatShortMoment, formatTimeRange } from '../../../lib/dates.ts'
import { barOf, staysOf } from '../attendance-rules.ts'

type AttendanceBarsProps = { session: AttendedSession }

/** Who was in the room and when, against the length of the session: a bar each, and the times in words. */
export function AttendanceBars({ session }: AttendanceBarsProps) {
  const people = [session.mentorId, ...(session.menteeId ? [session.menteeId] : [])]
  return (
    <div className="grid grid-cols-1 gap-2">
      <ul className="grid grid-cols-1 gap-2">
        {people.map((person) => (
          <AttendanceBar key={person._id} session={session} person={person} />
        ))}
      </ul>
      <ClosureNote session={session} />
    </div>
  )
}

function ClosureNote({ session: { closure, mentorId, menteeId } }: AttendanceBarsProps) {
  const by = closure?.by === 'mentor' ? mentorId : menteeId
  if (!closure || !by) return null
  return (
    <p className="text-sm text-ink-soft wrap-anywhere">
      The room closed on {formatShortMoment(closure.at)}: {by.firstName} blocked the other, or was blocked or
      suspended by a moderator.
    </p>
  )
}

function AttendanceBar({ session, person }: { session: AttendedSession; person: Person }) {
  const stays = staysOf(session, person._id)
  return (
    <li className="grid grid-cols-1 gap-1 text-sm">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="wrap-anywhere">{person.firstName}</span>
        <span className="text-ink-soft">
          {stays.length === 0
            ? 'not in the room'
            : stays.map(({ from, to }) => formatTimeRange(from, to)).join(', ')}
        </span>
      </span>
      <svg
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="h-2 w-full overflow-hidden rounded-full bg-sunken"
        aria-hidden="true"
      >
        {stays.map((stay) => {
          const { x, width } = barOf(session, stay)
          return <rect key={stay.from} x={x} y="0" width={width} height="4" className="fill-positive" />
        })}
      </svg>
    </li>
  )
}
