import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'
import * as queries from './enrollments.queries.ts'
import type { PaymentNotifications } from './payment-notifications.service.ts'
import type { SubscriptionSync } from './subscription-sync.service.ts'

type Deps = {
  db: Database
  clock: Clock
  payments: PaymentGateway | undefined
  subscriptionSync: SubscriptionSync
  paymentNotifications: PaymentNotifications
}

/**
 * Jobs that end something at the provider and give money back. Each may run twice and be cut off anywhere:
 * ending again changes nothing, and a refund carries a reference by which it is given once.
 */
export function createTermination({ db, clock, payments, subscriptionSync, paymentNotifications }: Deps) {
  const isOf = (row: queries.EnrollmentRow | undefined): row is queries.EnrollmentRow =>
    row !== undefined && row.provider === payments?.mode

  /** Writes down, once, that it is over and what went back. */
  const finish = (enrollmentId: string, refunded: number) =>
    db.transact(async (tx) => {
      const row = await queries.lockById(tx, enrollmentId)
      if (!row || row.refundDue === null) return
      const next = await tx
        .updateTable('enrollment')
        .set({
          refundDue: null,
          ...(row.status === 'ended'
            ? {}
            : { status: 'ended' as const, endReason: 'blocked' as const, endedAt: clock.now() }),
        })
        .where('id', '=', enrollmentId)
        .returningAll()
        .executeTakeFirstOrThrow()
      if (refunded > 0)
        await paymentNotifications.refunded(tx, next, { amountRupees: refunded, isMentorGone: true })
      else await paymentNotifications.tell(tx, row, next)
    })

  return {
    /** Ends an enrollment whose mentor was blocked or has left, and gives back what is unused of the month. */
    async terminate({ enrollmentId }: { enrollmentId: string }) {
      const row = await queries.findById(db.query, enrollmentId)
      if (!isOf(row) || row.refundDue === null) return
      await payments!.cancelNow(row.providerSubscriptionId)
      const paid = await queries.findNewestPayment(db.query, row.id)
      const refund = Math.min(row.refundDue, paid ? paid.amount - paid.refundedAmount : 0)
      if (paid && refund > 0) {
        const reference = `unused:${row.id}`
        await payments!.refund({ paymentId: paid.providerChargeId, amountRupees: refund, reference })
      }
      await finish(row.id, refund)
      await subscriptionSync.reconcile(row.providerSubscriptionId)
    },

    /** Has the provider charge a blocked mentee for no further month: what is overdue ends now, the rest with what is paid. */
    async stopRenewing({ enrollmentId }: { enrollmentId: string }) {
      const row = await queries.findById(db.query, enrollmentId)
      if (!isOf(row) || row.status === 'ended') return
      const subscription = await payments!.findSubscription(row.providerSubscriptionId)
      if (subscription?.status === 'past_due') await payments!.cancelNow(subscription.id)
      else if (subscription?.status === 'active' && !subscription.endsAtPeriodEnd)
        await payments!.cancelAtPeriodEnd(subscription.id)
      await subscriptionSync.reconcile(row.providerSubscriptionId)
    },

    /** Ends a subscription that gives nobody anything any more. */
    async stop({ subscriptionId }: { subscriptionId: string }) {
      await payments?.cancelNow(subscriptionId)
    },

    /** Gives back all of a payment that bought nothing: the pair's second, or one that came after the end. */
    async refund({ enrollmentId, paymentId }: { enrollmentId: string; paymentId: string }) {
      const row = await queries.findById(db.query, enrollmentId)
      const paid = await queries.findPayment(db.query, paymentId)
      if (!isOf(row) || !paid) return
      const amountRupees = paid.amount - paid.refundedAmount
      if (amountRupees > 0) {
        await payments!.refund({ paymentId, amountRupees, reference: `owed:${paymentId}` })
        await db.transact(async (tx) => {
          const noted = await tx
            .updateTable('payment')
            .set({ status: 'refunded', refundedAmount: paid.amount })
            .where('id', '=', paid.id)
            .where('status', '=', 'paid')
            .returning('id')
            .executeTakeFirst()
          if (noted) await paymentNotifications.refunded(tx, row, { amountRupees, isMentorGone: false })
        })
      }
      await subscriptionSync.reconcile(row.providerSubscriptionId)
    },
  }
}
export type Unwinding = ReturnType<typeof createTermination>
