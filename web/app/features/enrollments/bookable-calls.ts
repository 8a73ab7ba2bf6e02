import type { Enrollment } from '@marga/contract/enrollments'
import { isPausedNow } from './pause.ts'
import { withAccess } from './rules.ts'

/** How many calls can be booked now, with all mentors: while a subscription is paused, none of its own. */
export const bookableCalls = (enrollments: readonly Enrollment[], now: Date): number =>
  withAccess(enrollments)
    .filter((enrollment) => !isPausedNow(enrollment, now))
    .reduce(
      (sum, { callsLeft, extraCalls }) => extraCalls.reduce((all, { count }) => all + count, sum + callsLeft),
      0,
    )
