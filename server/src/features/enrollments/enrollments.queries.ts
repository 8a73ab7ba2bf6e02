import { type Insertable, sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Enrollment as EnrollmentTable } from '../../platform/db/types.generated.ts'
import type { ProviderPayment } from '../../platform/payments/payments.ts'
import { isBlockBetween } from '../accounts/block-fragments.queries.ts'
import { mentorCards } from '../search/mentor-fragments.queries.ts'

export type Pair = { menteeId: string; mentorId: string }

/** What may be bought: only of a listed mentor, at the present price. */
export const findOffer = (db: Db, mentorId: string) =>
  db
    .selectFrom('mentorProfile')
    .innerJoin('account', 'account.id', 'mentorProfile.accountId')
    .select(['mentorProfile.priceId', 'mentorProfile.priceAmount'])
    .where('account.id', '=', mentorId)
    .where('account.isBlocked', '=', false)
    .where('mentorProfile.status', '=', 'accepted')
    .executeTakeFirst()

export const findLive = (db: Db, pair: Pair) =>
  db
    .selectFrom('enrollment')
    .selectAll()
    .where('menteeId', '=', pair.menteeId)
    .where('mentorId', '=', pair.mentorId)
    .where('status', '!=', 'ended')
    .executeTakeFirst()

export const lockById = (db: Db, id: string) =>
  db.selectFrom('enrollment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const lockBySubscription = (db: Db, subscriptionId: string) =>
  db
    .selectFrom('enrollment')
    .selectAll()
    .where('providerSubscriptionId', '=', subscriptionId)
    .forUpdate()
    .executeTakeFirst()

export const findById = (db: Db, id: string) =>
  db.selectFrom('enrollment').selectAll().where('id', '=', id).executeTakeFirst()

export const findLatestOfPair = (db: Db, pair: Pair) =>
  db
    .selectFrom('enrollment')
    .selectAll()
    .where('menteeId', '=', pair.menteeId)
    .where('mentorId', '=', pair.mentorId)
    .orderBy(sql`(status = 'ended')`)
    .orderBy('startedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findOfMentee = (db: Db, menteeId: string, limit: number) =>
  db
    .selectFrom('enrollment')
    .selectAll()
    .where('menteeId', '=', menteeId)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
export type EnrollmentRow = NonNullable<Awaited<ReturnType<typeof findLive>>>

export const findCards = async (db: Db, mentorIds: readonly string[]) =>
  mentorIds.length === 0 ? [] : mentorCards(db).where('account.id', 'in', mentorIds).execute()

export const isMenteeBlocked = async (db: Db, menteeId: string): Promise<boolean> =>
  (await db.selectFrom('account').select('isBlocked').where('id', '=', menteeId).executeTakeFirst())
    ?.isBlocked ?? false

/** Undefined when this subscription, or another live one of the pair, is there already. */
export const insertEnrollment = (db: Db, row: Insertable<EnrollmentTable>) =>
  db
    .insertInto('enrollment')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Takes a session credit of the period, where one is left; needs the row's lock. */
export const takeSessionCredit = (db: Db, id: string) =>
  db
    .updateTable('enrollment')
    .set({ callsUsed: sql`calls_used + 1` })
    .where('id', '=', id)
    .where('callsUsed', '<', 4)
    .returning('id')
    .executeTakeFirst()

/**
 * Gives a call back, whichever period paid for it: a renewal must not take it away. Nothing where none is used of the
 * period that runs (no period has more than its calls) or where the enrollment is over. Needs the row's lock.
 */
export const returnSessionCredit = async (db: Db, id: string): Promise<boolean> => {
  const given = await db
    .updateTable('enrollment')
    .set({ callsUsed: sql`calls_used - 1` })
    .where('id', '=', id)
    .where('callsUsed', '>', 0)
    .where('status', '!=', 'ended')
    .returning('id')
    .executeTakeFirst()
  return given !== undefined
}

export const markEnding = (db: Db, id: string) =>
  db
    .updateTable('enrollment')
    .set({ status: 'ending', pastDueSince: null })
    .where('id', '=', id)
    .where('status', '!=', 'ended')
    .returningAll()
    .executeTakeFirst()

/** Those of which the provider is to be asked now, the longest due first. */
export const findDue = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('enrollment')
    .select(['id', 'provider', 'providerSubscriptionId'])
    .where('status', '!=', 'ended')
    .where('checkAfter', '<=', now)
    .orderBy('checkAfter')
    .orderBy('id')
    .limit(limit)
    .execute()

/** When the provider is to be asked next. */
export async function findNextDue(db: Db, now: Date): Promise<Date | null> {
  const { at } = await db
    .selectFrom('enrollment')
    .select((eb) => eb.fn.min('checkAfter').as('at'))
    .where('status', '!=', 'ended')
    .where('checkAfter', '>', now)
    .executeTakeFirstOrThrow()
  return at
}

/** All that are not over, in pages by their id. */
export const findLivePage = (db: Db, provider: 'stripe' | 'sandbox', afterId: string, limit: number) =>
  db
    .selectFrom('enrollment')
    .selectAll()
    .where('status', '!=', 'ended')
    .where('provider', '=', provider)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()

export const findEnrolledMentees = (db: Db, mentorId: string) =>
  db
    .selectFrom('enrollment')
    .innerJoin('account', 'account.id', 'enrollment.menteeId')
    .leftJoin('conversation', (join) =>
      join
        .onRef('conversation.menteeId', '=', 'enrollment.menteeId')
        .onRef('conversation.mentorId', '=', 'enrollment.mentorId'),
    )
    .select([
      'enrollment.id as enrollmentId',
      'enrollment.status',
      'enrollment.startedAt',
      'enrollment.callsUsed',
      'conversation.id as conversationId',
      'account.id',
      'account.firstName',
      'account.lastName',
      'account.profileImageUrl',
    ])
    .where('enrollment.mentorId', '=', mentorId)
    .where('enrollment.status', '!=', 'ended')

/** By mentor, without those of whom one has blocked the other. As JSON, since a mentor's many mentees need no row each. */
export const findEnrolledMenteeIds = async (db: Db, mentorIds: readonly string[]) =>
  new Map(
    (
      await db
        .selectFrom('enrollment')
        .select(['mentorId', sql<string[]>`json_agg(mentee_id)`.as('menteeIds')])
        .where('mentorId', '=', anyOf(mentorIds))
        .where('status', '!=', 'ended')
        .where(({ not }) => not(isBlockBetween('enrollment.menteeId', 'enrollment.mentorId')))
        .groupBy('mentorId')
        .execute()
    ).map(({ mentorId, menteeIds }) => [mentorId, menteeIds]),
  )

type Charged = Pick<EnrollmentRow, 'id' | 'menteeId' | 'mentorId'>

/**
 * One row a charge, however often it is written down. A failed one may become paid; a paid one only refunded.
 * @returns the row, with `isFresh` when it is paid now and was not before
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
    })
    .onConflict((conflict) => conflict.column('providerChargeId').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (inserted) return { ...inserted, isFresh: status !== 'failed' }
  if (payment.status === 'failed') return undefined
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
  if (payment.refundedRupees !== null) {
    await db
      .updateTable('payment')
      .set({ status, refundedAmount })
      .where('providerChargeId', '=', payment.id)
      .where('refundedAmount', '<', refundedAmount)
      .execute()
  }
  return paid && { ...paid, isFresh: true }
}

export const findPayment = (db: Db, providerChargeId: string) =>
  db.selectFrom('payment').selectAll().where('providerChargeId', '=', providerChargeId).executeTakeFirst()

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

/** The payment that the running period was paid with. */
export const findNewestPayment = (db: Db, enrollmentId: string) =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('enrollmentId', '=', enrollmentId)
    .where('status', '=', 'paid')
    .orderBy('paidAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A mentor's live enrollments, with the calls that wait in sessions to come and what their payment can still give back. */
export const findUnwindable = (db: Db, mentorId: string, now: Date) =>
  db
    .selectFrom('enrollment')
    .selectAll('enrollment')
    .select((eb) => [
      eb
        .selectFrom('slot')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('slot.enrollmentId', '=', 'enrollment.id')
        .where('slot.status', '=', 'booked')
        .where('slot.startsAt', '>', now)
        .as('callsBooked'),
      eb
        .selectFrom('payment')
        .select(sql<number>`amount - refunded_amount`.as('refundable'))
        .whereRef('payment.enrollmentId', '=', 'enrollment.id')
        .where('payment.status', '=', 'paid')
        .orderBy('payment.paidAt', 'desc')
        .limit(1)
        .as('refundable'),
    ])
    .where('enrollment.mentorId', '=', mentorId)
    .where('enrollment.status', '!=', 'ended')
    .execute()

export const countRenewing = async (db: Db, menteeId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('enrollment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('menteeId', '=', menteeId)
    .where('status', 'in', ['active', 'past_due'])
    .executeTakeFirstOrThrow()
  return count
}

export const findPayments = (db: Db, menteeId: string) =>
  db
    .selectFrom('payment')
    .innerJoin('account', 'account.id', 'payment.mentorId')
    .selectAll('payment')
    .select(['account.firstName', 'account.lastName', 'account.profileImageUrl'])
    .where('payment.menteeId', '=', menteeId)
