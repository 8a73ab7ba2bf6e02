import type { Person } from '@marga/contract/common'
import type { Contest } from '@marga/contract/disputes'
import { dayKey, formatShortMoment, formatTime, formatTimeRange } from '../../lib/dates.ts'

export type Attendee = Pick<Person, '_id' | 'firstName'>

/** From when to when each was in the room, a line each, in the order of `people`. */
export const attendanceLines = (
  attendance: Contest['attendance'],
  people: readonly Attendee[],
): { name: string; times: string }[] =>
  people.map(({ _id, firstName }) => {
    const stays = attendance.filter(({ personId }) => personId === _id)
    return {
      name: firstName,
      times: stays.map(({ from, to }) => stayText(from, to)).join(', ') || 'not in the room',
    }
  })

/** The day is said only where it ends on another. */
const stayText = (from: string, to: string): string =>
  dayKey(from) === dayKey(to) ? formatTimeRange(from, to) : `${formatTime(from)} – ${formatShortMoment(to)}`
