import type { Enrollment } from '@marga/contract/enrollments'
import { isPausedAt } from '../../lib/enrollment-status.ts'
import { withAccess } from './rules.ts'

/** Of one subscription: of the paid month, and those that last longer. */
export const callsOf = ({ callsLeft, extraCalls }: Pick<Enrollment, 'callsLeft' | 'extraCalls'>): number =>
  extraCalls.reduce((all, { count }) => all + count, callsLeft)

/** How many calls can be booked now, with all mentors: while a subscription is paused, none of its own. */
export const bookableCalls = (enrollments: readonly Enrollment[], now: Date): number =>
  withAccess(enrollments)
    .filter((enrollment) => !isPausedAt(enrollment, now))
    .reduce((sum, enrollment) => sum + callsOf(enrollment), 0)
