import type { Enrollment } from '@marga/contract/enrollments'
import { formatShortDay } from './dates.ts'
import { pluralize } from './pluralize.ts'

/** "and 1 more until Tue 22 Dec", a line for each day on which some lapse: what the mentee reads, and the mentor. */
export const extraCallsText = (extraCalls: Enrollment['extraCalls'] = [], timeZone?: string): string[] =>
  extraCalls.map(
    ({ count, usableUntil }) => `and ${count} more until ${formatShortDay(usableUntil, timeZone)}`,
  )

/** In place of a balance while the subscription is paused: until when nothing can be booked, and what lasts longer. */
export function pausedCallsText({ extraCalls, pausedUntil }: Enrollment): string[] {
  if (pausedUntil === null) return []
  const lasting = extraCalls.filter(({ usableUntil }) => new Date(usableUntil) > new Date(pausedUntil))
  return [
    `No calls to book until ${formatShortDay(pausedUntil)}`,
    ...lasting.map(
      ({ count, usableUntil }) =>
        `then ${pluralize(count, 'extra call')} until ${formatShortDay(usableUntil)}`,
    ),
  ]
}
