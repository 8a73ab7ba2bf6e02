import type { Slot } from '@marga/contract/slots'
import { Link } from 'react-router'
import { formatShortDay, formatTimeRange } from '../../../lib/dates.ts'

type ConflictListProps = {
  conflicts: readonly Slot[]
  /** Leads to the session in the calendar; without it the list is to be read only. */
  slotHref?: (slotId: string) => string
}

/** Booked sessions with day, time and mentee. */
export const ConflictList = ({ conflicts, slotHref }: ConflictListProps) => (
  <ul className="divide-y divide-line rounded-md border border-line bg-surface">
    {conflicts.map((slot) => (
      <li
        key={slot._id}
        className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2.5 text-sm"
      >
        <span className="font-semibold tabular-nums">
          {formatShortDay(slot.start)}, {formatTimeRange(slot.start, slot.end)}
        </span>
        {slotHref ? (
          <Link to={slotHref(slot._id)} className="link">
            {nameOf(slot)}
          </Link>
        ) : (
          <span>{nameOf(slot)}</span>
        )}
      </li>
    ))}
  </ul>
)

const nameOf = ({ menteeId }: Slot) => (menteeId ? `${menteeId.firstName} ${menteeId.lastName}` : 'Booked')
