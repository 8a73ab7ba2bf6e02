import { limits } from '@marga/contract/limits'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { RefundRequest as RefundRequestTable } from '../../platform/db/types.generated.ts'
import { endings } from './dispute-endings.rules.ts'

/**
 * What was quoted, with what was paid, or heard of as paid, since: the month that begins while a request waits ends
 * with it, too. Of a refunded one, what went back.
 */
const amountWithPaidSince = sql<number>`(refund_request.amount + case refund_request.status when 'refunded' then 0 else
  coalesce((select sum(payment.amount - payment.refunded_amount) from payment
    where payment.enrollment_id = refund_request.enrollment_id and payment.status <> 'failed'
      and (payment.paid_at > refund_request.created_at or payment.id > refund_request.id)
      and payment.paid_at <= coalesce(refund_request.decided_at, payment.paid_at)), 0) end)::integer`

/** With both people, and how their enrollment stands. */
const refundRequests = (db: Db) =>
  db
    .selectFrom('refundRequest')
    .innerJoin('enrollment', 'enrollment.id', 'refundRequest.enrollmentId')
    .innerJoin('account as mentee', 'mentee.id', 'refundRequest.menteeId')
    .innerJoin('account as mentor', 'mentor.id', 'refundRequest.mentorId')
    .selectAll('refundRequest')
    // Instead of what was quoted.
    .select(amountWithPaidSince.as('amount'))
    .select([
      'mentee.firstName as menteeFirstName',
      'mentee.lastName as menteeLastName',
      'mentee.profileImageUrl as menteeImage',
      'mentee.deletedAt as menteeDeletedAt',
      'mentor.firstName as mentorFirstName',
      'mentor.lastName as mentorLastName',
      'mentor.profileImageUrl as mentorImage',
      'mentor.deletedAt as mentorDeletedAt',
      'mentor.isBlocked as isMentorShutOut',
      'enrollment.status as enrollmentStatus',
    ])
export type RefundRequestRow = Awaited<
  ReturnType<ReturnType<typeof refundRequests>['executeTakeFirstOrThrow']>
>

export const findRefundRequest = (db: Db, id: string) =>
  refundRequests(db).where('refundRequest.id', '=', id).executeTakeFirst()

export const findRefundRequestOfTicket = (db: Db, ticketId: string) =>
  refundRequests(db).where('refundRequest.ticketId', '=', ticketId).executeTakeFirst()

/** Newest first. */
export const findRefundRequestsOf = (db: Db, column: 'menteeId' | 'mentorId', accountId: string) =>
  refundRequests(db)
    .where(`refundRequest.${column}`, '=', accountId)
    .orderBy('refundRequest.createdAt', 'desc')
    .orderBy('refundRequest.id', 'desc')
    .limit(limits.unpagedListMax)
    .execute()

const undecided = ['with_mentor', 'with_moderator'] as const

export const findUndecidedRequestsOf = (db: Db, column: 'menteeId' | 'mentorId', accountId: string) =>
  refundRequests(db)
    .where(`refundRequest.${column}`, '=', accountId)
    .where('refundRequest.status', 'in', undecided)
    .orderBy('refundRequest.id')
    .execute()

/**
 * Whether the subscription is over, or about to be, with a refund of its own or with nothing left to give back. What ran
 * out while a request waits leaves it open: what lapsed of it since may still go back.
 */
const isMoot = sql<boolean>`(enrollment.refund_due is not null or (enrollment.status = 'ended' and not (
  enrollment.end_reason in ('canceled', 'unpaid') and exists (select from session_credit as credit
    where credit.enrollment_id = enrollment.id and credit.status = 'lapsed' and credit.price > 0
      and credit.payment_id is not null and credit.changed_at >= refund_request.created_at))))`

/** Undecided ones about which there is nothing to decide any more. */
export const findMootRequests = (db: Db, limit: number) =>
  refundRequests(db)
    .where('refundRequest.status', 'in', undecided)
    .where(isMoot)
    .orderBy('refundRequest.id')
    .limit(limit)
    .execute()

/** The caller has the lock of the enrollment. */
export const isRequestMoot = async (db: Db, id: string): Promise<boolean> =>
  (await refundRequests(db).where('refundRequest.id', '=', id).where(isMoot).executeTakeFirst()) !== undefined

export const findOverdueRequests = (db: Db, now: Date, limit: number) =>
  refundRequests(db)
    .where('refundRequest.status', '=', 'with_mentor')
    .where('refundRequest.answerBy', '<=', now)
    .orderBy('refundRequest.answerBy')
    .limit(limit)
    .execute()

