import { sql } from 'kysely'

/**
 * In a query of payments: rupees of one that are about to go back, or that the bank returned and that moderators pay
 * back another way, whether they have done so or not. Neither is in what the provider calls refunded.
 */
export const goingBackElse = sql<number>`(
  coalesce((select sum(refund.amount) from refund
    where refund.payment_id = payment.id and refund.done_at is null), 0)
  + coalesce((select sum(failed.amount) from failed_refund as failed
    where failed.provider_charge_id = payment.provider_charge_id), 0))::integer`
