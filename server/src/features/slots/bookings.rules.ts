import { limits } from '@marga/contract/limits'
import type { CreditOutcome } from '@marga/contract/session-credit-cases'
import { after, hoursMs } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { sessionRejectionReason } from '../enrollments/enrollments.rules.ts'
import type { BookingCandidate } from './booking-claims.queries.ts'

/**
 * Why a session cannot be booked, undefined when it can. `taken`: someone else was faster, or it is not on
 * offer, or no longer; that is told before what is left of the quota.
 */
export function rejectionReason(
  candidate: BookingCandidate | undefined,
  now: Date,
): AppError | 'taken' | undefined {
  if (!candidate || candidate.isMentorBlocked || candidate.isBlocked) return new AppError('not_found')
  const payer = payerOf(candidate)
  // Intro slots are booked by their own call.
  if (candidate.type !== 'session') return sessionRejectionReason(payer, now, now) ?? 'taken'
  const refusal = sessionRejectionReason(payer, candidate.startsAt, now)
  if (refusal) return refusal
  if (!candidate.isBookable) return 'taken'
  return candidate.hasCredit ? undefined : new AppError('quota_used')
}

function payerOf({ payerStatus, periodEnd, ...of }: BookingCandidate) {
  const { pastDueSince, pausedFrom, pausedUntil } = of
  return payerStatus && periodEnd
    ? { status: payerStatus, periodEnd, pastDueSince, pausedFrom, pausedUntil }
    : undefined
}

/** Until when the mentee's cancelling gives the credit back. */
export const earlyUntil = ({ startsAt }: { startsAt: Date }): Date =>
  after(startsAt, -hoursMs(limits.callRefundHours))

/** Bookings from before they had an id of their own go by their slot's. */
export const bookingIdOf = ({ id, bookingId }: { id: string; bookingId: string | null }): string =>
  bookingId ?? id

/** Whether the mentee has a call more than before. */
export const isGivenBack = (call: CreditOutcome | null): boolean =>
  call?.effect === 'freed' || call?.effect === 'returned'
