import type { Enrollment } from '@marga/contract/enrollments'
import { formatShortDay } from './dates.ts'

/** "and 1 more until Tue 22 Dec", a line for each day on which some lapse: what the mentee reads, and the mentor. */
export const extraCallsText = (extraCalls: Enrollment['extraCalls'] = [], timeZone?: string): string[] =>
  extraCalls.map(
    ({ count, usableUntil }) => `and ${count} more until ${formatShortDay(usableUntil, timeZone)}`,
  )
