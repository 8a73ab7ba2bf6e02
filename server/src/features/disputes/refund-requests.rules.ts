import { limits } from '@marga/contract/limits'
import { after, hoursMs, minutesMs } from '../../platform/clock.ts'
import type { Owed } from '../enrollments/unused.rules.ts'

type Period = { startedAt: Date; periodStart: Date; paidAt?: Date | undefined }

/** The first period begins with the enrollment, give or take what the provider needs to say so. */
const isRenewed = ({ startedAt, periodStart }: Period) => periodStart > after(startedAt, minutesMs(1))

/** For so long after a renewal was paid, of which nothing was used, it is taken back without asking anybody. */
export const isJustRenewed = (period: Period, now: Date): boolean => {
  const { periodStart, paidAt = periodStart } = period
  const since = new Date(Math.max(paidAt.getTime(), periodStart.getTime()))
  return isRenewed(period) && now <= after(since, hoursMs(limits.unusedRenewalRefundHours))
}

/** A subscription that is over, or about to be with a refund that others have begun. */
export const isOver = ({ status, refundDue }: { status: string; refundDue: number | null }): boolean =>
  status === 'ended' || refundDue !== null

/** As much of what is owed as was asked for, of the newest payment first. */
export function cappedAt(maxRupees: number, owed: readonly Owed[]): Owed[] {
  let left = maxRupees
  return owed.flatMap(({ paymentId, amountRupees }) => {
    const amount = Math.min(left, amountRupees)
    left -= amount
    return amount > 0 ? [{ paymentId, amountRupees: amount }] : []
  })
}

/** By payment, what is owed of each of both. */
export function addedUp(owed: readonly Owed[], more: readonly Owed[]): Owed[] {
  const rupees = new Map(owed.map(({ paymentId, amountRupees }) => [paymentId, amountRupees]))
  for (const { paymentId, amountRupees } of more)
    rupees.set(paymentId, (rupees.get(paymentId) ?? 0) + amountRupees)
  return [...rupees].map(([paymentId, amountRupees]) => ({ paymentId, amountRupees }))
}

type Undecided = 'with_mentor' | 'with_moderator'

export const isUndecided = <R extends { status: string }>(request: R): request is R & { status: Undecided } =>
  request.status === 'with_mentor' || request.status === 'with_moderator'
