import type { Selectable } from 'kysely'
import type { SandboxSubscription } from '../db/types.generated.ts'
import type { ProviderPayment, ProviderSubscription } from './payments.ts'

const lastDayOf = (moment: Date) =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0)).getUTCDate()

/**
 * The same day of the next month, or that month's last day, as providers bill.
 * @param begun when the first month began: from the last day of a short month its day comes back
 */
export function oneMonthAfter(start: Date, begun = start): Date {
  const day = start.getUTCDate()
  const billingDay = day === lastDayOf(start) ? Math.max(day, begun.getUTCDate()) : day
  const end = new Date(start)
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + 1)
  end.setUTCDate(Math.min(billingDay, lastDayOf(end)))
  return end
}

type Refunded = { paymentId: string; refunded: number }
type Period = { periodStart: Date; periodEnd: Date }

/** Renews itself for as long as it is not cancelled, the way the provider would have charged. */
export function currentPeriod(row: Selectable<SandboxSubscription>, now: Date): Period {
  let { periodStart, periodEnd } = row
  while (!row.cancelAtPeriodEnd && row.status === 'active' && periodEnd <= now) {
    periodStart = periodEnd
    periodEnd = oneMonthAfter(periodStart, row.startedAt)
  }
  return { periodStart, periodEnd }
}

export function presentSubscription(
  row: Selectable<SandboxSubscription> & { amount: number; reference: string | null },
  period: Period,
  now: Date,
  [current, ...earlier]: readonly Refunded[],
): ProviderSubscription {
  const isOver = row.status === 'canceled' || (row.cancelAtPeriodEnd && period.periodEnd <= now)
  return {
    id: row.id,
    reference: row.reference,
    bought: null,
    site: null,
    priceId: row.priceId,
    status: isOver ? 'ended' : 'active',
    endsAtPeriodEnd: row.cancelAtPeriodEnd,
    startedAt: row.startedAt,
    endedAt: null,
    payments: [
      presentPayment(row, period, current!),
      ...earlier.map((payment) => presentPayment(row, periodOf(row, payment), payment)),
    ],
    paymentUrl: null,
  }
}

/** A period's payment is told by its first day. */
export const paymentIdOf = (subscriptionId: string, periodStart: Date) =>
  `${subscriptionId}:${periodStart.toISOString()}`

function periodOf({ startedAt }: Selectable<SandboxSubscription>, { paymentId }: Refunded): Period {
  const periodStart = new Date(paymentId.slice(paymentId.indexOf(':') + 1))
  return { periodStart, periodEnd: oneMonthAfter(periodStart, startedAt) }
}

const presentPayment = (
  { amount }: { amount: number },
  period: Period,
  { paymentId, refunded }: Refunded,
): ProviderPayment => ({
  id: paymentId,
  status: 'paid',
  amountRupees: amount,
  refundedRupees: refunded,
  isDisputed: false,
  paidAt: period.periodStart,
  ...period,
  receiptUrl: null,
})
