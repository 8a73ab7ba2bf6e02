import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { PaymentGateway, ProviderRefund } from '../../platform/payments/payments.ts'
import type { Moderators } from '../accounts/moderators.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import * as queries from './enrollments.queries.ts'
import type { PaymentNotices } from './payment-notices.service.ts'

type Deps = {
  db: Database
  clock: Clock
  log: Log
  payments: PaymentGateway | undefined
  notices: PaymentNotices
  notifications: Notifications
  moderators: Moderators
}

/** Refunds that the bank sent back. The same way is closed: a person has to find another one, and must hear of it. */
export function createFailedRefunds({ db, clock, log, payments, notices, notifications, moderators }: Deps) {
  async function tellModerators(tx: Tx, amountRupees: number, paymentId: string) {
    const content = `A refund of ₹${amountRupees} came back from the bank. Look for payment ${paymentId} at the payment provider and pay it back another way.`
    await notifications.notifyAll(
      tx,
      (await moderators.ids(tx)).map((accountId) => ({ accountId, type: 'alert' as const, content })),
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
      const payment = await queries.takeRefundBack(tx, paymentId, refund.refundedRupees)
      const row = payment?.enrollmentId && (await queries.findById(tx, payment.enrollmentId))
      if (row) await notices.refundFailed(tx, row, amountRupees)
      await tellModerators(tx, amountRupees, paymentId)
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
  }
}
export type FailedRefunds = ReturnType<typeof createFailedRefunds>
