import type { Availability } from '@marga/contract/availability'
import { wallClock } from '@marga/contract/wall-clock'
import { isInside, type Span } from '@marga/contract/weekly-hours'
import type { BusyTime } from './availability.queries.ts'

type Hours = Pick<Availability, 'timeZone' | 'weekly' | 'overrides' | 'vacations'>

/**
 * Whether a booked session is to be pointed out: under a busy time, or outside the hours. Days of which nothing was
 * ever said have no outside: without weekly hours only those of an override or a vacation count.
 */
export function isConflict(hours: Hours, busyTimes: readonly BusyTime[], span: Span): boolean {
  if (busyTimes.some(({ startsAt, endsAt }) => startsAt < span.end && span.start < endsAt)) return true
  const { day } = wallClock(span.start, hours.timeZone)
  const isSpokenOf =
    hours.weekly.length > 0 ||
    hours.overrides.some(({ date }) => date === day) ||
    hours.vacations.some(({ from, to }) => from <= day && day <= to)
  return isSpokenOf && !isInside(hours, span)
}
