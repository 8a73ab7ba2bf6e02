import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { ProviderSubscription } from '../../platform/payments/payments.ts'
import { mentorCards } from '../mentors/mentor-card.presenter.ts'

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

/** The live enrollment, locked: whoever counts calls takes turns here. */
export const lockLive = (db: Db, pair: Pair) =>
  db
    .selectFrom('enrollment')
    .selectAll()
    .where('menteeId', '=', pair.menteeId)
    .where('mentorId', '=', pair.mentorId)
    .where('status', '!=', 'ended')
    .forUpdate()
    .executeTakeFirst()

export const lockById = (db: Db, id: string) =>
  db.selectFrom('enrollment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

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

export type NewEnrollment = Pair & {
  id: string
  provider: 'stripe' | 'sandbox'
  amount: number
  subscription: ProviderSubscription
}

/** Undefined when this subscription has its enrollment already. Throws on another live one of the pair. */
export const insertEnrollment = (db: Db, { subscription, ...enrollment }: NewEnrollment) =>
  db
    .insertInto('enrollment')
    .values({
      ...enrollment,
      status: subscription.status === 'ended' ? 'active' : subscription.status,
      providerSubscriptionId: subscription.id,
      priceId: subscription.priceId,
      startedAt: subscription.startedAt,
      periodStart: subscription.periodStart,
      periodEnd: subscription.periodEnd,
    })
    .onConflict((conflict) => conflict.column('providerSubscriptionId').doNothing())
    .returningAll()
    .executeTakeFirst()

/** Takes one call of the period, if one is left; needs the row's lock. */
export const takeCall = (db: Db, id: string) =>
  db
    .updateTable('enrollment')
    .set({ callsUsed: sql`calls_used + 1` })
    .where('id', '=', id)
    .where('callsUsed', '<', 4)
    .returning(['id', 'periodNo'])
    .executeTakeFirst()

/** Gives a call back, if the period that paid for it is still running. */
export const giveCallBack = (db: Db, id: string, periodNo: number) =>
  db
    .updateTable('enrollment')
    .set({ callsUsed: sql`greatest(calls_used - 1, 0)` })
    .where('id', '=', id)
    .where('periodNo', '=', periodNo)
    .execute()

export const findDue = (db: Db, now: Date) =>
  db
    .selectFrom('enrollment')
    .select('id')
    .where('status', '!=', 'ended')
    .where('periodEnd', '<=', now)
    .limit(500)
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
    .orderBy('enrollment.startedAt', 'desc')
    .orderBy('enrollment.id', 'desc')

export const findEnrolledMenteeIds = async (db: Db, mentorId: string) =>
  (
    await db
      .selectFrom('enrollment')
      .select('menteeId')
      .where('mentorId', '=', mentorId)
      .where('status', '!=', 'ended')
      .execute()
  ).map((row) => row.menteeId)

type Charged = Pick<EnrollmentRow, 'id' | 'menteeId' | 'mentorId' | 'amount' | 'providerSubscriptionId'>

/** One payment a period: writing it down twice changes nothing, and gives undefined. */
export const insertPayment = (db: Db, of: Charged, paidAt: Date, id: string) =>
  db
    .insertInto('payment')
    .values({
      id,
      enrollmentId: of.id,
      menteeId: of.menteeId,
      mentorId: of.mentorId,
      amount: of.amount,
      status: 'paid',
      providerChargeId: `${of.providerSubscriptionId}:${paidAt.toISOString()}`,
      paidAt,
    })
    .onConflict((conflict) => conflict.column('providerChargeId').doNothing())
    .returningAll()
    .executeTakeFirst()

export const findPayments = (db: Db, menteeId: string) =>
  db
    .selectFrom('payment')
    .innerJoin('account', 'account.id', 'payment.mentorId')
    .selectAll('payment')
    .select(['account.firstName', 'account.lastName', 'account.profileImageUrl'])
    .where('payment.menteeId', '=', menteeId)
    .orderBy('payment.paidAt', 'desc')
    .orderBy('payment.id', 'desc')
