import type { CreditCase } from '@marga/contract/session-credit-cases'
import { type Insertable, sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import { insertRows } from '../../platform/db/insert-rows.ts'
import type { Refund } from '../../platform/db/types.generated.ts'
import { goingBackElse } from './refund-fragments.queries.ts'

/** Of two that ask at once the second waits, and then sees what is left. */
export const lockPayments = (db: Db, ids: readonly string[]) =>
  db.selectFrom('payment').selectAll().where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute()

/** By payment. */
export const sumGoingBackElse = async (
  db: Db,
  paymentIds: readonly string[],
): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('payment')
    .select(['id', goingBackElse.as('sum')])
    .where('id', '=', anyOf(paymentIds))
    .execute()
  return new Map(rows.map(({ id, sum }) => [id, sum]))
}

/** @returns the ids of those that are new; one whose reference is there already stays as it was */
export const insertRefunds = async (db: Db, rows: readonly Insertable<Refund>[]): Promise<Set<string>> => {
  if (rows.length === 0) return new Set()
  const written = await insertRows(db, 'refund', rows)
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('id')
    .execute()
  return new Set(written.map(({ id }) => id))
}

/**
 * What lapsed since a moment, and cost something, is refunded: what it cost goes back with what the caller pays, and by
 * nothing that is found about its session later. @returns what each had cost, by its payment
 */
export const refundLapsedSince = (
  db: Db,
  enrollmentId: string,
  since: Date,
  change: { changedAt: Date; because: CreditCase },
) =>
  db
    .updateTable('sessionCredit')
    .set({ ...change, status: 'refunded' })
    .where('enrollmentId', '=', enrollmentId)
    .where('status', '=', 'lapsed')
    .where('changedAt', '>=', since)
    .where('price', '>', 0)
    .where('paymentId', 'is not', null)
    .returning('price as amountRupees')
    .returning(sql<string>`payment_id`.as('paymentId'))
    .execute()

export const findRefund = (db: Db, id: string) =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .selectAll('refund')
    .select('payment.providerChargeId')
    .where('refund.id', '=', id)
    .executeTakeFirst()

export const findByReference = (db: Db, reference: string) =>
  db.selectFrom('refund').selectAll().where('reference', '=', reference).executeTakeFirst()

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

export const deletePending = (db: Db, id: string) =>
  db.deleteFrom('refund').where('id', '=', id).where('doneAt', 'is', null).returningAll().executeTakeFirst()

/**
 * The payment counts it from the same moment on, also where it is older than those of which the provider is asked what
 * has gone back; without those that came back from the bank.
 */
export const markDone = (db: Db, id: string, now: Date) =>
  db
    .with('done', (cte) =>
      cte
        .updateTable('refund')
        .set({ doneAt: now })
        .where('id', '=', id)
        .where('doneAt', 'is', null)
        .returningAll(),
    )
    .with('counted', (cte) =>
      cte
        .updateTable('payment')
        .from('done')
        .set({
          refundedAmount: sql`least(payment.amount, greatest(refunded_amount, done.amount + (
            select coalesce(sum(other.amount), 0) from refund as other
            where other.payment_id = payment.id and other.done_at is not null and other.id <> done.id)::int - (
            select coalesce(sum(failed.amount), 0) from failed_refund as failed
            where failed.provider_charge_id = payment.provider_charge_id)::int))`,
        })
        .whereRef('payment.id', '=', 'done.paymentId'),
    )
    .selectFrom('done')
    .selectAll()
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
