import { limits } from '@marga/contract/limits'
import { carriedOverMax, priceOfCredit } from '@marga/contract/session-credit-cases'
import * as queries from '../features/session-credits/session-credits.queries.ts'
import { after, daysMs } from '../platform/clock.ts'
import type { Core } from '../platform/core.ts'
import type { Tx } from '../platform/db/database.ts'

/** A session that a call was used for, or is held by: `doneAt` once it took place. */
export type BookedCall = { slotId: string; bookedAt: Date; doneAt: Date | null }

type Month = { id: string; amount: number; periodStart: Date; periodEnd: Date; paidAt: Date }
type Ledger = { enrollmentId: string; payments: readonly Month[]; calls: readonly BookedCall[] }

const graceMs = daysMs(limits.paymentGraceDays)

/** The ledger of a demo subscription as the product would have written it, month by month. */
export async function writeCredits(
  app: Pick<Core, 'newId'>,
  tx: Tx,
  { enrollmentId, payments, calls }: Ledger,
) {
  for (const [index, month] of payments.entries()) {
    await carryOver(tx, enrollmentId, month)
    await grant(app, tx, enrollmentId, month)
    const until = payments[index + 1]?.periodStart
    const booked = calls.filter(
      ({ bookedAt }) => bookedAt >= month.periodStart && !(until && bookedAt >= until),
    )
    for (const call of booked.toSorted((one, other) => one.bookedAt.getTime() - other.bookedAt.getTime()))
      await use(tx, enrollmentId, call)
  }
}

const grant = ({ newId }: Pick<Core, 'newId'>, tx: Tx, enrollmentId: string, month: Month) =>
  queries.insertCredits(
    tx,
    Array.from({ length: limits.callsPerMonth }, (_, index) => ({
      id: newId(),
      enrollmentId,
      source: 'period' as const,
      periodStart: month.periodStart,
      ordinal: index + 1,
      isOfPeriod: true,
      paymentId: month.id,
      price: priceOfCredit(month.amount, limits.callsPerMonth),
      grantedAt: month.paidAt,
      usableUntil: month.periodEnd,
      lapsesAt: after(month.periodEnd, graceMs),
      changedAt: month.paidAt,
      because: 'period_paid' as const,
    })),
  )

/** Of the month that ends with this one's beginning. */
async function carryOver(tx: Tx, enrollmentId: string, { periodStart: changedAt, periodEnd }: Month) {
  const left = await queries.findFree(tx, [enrollmentId])
  const carried = left.filter(({ source }) => source === 'period').slice(0, carriedOverMax)
  for (const credit of left)
    await queries.change(
      tx,
      credit.id,
      carried.includes(credit)
        ? {
            source: 'rollover',
            usableUntil: periodEnd,
            lapsesAt: after(periodEnd, graceMs),
            changedAt,
            because: 'carried_over',
          }
        : { status: 'lapsed', changedAt, because: 'period_over' },
    )
}

async function use(tx: Tx, enrollmentId: string, { slotId, bookedAt, doneAt }: BookedCall) {
  const credit = await queries.holdUsable(tx, { enrollmentId, slotId, now: bookedAt })
  if (!doneAt) return
  await queries.change(tx, credit!.id, {
    status: 'spent',
    heldAt: null,
    changedAt: doneAt,
    because: 'completed',
  })
}
