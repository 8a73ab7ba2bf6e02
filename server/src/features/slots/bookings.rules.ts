import { limits } from '@marga/contract/limits'
import { AppError } from '../../platform/errors.ts'
import { sessionRejectionReason } from '../enrollments/enrollments.rules.ts'
import type { BookingCandidate } from './slots.queries.ts'

/**
 * Why a session cannot be booked, undefined when it can. `taken`: somebody else was faster, or it is not on
 * offer; that is told before what is left of the quota.
 */
export function rejectionReason(
  candidate: BookingCandidate | undefined,
  now: Date,
): AppError | 'taken' | undefined {
  if (!candidate || candidate.isMentorBlocked || candidate.isBlocked) return new AppError('not_found')
  const { payerStatus: status, periodEnd, pastDueSince, callsUsed } = candidate
  const payer = status && periodEnd ? { status, periodEnd, pastDueSince } : undefined
  // Intro slots are booked by their own call.
  if (candidate.type !== 'session') return sessionRejectionReason(payer, now, now) ?? 'taken'
  const refusal = sessionRejectionReason(payer, candidate.startsAt, now)
  if (refusal) return refusal
  if (candidate.status !== 'open' || candidate.startsAt <= now) return 'taken'
  return callsUsed! < limits.callsPerMonth ? undefined : new AppError('quota_used')
}
