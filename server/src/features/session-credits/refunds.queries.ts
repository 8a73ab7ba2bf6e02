import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Refund } from '../../platform/db/types.generated.ts'

/** Of two that ask at once the second waits, and then sees what is left. */
export const lockPayment = (db: Db, id: string) =>
  db.selectFrom('payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Written down and not yet confirmed by the provider. */
export const sumPending = async (db: Db, paymentId: string): Promise<number> => {
  const { sum } = await db
    .selectFrom('refund')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('amount'), lit(0)).as('sum'))
    .where('paymentId', '=', paymentId)
    .where('doneAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(sum)
}

/** Undefined when one with this reference is there already. */
export const insertRefund = (db: Db, row: Insertable<Refund>) =>
  db
    .insertInto('refund')
    .values(row)
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returningAll()
    .executeTakeFirst()

export const findRefund = (db: Db, id: string) =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .selectAll('refund')
    .select('payment.providerChargeId')
    .where('refund.id', '=', id)
    .executeTakeFirst()

export const findPendingOf = (db: Db, enrollmentId: string) =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .selectAll('refund')
    .select('payment.providerChargeId')
    .where('refund.enrollmentId', '=', enrollmentId)
    .where('doneAt', 'is', null)
    .orderBy('refund.id')
    .execute()

export const markDone = (db: Db, id: string, now: Date) =>
  db
    .updateTable('refund')
    .set({ doneAt: now })
    .where('id', '=', id)
    .where('doneAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** The payment of the period that begins at a moment, else the newest before it. */
export const findPaymentOfPeriod = (db: Db, enrollmentId: string, periodStart: Date) =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('enrollmentId', '=', enrollmentId)
    .where('status', '!=', 'failed')
    .where(sql<boolean>`coalesce(period_start, paid_at) <= ${periodStart}::timestamptz(3)`)
    .orderBy(sql`coalesce(period_start, paid_at)`, 'desc')
    .limit(1)
    .executeTakeFirst()
