import type { Enrollment } from '@marga/contract/enrollments'
import { formatShortDay } from './dates.ts'
import { pluralize } from './pluralize.ts'

/** "and 1 more until Tue 22 Dec", a line for each day on which some lapse: what the mentee reads, and the mentor. */
export const extraCallsText = (extraCalls: Enrollment['extraCalls'] = [], timeZone?: string): string[] =>
  extraCalls.map(
    ({ count, usableUntil }) => `and ${count} more until ${formatShortDay(usableUntil, timeZone)}`,
  )

type Paused = Pick<Enrollment, 'status' | 'pausedUntil'> & Partial<Pick<Enrollment, 'extraCalls'>>

/**
 * In place of a balance while the subscription is paused: until when nothing can be booked, and what lasts longer. One
 * that was cancelled ends without anything more to book.
 */
export function pausedCallsText(
  { status, extraCalls = [], pausedUntil }: Paused,
  timeZone?: string,
): string[] {
  if (pausedUntil === null) return []
  if (status === 'ending') return ['No calls to book']
  const lasting = extraCalls.filter(({ usableUntil }) => new Date(usableUntil) > new Date(pausedUntil))
  return [
    `No calls to book until ${formatShortDay(pausedUntil, timeZone)}`,
    ...lasting.map(
      ({ count, usableUntil }) =>
        `then ${pluralize(count, 'extra call')} until ${formatShortDay(usableUntil, timeZone)}`,
    ),
  ]
}
