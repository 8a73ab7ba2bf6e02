import { limits } from '@marga/contract/limits'
import { renewalGraceEnd } from './enrollments.rules.ts'

type Period = { status: string; periodStart: Date; periodEnd: Date; pausedUntil: Date | null }
type Credit = { paymentId: string | null; price: number; source: string; lapsesAt: Date }
type Paid = { id: string; amount: number; refundedAmount: number; periodStart: Date | null; pending: number }
export type Owed = { paymentId: string; amountRupees: number }

/**
 * What a mentee gets back of a subscription that ends early: of the running month by days or by calls, whichever is
 * more, and of earlier months the price of the calls that are still unused. Whole rupees, by payment, never more than
 * is left of it.
 * @param paid newest first
 */
export function unusedOf(
  enrollment: Period,
  { unused, paid }: { unused: readonly Credit[]; paid: readonly Paid[] },
  now: Date,
): Owed[] {
  if (enrollment.status === 'ended') return []
  const isCurrent = ({ periodStart }: Paid) => periodStart?.getTime() === enrollment.periodStart.getTime()
  const current = paid.find(isCurrent) ?? paid[0]
  return paid.flatMap((payment) => {
    const calls = unused.filter(
      (credit) => credit.paymentId === payment.id && credit.price > 0 && !isOver(credit, enrollment, now),
    )
    const byCalls = calls.length / limits.callsPerMonth
    const wanted =
      payment === current
        ? Math.ceil(payment.amount * Math.max(shareLeft(enrollment, now), byCalls))
        : calls.reduce((sum, { price }) => sum + price, 0)
    const amountRupees = Math.min(wanted, payment.amount - payment.refundedAmount - payment.pending)
    return amountRupees > 0 ? [{ paymentId: payment.id, amountRupees }] : []
  })
}

export const sumOf = (owed: readonly Owed[]): number =>
  owed.reduce((sum, { amountRupees }) => sum + amountRupees, 0)

/** Of the running period, by time. */
function shareLeft({ periodStart, periodEnd }: Period, now: Date): number {
  const total = periodEnd.getTime() - periodStart.getTime()
  return Math.min(total, Math.max(0, periodEnd.getTime() - now.getTime())) / total
}

/** What is of a paid month does not lapse before the provider has said what became of the next; it is over all the same. */
const isOver = ({ source, lapsesAt }: Credit, enrollment: Period, now: Date) =>
  (source === 'period' || source === 'rollover') &&
  lapsesAt <= now &&
  !(enrollment.pausedUntil && renewalGraceEnd(enrollment) > now)
