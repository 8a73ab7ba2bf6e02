import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import * as queries from './stats.queries.ts'

type Span = Omit<queries.Interval, 'now'>

/** Counts of each of the last days in a time zone, days of nothing included. */
export function createStats({ db, clock }: { db: Database; clock: Clock }) {
  const upToNow = (span: Span): queries.Interval => ({ ...span, now: clock.now() })
  return {
    enrollments: (span: Span) => queries.countEnrollments(db.query, upToNow(span)),
    enrolledOf: (mentorId: string, span: Span) => queries.countEnrolled(db.query, mentorId, upToNow(span)),
    newMentees: (span: Span) => queries.countNewMentees(db.query, upToNow(span)),
  }
}
export type Stats = ReturnType<typeof createStats>
