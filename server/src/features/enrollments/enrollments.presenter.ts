import type { Enrollment } from '@marga/contract/enrollments'
import { limits } from '@marga/contract/limits'
import type { Balance } from '@marga/contract/session-credit-cases'
import { type MentorCardRow, presentMentorCard } from '../search/mentor-card.presenter.ts'
import type { EnrollmentRow } from './enrollments.queries.ts'
import { graceEnd } from './enrollments.rules.ts'

type Known = { balance: Balance; unusedRupees: number; canSubscribeAgain: boolean; now: Date }

/** One that is over waits for the next month's payment, and is none any more. */
export function presentPause(
  { pausedFrom, pausedUntil }: Pick<EnrollmentRow, 'pausedFrom' | 'pausedUntil'>,
  now: Date,
) {
  const isOver = pausedUntil !== null && pausedUntil <= now
  return {
    pausedFrom: (isOver ? null : pausedFrom)?.toISOString() ?? null,
    pausedUntil: (isOver ? null : pausedUntil)?.toISOString() ?? null,
  }
}

export const presentEnrollment = (
  row: EnrollmentRow,
  mentor: MentorCardRow,
  { balance, unusedRupees, canSubscribeAgain, now }: Known,
): Enrollment => {
  const renews = row.status === 'active' || row.status === 'past_due'
  return {
    _id: row.id,
    mentorId: presentMentorCard(mentor, now),
    status: row.status,
    amount: row.amount,
    startedAt: row.startedAt.toISOString(),
    renewsAt: renews ? (row.pausedUntil ?? row.periodEnd).toISOString() : null,
    endsAt: renews ? null : (row.endedAt ?? row.periodEnd).toISOString(),
    callsLeft: balance.callsLeft,
    extraCalls: balance.extraCalls,
    callsPerMonth: limits.callsPerMonth,
    paymentUrl: row.paymentUrl,
    accessUntil: row.status === 'past_due' ? graceEnd(row).toISOString() : null,
    ...presentPause(row, now),
    unusedRupees,
    canSubscribeAgain,
  }
}
