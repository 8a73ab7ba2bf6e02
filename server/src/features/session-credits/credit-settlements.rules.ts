import { limits } from '@marga/contract/limits'
import {
  type CreditEffect,
  type CreditSource,
  type CreditStatus,
  type SessionCase,
  sessionCases,
} from '@marga/contract/session-credit-cases'
import { after, daysMs } from '../../platform/clock.ts'

type Credit = {
  id: string
  slotId: string | null
  source: CreditSource
  usableUntil: Date
  lapsesAt: Date
}
/** What decides about a credit of the subscription that it was bought with. */
export type EnrollmentOfCredit = {
  id: string
  status: 'active' | 'past_due' | 'ending' | 'ended'
  periodStart: Date
  periodEnd: Date
  pausedFrom: Date | null
  pausedUntil: Date | null
  /** What is about to go back with its end; null while no early end is under way. */
  refundDue: number | null
}
type Case = { credit: Credit; of: SessionCase; enrollment: EnrollmentOfCredit }

export type CreditAfter = {
  status: CreditStatus
  source: CreditSource
  slotId: string | null
  heldAt: Date | null
  usableUntil: Date
  lapsesAt: Date
}
/** `isOwed`: it goes back at its price. `hasBonus`: one more is given, while there are bonuses left. */
export type Decision = { effect: CreditEffect; change: CreditAfter; isOwed: boolean; hasBonus: boolean }

/** What a case makes of the credit of a session. */
export function decide({ credit, of, enrollment }: Case, now: Date): Decision {
  const rule: { effect: CreditEffect; hasBonus?: true } = sessionCases[of]
  const isOver = isEnrollmentOver(enrollment, now)
  const effect = isOver ? effectWhenOver[rule.effect] : rule.effect
  return {
    effect,
    change: changeOf(effect, { credit, of, enrollment }, now),
    isOwed: effect === 'refunded' && rule.effect === 'returned',
    hasBonus: rule.hasBonus === true && !isOver,
  }
}

function changeOf(effect: CreditEffect, { credit, of, enrollment }: Case, now: Date): CreditAfter {
  const { source, usableUntil, lapsesAt } = credit
  const off = { source, usableUntil, lapsesAt, slotId: null, heldAt: null }
  if (effect === 'freed') return { ...off, ...asFreed(credit, enrollment, now), status: 'free' }
  if (effect === 'returned') return { ...off, ...asReturned(credit, enrollment, { of, now }), status: 'free' }
  if (effect !== 'spent') return { ...off, status: effect }
  // A session that was cancelled too late is open for others: the credit is used and on none.
  return { ...off, status: 'spent', slotId: of === 'cancelled_by_mentee_late' ? null : credit.slotId }
}

/**
 * Also one that ends with its period, before the provider has said so; and one whose end is under way: what goes back
 * with it is reckoned already, and a call that were freed now would be lost.
 */
export const isEnrollmentOver = ({ status, periodEnd, refundDue }: EnrollmentOfCredit, now: Date) =>
  status === 'ended' || refundDue !== null || (status === 'ending' && periodEnd <= now)

/** Nothing more can be booked then. */
const effectWhenOver = {
  freed: 'lapsed',
  returned: 'refunded',
  spent: 'spent',
  lapsed: 'lapsed',
  refunded: 'refunded',
} as const satisfies Record<CreditEffect, CreditEffect>

const sourceOf = (of: SessionCase) => (of === 'given_by_moderator' ? 'moderator' : 'returned')

/** One whose period is over goes on to the end of the one that runs, or that is about to be paid. */
function asFreed(credit: Credit, enrollment: EnrollmentOfCredit, now: Date) {
  const { usableUntil: was, lapsesAt, source } = credit
  if (was > now) return { usableUntil: was, lapsesAt, source }
  const { periodEnd, pausedUntil } = enrollment
  // Nothing can be booked before the end of a pause.
  const from = pausedUntil && pausedUntil > now ? pausedUntil : now
  const usableUntil = periodEnd > now ? periodEnd : after(from, daysMs(limits.returnedCallDays))
  // One a period is carried over by itself; this is another one.
  return {
    usableUntil,
    lapsesAt: after(usableUntil, daysMs(limits.paymentGraceDays)),
    source: source === 'rollover' ? 'period' : source,
  } as const
}

/** A pause that is to come or runs does not count. */
function asReturned(
  credit: Credit,
  { pausedFrom, pausedUntil }: EnrollmentOfCredit,
  { of, now }: { of: SessionCase; now: Date },
) {
  const pausedMs =
    pausedFrom && pausedUntil && pausedUntil > now
      ? pausedUntil.getTime() - Math.max(pausedFrom.getTime(), now.getTime())
      : 0
  const least = after(now, daysMs(limits.returnedCallDays) + pausedMs)
  const usableUntil = new Date(Math.max(credit.usableUntil.getTime(), least.getTime()))
  const source = credit.source === 'bonus' ? 'bonus' : sourceOf(of)
  return { usableUntil, lapsesAt: usableUntil, source } as const
}

type GivenBonuses = readonly { enrollmentId: string; periodStart: Date; count: number }[]

/** Those that may still be given, each beside the credit of its case. `given`: so many each period has had. */
export function newBonuses(
  cases: readonly { credit: Credit; enrollment: EnrollmentOfCredit }[],
  given: GivenBonuses,
  now: Date,
) {
  const usableUntil = after(now, daysMs(limits.bonusCallDays))
  const next = new Map<string, number>()
  return cases.flatMap(({ credit, enrollment: { id: enrollmentId, periodStart } }) => {
    const had = given.find(
      (each) => each.enrollmentId === enrollmentId && each.periodStart.getTime() === periodStart.getTime(),
    )
    const ordinal = next.get(enrollmentId) ?? (had?.count ?? 0) + 1
    next.set(enrollmentId, ordinal + 1)
    if (ordinal > limits.bonusCallsPerPeriod) return []
    const row = {
      enrollmentId,
      source: 'bonus' as const,
      periodStart,
      ordinal,
      isOfPeriod: false,
      paymentId: null,
      price: 0,
      grantedAt: now,
      usableUntil,
      lapsesAt: usableUntil,
      changedAt: now,
      because: 'bonus_given' as const,
    }
    return [{ besideId: credit.id, row }]
  })
}
