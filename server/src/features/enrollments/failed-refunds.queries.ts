import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { ProviderRefund } from '../../platform/payments/payments.ts'

/** Undefined when it is known already. */
export const insertFailedRefund = (
  db: Db,
  { id, paymentId, amountRupees, reason }: ProviderRefund,
  noticedAt: Date,
) =>
  db
    .insertInto('failedRefund')
    .values({ id, providerChargeId: paymentId, amount: amountRupees, reason, noticedAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()

/** @returns the ids of those that are written down */
export const findKnown = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('failedRefund')
    .select('id')
    .where('id', '=', sql<string>`any(${ids as string[]}::text[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Undefined when it was settled before. */
export const markSettled = (db: Db, id: string, by: { moderatorId: string; now: Date }) =>
  db
    .updateTable('failedRefund')
    .set({ settledAt: by.now, settledBy: by.moderatorId })
    .where('id', '=', id)
    .where('settledAt', 'is', null)
    .returning('id')
    .executeTakeFirst()

const failedRefunds = (db: Db) =>
  db
    .selectFrom('failedRefund')
    .leftJoin('payment', 'payment.providerChargeId', 'failedRefund.providerChargeId')
    .leftJoin('account as mentee', (join) =>
      join.onRef('mentee.id', '=', 'payment.menteeId').on('mentee.deletedAt', 'is', null),
    )
    .leftJoin('account as mentor', (join) =>
      join.onRef('mentor.id', '=', 'payment.mentorId').on('mentor.deletedAt', 'is', null),
    )
    .selectAll('failedRefund')
    .select([
      'payment.menteeId as payerId',
      'mentee.id as menteeId',
      'mentee.firstName as menteeFirstName',
      'mentee.lastName as menteeLastName',
      'mentee.profileImageUrl as menteeImage',
      'mentor.id as mentorId',
      'mentor.firstName as mentorFirstName',
      'mentor.lastName as mentorLastName',
      'mentor.profileImageUrl as mentorImage',
    ])
export type FailedRefundRow = Awaited<ReturnType<ReturnType<typeof failedRefunds>['executeTakeFirstOrThrow']>>

export const findFailedRefund = (db: Db, id: string) =>
  failedRefunds(db).where('failedRefund.id', '=', id).executeTakeFirst()

/** Who settled it, and when. */
export const findSettler = (db: Db, id: string) =>
  db
    .selectFrom('failedRefund')
    .leftJoin('account', 'account.id', 'failedRefund.settledBy')
    .select(['account.firstName', 'account.lastName'])
    .select(sql<Date>`failed_refund.settled_at`.as('createdAt'))
    .where('failedRefund.id', '=', id)
    .executeTakeFirst()

/** Those that still have to be paid back first, then the newest. */
export const listFailedRefunds = (db: Db, limit: number) =>
  failedRefunds(db)
    .orderBy(sql`failed_refund.settled_at is null`, 'desc')
    .orderBy('failedRefund.noticedAt', 'desc')
    .orderBy('failedRefund.id')
    .limit(limit)
    .execute()
