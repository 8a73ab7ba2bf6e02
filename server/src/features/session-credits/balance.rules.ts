import type { Balance, CreditSource } from '@marga/contract/session-credit-cases'

type Free = { source: CreditSource; isOfPeriod: boolean; periodStart: Date; usableUntil: Date }
type Of = { status: string; periodStart: Date; periodEnd: Date }

/** Until when something can be booked with a credit: no longer than its subscription goes on, as far as is known. */
export const usableIn = ({ status, periodEnd }: Pick<Of, 'status' | 'periodEnd'>, usableUntil: Date): Date =>
  status === 'ending' && periodEnd < usableUntil ? periodEnd : usableUntil

/**
 * What a person has: the month's own, one that was given back within it included, and the others by where they are
 * from and how long they last.
 */
export function balanceOf(enrollment: Of, free: readonly Free[]): Balance {
  if (enrollment.status === 'ended') return { callsLeft: 0, extraCalls: [] }
  const isOfMonth = ({ isOfPeriod, periodStart }: Free) =>
    isOfPeriod && periodStart.getTime() === enrollment.periodStart.getTime()
  const extra = new Map<string, { count: number; usableUntil: string; source: CreditSource }>()
  for (const credit of free) {
    if (isOfMonth(credit)) continue
    const { source } = credit
    const usableUntil = usableIn(enrollment, credit.usableUntil).toISOString()
    const key = `${usableUntil} ${source}`
    extra.set(key, { count: (extra.get(key)?.count ?? 0) + 1, usableUntil, source })
  }
  return { callsLeft: free.filter(isOfMonth).length, extraCalls: [...extra.values()] }
}
