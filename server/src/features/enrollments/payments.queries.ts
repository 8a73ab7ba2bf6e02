import { sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ProviderPayment } from '../../platform/payments/payments.ts'
import { goingBackElse } from '../session-credits/refund-fragments.queries.ts'

type Charged = { id: string; menteeId: string; mentorId: string }

/**
 * One row a charge, however often it is written down. A failed one may become paid; a paid one only refunded.
 * @returns `saved`, the row, with `isFresh` when it is paid now and was not before; and whether it is newly disputed
 */
export async function savePayment(db: Db, of: Charged, payment: ProviderPayment, id: string) {
  const refundedAmount = Math.min(payment.refundedRupees ?? 0, payment.amountRupees)
  const isRefunded = refundedAmount > 0 && refundedAmount === payment.amountRupees
  const status = payment.status === 'failed' ? 'failed' : isRefunded ? 'refunded' : 'paid'
  const inserted = await db
    .insertInto('payment')
    .values({
      id,
      enrollmentId: of.id,
      menteeId: of.menteeId,
      mentorId: of.mentorId,
      amount: payment.amountRupees,
      status,
      refundedAmount,
      providerChargeId: payment.id,
      receiptUrl: payment.receiptUrl,
      paidAt: payment.paidAt,
      periodStart: payment.periodStart,
      periodEnd: payment.periodEnd,
      isDisputed: payment.isDisputed,
    })
    .onConflict((conflict) => conflict.column('providerChargeId').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (inserted)
    return { saved: { ...inserted, isFresh: status !== 'failed' }, isNewlyDisputed: payment.isDisputed }
  if (payment.status === 'failed') return { saved: undefined, isNewlyDisputed: false }
  const paid = await db
    .updateTable('payment')
    .set({
      status: 'paid',
      paidAt: payment.paidAt,
      amount: payment.amountRupees,
      receiptUrl: payment.receiptUrl,
    })
    .where('providerChargeId', '=', payment.id)
    .where('status', '=', 'failed')
    .returningAll()
    .executeTakeFirst()
  let isNewlyDisputed = false
  if (payment.refundedRupees !== null) {
    isNewlyDisputed = (await setDisputed(db, payment)) && payment.isDisputed
    await db
      .updateTable('payment')
      .set({ status, refundedAmount })
      .where('providerChargeId', '=', payment.id)
      .where('refundedAmount', '<', refundedAmount)
      .execute()
  }
  return { saved: paid && { ...paid, isFresh: true }, isNewlyDisputed }
}

/**
 * A dispute that the bank has decided for us is over: what was paid is there to be given back.
 * @returns whether that is news
 */
const setDisputed = async (db: Db, { id, isDisputed }: ProviderPayment): Promise<boolean> =>
  (await db
    .updateTable('payment')
    .set({ isDisputed })
    .where('providerChargeId', '=', id)
    .where('isDisputed', '!=', isDisputed)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Undefined where it is known to be disputed. */
export const markDisputed = (db: Db, id: string) =>
  db
    .updateTable('payment')
    .set({ isDisputed: true })
    .where('id', '=', id)
    .where('isDisputed', '=', false)
    .returning(['menteeId', 'amount', 'paidAt', 'providerChargeId'])
    .executeTakeFirst()

/** Whose account is not deleted. */
export const isPresent = async (db: Db, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()) !== undefined

/** The provider's ids: a dispute may take longer than a payment is among the newest. */
export const findDisputedOf = async (db: Db, providerSubscriptionId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('payment')
      .innerJoin('enrollment', 'enrollment.id', 'payment.enrollmentId')
      .select('payment.providerChargeId')
      .where('enrollment.providerSubscriptionId', '=', providerSubscriptionId)
      .where('payment.isDisputed', '=', true)
      .execute()
  ).flatMap(({ providerChargeId }) => providerChargeId ?? [])

export const findPayment = (db: Db, providerChargeId: string) =>
  db.selectFrom('payment').selectAll().where('providerChargeId', '=', providerChargeId).executeTakeFirst()

/** Rupees that moderators gave of payments and that have not come back from the bank, by the provider's ids. */
export async function sumGoodwill(
  db: Db,
  providerChargeIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .select([
      'payment.providerChargeId',
      sql<number>`greatest(0, sum(refund.amount) - (select coalesce(sum(failed.amount), 0) from failed_refund as failed
        where failed.provider_charge_id = payment.provider_charge_id))`.as('sum'),
    ])
    .where('refund.reason', '=', 'goodwill')
    .where('payment.providerChargeId', 'in', providerChargeIds)
    .groupBy('payment.providerChargeId')
    .execute()
  return new Map(rows.map(({ providerChargeId, sum }) => [providerChargeId, sum]))
}

/** A refund that did not arrive is none. */
export const takeRefundBack = (db: Db, providerChargeId: string, refundedRupees: number) =>
  db
    .updateTable('payment')
    .set((eb) => ({
      refundedAmount: eb.fn('least', ['refundedAmount', eb.val(refundedRupees)]),
      status: 'paid',
    }))
    .where('providerChargeId', '=', providerChargeId)
    .where('status', '!=', 'failed')
    .returning('enrollmentId')
    .executeTakeFirst()

/** What was paid for each of some enrollments, with what of it has gone back or is about to; newest first. */
export const findPaid = (db: Db, enrollmentIds: readonly string[]) =>
  db
    .selectFrom('payment')
    .select(['id', 'enrollmentId', 'amount', 'refundedAmount', 'periodStart', 'paidAt'])
    .select(goingBackElse.as('pending'))
    .where('enrollmentId', '=', anyOf(enrollmentIds))
    .where('status', '!=', 'failed')
    .orderBy('paidAt', 'desc')
    .execute()
export type PaidRow = Awaited<ReturnType<typeof findPaid>>[number]

export const findPayments = (db: Db, menteeId: string) =>
  db
    .selectFrom('payment')
    .innerJoin('account', 'account.id', 'payment.mentorId')
    .selectAll('payment')
    .select(['account.firstName', 'account.lastName', 'account.profileImageUrl'])
    .where('payment.menteeId', '=', menteeId)

/** All of it has gone back. */
export const markRefunded = (db: Db, id: string) =>
  db
    .updateTable('payment')
    .set(({ ref }) => ({ status: 'refunded', refundedAmount: ref('amount') }))
    .where('id', '=', id)
    .where('status', '=', 'paid')
    .execute()
