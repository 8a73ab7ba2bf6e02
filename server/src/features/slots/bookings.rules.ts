import { limits } from '@marga/contract/limits'
import { AppError } from '../../platform/errors.ts'
import { sessionRejectionReason } from '../enrollments/enrollments.rules.ts'
import type { WishRow } from './slots.queries.ts'

/**
 * Why a wish for a session cannot be met, undefined when it can. `taken`: somebody else was faster, or it is not on
 * offer; that is told before what is left of the quota.
 */
export function rejectionReason(wish: WishRow | undefined, now: Date): AppError | 'taken' | undefined {
  if (!wish || wish.isMentorBlocked || wish.isBlocked) return new AppError('not_found')
  const { payerStatus: status, periodEnd, pastDueSince, callsUsed } = wish
  const payer = status && periodEnd ? { status, periodEnd, pastDueSince } : undefined
  // Intro slots are booked by their own call.
  if (wish.type !== 'session') return sessionRejectionReason(payer, now, now) ?? 'taken'
  const refusal = sessionRejectionReason(payer, wish.startsAt, now)
  if (refusal) return refusal
  if (wish.status !== 'open' || wish.startsAt <= now) return 'taken'
  return callsUsed! < limits.callsPerMonth ? undefined : new AppError('quota_used')
}
