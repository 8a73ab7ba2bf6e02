import { limits } from '@marga/contract/limits'
import { after, daysMs, hoursMs, minutesMs } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProviderPayment, ProviderSubscription } from '../../platform/payments/payments.ts'

export type EndReason =
  | 'canceled'
  | 'unpaid'
  | 'refunded'
  | 'disputed'
  | 'blocked'
  | 'duplicate'
  | 'left'
  | 'full'
export type Standing =
  | { status: 'active' | 'past_due' | 'ending'; endReason: null }
  | { status: 'ended'; endReason: EndReason }

const graceMs = daysMs(limits.paymentGraceDays)
const ended = (endReason: EndReason): Standing => ({ status: 'ended', endReason })
const live = (status: 'active' | 'past_due' | 'ending'): Standing => ({ status, endReason: null })

export const newestPaid = ({ payments }: ProviderSubscription): ProviderPayment | undefined =>
  payments.find(({ status }) => status === 'paid')

/** Not one of another installation that has the same account at the provider. */
export const isOfSite = ({ site }: Pick<ProviderSubscription, 'site'>, publicUrl: string): boolean =>
  site === null || site === new URL(publicUrl).host

/** When it was bought, by the provider's clock; at most now by ours, which may be behind. */
export const firstPaidAt = ({ payments }: ProviderSubscription, now: Date): Date => {
  const paid = payments.filter(({ status }) => status === 'paid').map(({ paidAt }) => paidAt.getTime())
  return new Date(Math.min(now.getTime(), ...paid))
}

/**
 * All of it has gone back, and not all by what a moderator gave while the subscription goes on. A month that a credit
 * covered cost nothing, and nothing of it went back.
 */
export const isTakenBack = ({
  amountRupees,
  refundedRupees,
  goodwillRupees = 0,
}: Pick<ProviderPayment, 'amountRupees' | 'refundedRupees' | 'goodwillRupees'>): boolean =>
  amountRupees > 0 && (refundedRupees ?? 0) >= amountRupees && goodwillRupees < amountRupees

/** Closing a form ends at once what was bought by it; the provider's clock may be another. */
const closingMs = minutesMs(5)

/**
 * By a card of the moment in which its form was closed, which ended what it bought. What was paid although its form was
 * to be closed, and is ended later, was used meanwhile.
 */
export function isPaidWhenClosed(
  checkout: { givenUpAt: Date | null } | undefined,
  { endedAt, payments }: Pick<ProviderSubscription, 'endedAt' | 'payments'>,
): boolean {
  const givenUpAt = checkout?.givenUpAt
  if (!givenUpAt || !endedAt || Math.abs(endedAt.getTime() - givenUpAt.getTime()) > closingMs) return false
  const paid = payments.filter(({ status }) => status === 'paid')
  return paid.length === 1 && !paid.some((payment) => payment.isDisputed || isTakenBack(payment))
}

/** How an enrollment stands by what the provider says; undefined while nothing has been paid at all. */
export function deriveStatus(
  subscription: ProviderSubscription,
  { now, pastDueSince }: { now: Date; pastDueSince: Date | null },
): Standing | undefined {
  const paid = newestPaid(subscription)
  if (!paid || subscription.status === 'incomplete') return undefined
  if (paid.isDisputed) return ended('disputed')
  if (isTakenBack(paid)) return ended('refunded')
  if (subscription.status === 'ended') return ended(pastDueSince ? 'unpaid' : 'canceled')
  if (subscription.status === 'past_due') {
    const isOver = pastDueSince !== null && after(pastDueSince, graceMs) <= now
    return isOver ? ended('unpaid') : live('past_due')
  }
  return live(subscription.endsAtPeriodEnd ? 'ending' : 'active')
}

/** Until when access goes on without the payment that is due. */
export const graceEnd = ({ pastDueSince, periodEnd }: { pastDueSince: Date | null; periodEnd: Date }): Date =>
  after(pastDueSince ?? periodEnd, graceMs)

type Row = {
  status: 'active' | 'past_due' | 'ending' | 'ended'
  periodEnd: Date
  pastDueSince: Date | null
  pausedFrom: Date | null
  pausedUntil: Date | null
}

/** Until when what is paid goes, a pause included. */
export const renewalOf = ({ periodEnd, pausedUntil }: Pick<Row, 'periodEnd' | 'pausedUntil'>) =>
  pausedUntil ?? periodEnd

/** Until when access goes on while we have not heard of the charge that is due. */
export const renewalGraceEnd = (row: Pick<Row, 'periodEnd' | 'pausedUntil'>) => after(renewalOf(row), graceMs)

const isIn = (moment: Date, { pausedFrom, pausedUntil }: Pick<Row, 'pausedFrom' | 'pausedUntil'>) =>
  pausedFrom !== null && pausedUntil !== null && moment >= pausedFrom && moment < pausedUntil

/**
 * Whether the mentee may chat and book now, by what we know: the provider is not asked, so that chat and
 * booking do without it. A renewal may take days (a bank of India waits 24 hours after its notice), so what
 * should have renewed goes on for the days of grace.
 */
export function givesAccess(row: Row, now: Date): boolean {
  const { status, periodEnd, pastDueSince } = row
  // During a pause it can be read only.
  if (isIn(now, row)) return false
  switch (status) {
    case 'active':
      return now < renewalGraceEnd(row)
    case 'past_due':
      return now < graceEnd({ pastDueSince, periodEnd })
    case 'ending':
      return now < periodEnd
    case 'ended':
      return false
  }
}

/** Said to the one who reads it; where nothing stands here, the code's own text says it. */
const rejections = {
  mentee: {
    over: {},
    ends: { message: 'Your subscription ends before this session.' },
    paused: { message: 'Your subscription is paused then.' },
  },
  mentor: {
    over: { message: 'The mentee has no active subscription to you at the moment.' },
    ends: { message: 'The mentee’s subscription ends before this session.' },
    paused: { message: 'The mentee’s subscription is paused then.' },
  },
} as const

/** Why a session at that time cannot be booked on this enrollment; its quota is not looked at. */
export function sessionRejectionReason(
  row: Row | undefined,
  startsAt: Date,
  now: Date,
  reader: keyof typeof rejections = 'mentee',
): AppError | undefined {
  const { over, ends, paused } = rejections[reader]
  if (!row || !givesAccess(row, now)) return new AppError('not_enrolled', over)
  if (row.status === 'ending' && startsAt >= row.periodEnd) return new AppError('not_enrolled', ends)
  if (isIn(startsAt, row)) return new AppError('not_enrolled', paused)
  return undefined
}

/** When to ask again about one of which the provider's answer says nothing: not each minute, before all others. */
export const checkAgainAfter = (now: Date): Date => after(now, hoursMs(1))

/** When the provider is to be asked next, whether or not it sends word. */
export function checkAfter(
  { status, pastDueSince, ...row }: Pick<Row, 'status' | 'periodEnd' | 'pastDueSince' | 'pausedUntil'>,
  now: Date,
): Date {
  const renewal = renewalOf(row)
  if (renewal > now && status !== 'past_due') return renewal
  const soon = after(now, status === 'past_due' ? hoursMs(6) : minutesMs(10))
  if (!pastDueSince) return soon
  const graceEnd = after(pastDueSince, graceMs)
  return graceEnd > now && graceEnd < soon ? graceEnd : soon
}
