import type { FailedRefund } from '@marga/contract/failed-refunds'
import { limits } from '@marga/contract/limits'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { PaymentGateway, ProviderRefund } from '../../platform/payments/payments.ts'
import { presentPerson } from '../accounts/accounts.presenter.ts'
import type { Audit } from '../moderators/audit.service.ts'
import { alreadyDecided } from '../moderators/decisions.rules.ts'
import type { Moderators } from '../moderators/moderators.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import * as queries from './enrollments.queries.ts'
import type { PaymentNotifications } from './payment-notifications.service.ts'
import * as paymentQueries from './payments.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  log: Log
  payments: PaymentGateway | undefined
  paymentNotifications: PaymentNotifications
  notifications: Notifications
  moderators: Moderators
  audit: Audit
}

/** Refunds that the bank sent back. The same way is closed: a person has to find another one, and must hear of it. */
export function createFailedRefunds(deps: Deps) {
  const { db, clock, log, payments, paymentNotifications, notifications, moderators, audit } = deps

  async function tellModerators(tx: Tx, amountRupees: number) {
    const content = `A refund of ₹${amountRupees} came back from the bank. Pay it back another way.`
    await notifications.notifyAll(
      tx,
      (await moderators.ids(tx)).map((accountId) => ({
        accountId,
        type: 'alert' as const,
        content,
        link: '/moderator/failed-refunds',
      })),
    )
  }

  /** Writes down, once, that it did not arrive. @returns whether that is news */
  const note = (refund: ProviderRefund) =>
    db.transact(async (tx) => {
      const { id, paymentId, amountRupees, reason } = refund
      const noted = await tx
        .insertInto('failedRefund')
        .values({ id, providerChargeId: paymentId, amount: amountRupees, reason, noticedAt: clock.now() })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!noted) return false
      const payment = await paymentQueries.takeRefundBack(tx, paymentId, refund.refundedRupees)
      const row = payment?.enrollmentId && (await queries.findById(tx, payment.enrollmentId))
      if (row) await paymentNotifications.refundFailed(tx, row, amountRupees)
      await tellModerators(tx, amountRupees)
      return true
    })

  return {
    /** Safe to repeat: what is known to have failed is told once. */
    async follow(refundId: string) {
      const refund = await payments?.findRefund(refundId)
      if (!refund?.hasFailed || !(await note(refund))) return
      const { paymentId, amountRupees, reason } = refund
      log.error({ refundId, paymentId, amountRupees, reason }, 'a refund failed at the bank')
    },

    /** Those that still have to be paid back first, then the newest. */
    async list(): Promise<FailedRefund[]> {
      const rows = await refunds(db.query)
        .orderBy(sql`failed_refund.settled_at is null`, 'desc')
        .orderBy('failedRefund.noticedAt', 'desc')
        .orderBy('failedRefund.id')
        .limit(limits.unpagedListMax)
        .execute()
      return rows.map(present)
    },

    /** Of two moderators one writes down that it is done. @throws AppError not_found, already_decided */
    settle: (moderator: { id: string }, { refundId, note }: { refundId: string; note: string }) =>
      db.transact(async (tx) => {
        const settled = await tx
          .updateTable('failedRefund')
          .set({ settledAt: clock.now() })
          .where('id', '=', refundId)
          .where('settledAt', 'is', null)
          .returning('id')
          .executeTakeFirst()
        const row = await refunds(tx).where('failedRefund.id', '=', refundId).executeTakeFirst()
        if (!row) throw new AppError('not_found')
        // A payment that we do not know belongs to nobody: then the log names who settled it only.
        const subjectId = row.payerId ?? moderator.id
        if (!settled) throw alreadyDecided(await audit.lastOf(tx, subjectId, ['settle_refund']))
        await audit.write(tx, { moderatorId: moderator.id, action: 'settle_refund', subjectId, note })
        return present(row)
      }),
  }
}
export type FailedRefunds = ReturnType<typeof createFailedRefunds>

const refunds = (db: Db) =>
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
type RefundRow = Awaited<ReturnType<ReturnType<typeof refunds>['executeTakeFirstOrThrow']>>

const personOf = (
  id: string | null,
  firstName: string | null,
  lastName: string | null,
  profileImageUrl: string | null,
) =>
  id === null || firstName === null || lastName === null
    ? null
    : presentPerson({ id, firstName, lastName, profileImageUrl })

const present = (row: RefundRow): FailedRefund => ({
  _id: row.id,
  paymentId: row.providerChargeId,
  amount: row.amount,
  reason: row.reason,
  noticedAt: row.noticedAt.toISOString(),
  menteeId: personOf(row.menteeId, row.menteeFirstName, row.menteeLastName, row.menteeImage),
  mentorId: personOf(row.mentorId, row.mentorFirstName, row.mentorLastName, row.mentorImage),
  settledAt: row.settledAt?.toISOString() ?? null,
})
