import { sql } from 'kysely'
import type { App } from '../compose.ts'
import type { Tx } from '../platform/db/database.ts'
import { oneMonthAfter, paymentIdOf } from '../platform/payments/sandbox-subscription.ts'
import { type BookedCall, writeCredits } from './demo-credits.ts'

export type DemoEnrollment = {
  menteeId: string
  mentorId: string
  startedAt: Date
  isActive: boolean
  calls?: readonly BookedCall[]
}

/**
 * An enrollment with its entry in the sandbox provider's books, as if it had been paid there, a payment for each month
 * and the calls that each has bought.
 */
export async function enroll(app: App, tx: Tx, of: DemoEnrollment) {
  const amount = await feeOf(tx, of.mentorId)
  await app.mentorPrices.ensure(tx, of.mentorId)
  const priceId = await sandboxPriceOf(app, tx, of.mentorId, amount)
  const periods = periodsOf(of, app.clock.now())
  const { periodStart, periodEnd } = periods.at(-1)!
  const enrollmentId = app.newId()
  const subscriptionId = `sub_sandbox_${app.newId()}`
  const span = { startedAt: of.startedAt, periodStart, periodEnd }
  await tx
    .insertInto('sandboxSubscription')
    .values({ id: subscriptionId, priceId, status: of.isActive ? 'active' : 'canceled', ...span })
    .execute()
  await tx
    .insertInto('enrollment')
    .values({
      id: enrollmentId,
      menteeId: of.menteeId,
      mentorId: of.mentorId,
      status: of.isActive ? 'active' : 'ended',
      endedAt: of.isActive ? null : periodEnd,
      endReason: of.isActive ? null : 'canceled',
      checkAfter: periodEnd,
      provider: 'sandbox',
      providerSubscriptionId: subscriptionId,
      priceId,
      amount,
      periodNo: periods.length,
      callsUsed: (of.calls ?? []).filter(({ bookedAt }) => bookedAt >= periodStart).length,
      ...span,
    })
    .execute()
  // What was paid for each month: without it nothing could be refunded, and no receipt would be listed.
  const payments = periods.map((period) => ({
    id: app.newId(),
    enrollmentId,
    menteeId: of.menteeId,
    mentorId: of.mentorId,
    amount,
    status: 'paid' as const,
    providerChargeId: paymentIdOf(subscriptionId, period.periodStart),
    paidAt: period.periodStart,
    ...period,
  }))
  await tx.insertInto('payment').values(payments).execute()
  if (of.isActive) await insertCalls(app, tx, { enrollmentId, payments, of })
}

type Payments = Parameters<typeof writeCredits>[2]['payments']

/** The slots of the calls, and the ledger that they leave. */
async function insertCalls(
  app: App,
  tx: Tx,
  { enrollmentId, payments, of }: { enrollmentId: string; payments: Payments; of: DemoEnrollment },
) {
  const calls = of.calls ?? []
  for (const { slotId, bookedAt } of calls)
    await tx
      .updateTable('slot')
      .set({ enrollmentId, chargedPeriod: payments.findLastIndex(({ paidAt }) => paidAt <= bookedAt) + 1 })
      .where('id', '=', slotId)
      .execute()
  await writeCredits(app, tx, { enrollmentId, payments, calls })
}

/** The first month, and those that followed it up to now. */
function periodsOf({ startedAt, isActive }: DemoEnrollment, now: Date) {
  const periods = [{ periodStart: startedAt, periodEnd: oneMonthAfter(startedAt) }]
  while (isActive && periods.at(-1)!.periodEnd <= now) {
    const periodStart = periods.at(-1)!.periodEnd
    periods.push({ periodStart, periodEnd: oneMonthAfter(periodStart) })
  }
  return periods
}

const feeOf = async (tx: Tx, mentorId: string): Promise<number> =>
  (
    await tx
      .selectFrom('mentorProfile')
      .select(sql<number>`monthly_fee`.as('monthlyFee'))
      .where('accountId', '=', mentorId)
      .executeTakeFirstOrThrow()
  ).monthlyFee

/** The mentor's own, or with a provider outside one that nobody is offered: nothing of the story was paid there. */
async function sandboxPriceOf(app: App, tx: Tx, mentorId: string, amount: number): Promise<string> {
  const known = await tx
    .selectFrom('sandboxPrice')
    .select('id')
    .where('mentorId', '=', mentorId)
    .executeTakeFirst()
  if (known) return known.id
  const id = `price_sandbox_${app.newId()}`
  await tx.insertInto('sandboxPrice').values({ id, mentorId, amount }).execute()
  return id
}
