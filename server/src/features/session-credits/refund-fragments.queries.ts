import { sql } from 'kysely'

/**
 * In a query of payments: rupees of one that are about to go back, or that moderators paid back another way, when the
 * bank had returned a refund. Neither is in what the provider calls refunded.
 */
export const goingBackElse = sql<number>`(
  coalesce((select sum(refund.amount) from refund
    where refund.payment_id = payment.id and refund.done_at is null), 0)
  + coalesce((select sum(failed.amount) from failed_refund as failed
    where failed.provider_charge_id = payment.provider_charge_id and failed.settled_at is not null), 0))::integer`