/** One that waits for each enrollment: the index refuses a second. */
export const insertRefundRequest = (db: Db, row: Insertable<RefundRequestTable>) =>
  db.insertInto('refundRequest').values(row).execute()

export type UndecidedStatus = (typeof undecided)[number]
type RequestChange = Partial<Pick<RefundRequestRow, 'amount' | 'answer' | 'decision' | 'decidedAt'>>

/** Of those who would change it at the same time, one does. @returns undefined when it was not in that state any more */
export const changeRefundRequest = (
  db: Db,
  id: string,
  of: { from: UndecidedStatus; to: RefundRequestRow['status'] } & RequestChange,
) => {
  const { from, to, ...change } = of
  return db
    .updateTable('refundRequest')
    .set({ ...change, status: to })
    .where('id', '=', id)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
}

/** What a request that was granted gives back: of other refunds nothing is part of it, nor was. */
export const setRefundedAmount = (db: Db, id: string, amount: number) =>
  db.updateTable('refundRequest').set({ amount, withdrawnAmount: 0 }).where('id', '=', id).execute()

/**
 * A refund that was written down since a request was made does not go back. That of a request that was granted is what
 * was unused; one that another end of the subscription overtook, or is about to, adds up all that was owed until then.
 */
export const withdrawFromRequests = (db: Db, { enrollmentId, amount, reason, createdAt }: Withdrawn) =>
  db
    .updateTable('refundRequest')
    .set({
      amount: sql<number>`case when status = 'refunded' then greatest(0, amount - ${amount}::integer) else amount end`,
      withdrawnAmount: sql<number>`withdrawn_amount +
        case when status = 'refunded' then least(amount, ${amount}::integer) else ${amount}::integer end`,
    })
    .where('enrollmentId', '=', enrollmentId)
    .where('createdAt', '<=', createdAt)
    .where(({ or, and, eb, lit }) =>
      or([
        eb('status', 'in', undecided),
        and([
          eb('status', '=', 'refunded'),
          eb('decision', '=', endings.over),
          eb('decidedAt', '>=', createdAt),
        ]),
        and([
          eb('status', '=', 'refunded'),
          eb('decision', 'is distinct from', endings.over),
          eb(lit(reason === 'unused'), '=', true),
        ]),
      ]),
    )
    .execute()
type Withdrawn = { enrollmentId: string; amount: number; reason: string; createdAt: Date }

export const setRequestTicket = (db: Db, id: string, ticketId: string) =>
  db.updateTable('refundRequest').set({ ticketId }).where('id', '=', id).execute()

/**
 * Whether the credits of a period are all free, and no session is booked, or was had since it began, with others: what
 * was carried over is used first.
 */
export const isPeriodUnused = async (db: Db, of: { enrollmentId: string; periodStart: Date }) => {
  const credits = await db
    .selectFrom('sessionCredit')
    .select('status')
    .where('enrollmentId', '=', of.enrollmentId)
    .where(({ or, and, eb }) =>
      or([
        and([eb('periodStart', '=', of.periodStart), eb('isOfPeriod', '=', true)]),
        eb('status', '=', 'held'),
        and([eb('status', '=', 'spent'), eb('changedAt', '>=', of.periodStart)]),
      ]),
    )
    .execute()
  return credits.length > 0 && credits.every(({ status }) => status === 'free')
}

export const hasWrittenSince = async (db: Db, pair: { menteeId: string; mentorId: string }, since: Date) =>
  (await db
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversationId')
    .select('message.id')
    .where('conversation.menteeId', '=', pair.menteeId)
    .where('conversation.mentorId', '=', pair.mentorId)
    .where('message.senderId', '=', pair.menteeId)
    .where('message.createdAt', '>=', since)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** When the running period was paid, which may be days after it began; undefined where no payment is known of it. */
export const findPaidAt = async (db: Db, of: { enrollmentId: string; periodStart: Date }) =>
  (
    await db
      .selectFrom('payment')
      .select('paidAt')
      .where('enrollmentId', '=', of.enrollmentId)
      .where('periodStart', '=', of.periodStart)
      .where('status', '!=', 'failed')
      .orderBy('paidAt', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.paidAt

/** Rupees of an enrollment's refunds that were written down since a moment; what was never owed is no part of it. */
export const sumRefundsSince = async (db: Db, enrollmentId: string, since: Date): Promise<number> => {
  const { sum } = await db
    .selectFrom('refund')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('amount'), lit(0)).as('sum'))
    .where('enrollmentId', '=', enrollmentId)
    .where('createdAt', '>=', since)
    .where('reason', '!=', 'not_owed')
    .executeTakeFirstOrThrow()
  return sum
}
