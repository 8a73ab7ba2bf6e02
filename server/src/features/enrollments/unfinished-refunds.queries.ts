import type { Db } from '../../platform/db/database.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'

/** Refunds written down before then that the provider has not confirmed, with its id of the charge. */
export const findPendingSince = (db: Db, before: Date, limit: number) =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .select(['refund.id', 'refund.reason', 'refund.enrollmentId', 'payment.providerChargeId'])
    .where('refund.doneAt', 'is', null)
    .where('refund.createdAt', '<', before)
    .orderBy('refund.id')
    .limit(limit)
    .execute()

/** Those that are to end at the provider with what is due, and have not. */
export const findUnfinishedEndings = (db: Db, limit: number) =>
  db
    .selectFrom('enrollment')
    .select(['id', 'endReason'])
    .where('refundDue', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()

type Stuck = { provider: PaymentGateway['mode']; before: Date; toldBefore: Date }

/**
 * Marks those that moderators are to be told of: of this provider, written down before then and not confirmed, and not
 * told since then.
 * @returns what is news, with whose payment it is and the provider's id of it
 */
export const markTold = (db: Db, { provider, before, toldBefore }: Stuck, now: Date) =>
  db
    .updateTable('refund')
    .from('payment')
    .innerJoin('enrollment', 'enrollment.id', 'payment.enrollmentId')
    .set({ moderatorsToldAt: now })
    .whereRef('payment.id', '=', 'refund.paymentId')
    .where('enrollment.provider', '=', provider)
    .where('refund.doneAt', 'is', null)
    .where((eb) =>
      eb.or([eb('refund.moderatorsToldAt', 'is', null), eb('refund.moderatorsToldAt', '<', toldBefore)]),
    )
    .where('refund.createdAt', '<', before)
    .returning(['refund.amount', 'refund.createdAt', 'payment.menteeId', 'payment.providerChargeId'])
    .execute()
