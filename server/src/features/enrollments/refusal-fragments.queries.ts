import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * In a query of `enrollment`: that it was one. What was refused as soon as it was paid, since the places were taken, say,
 * had no call that did not go back with the payment; by a block or by leaving others end, too.
 */
export const wasNotRefused: RawBuilder<SqlBool> = sql`(
  enrollment.end_reason is null or enrollment.end_reason not in ('full', 'duplicate', 'blocked', 'left') or exists (
    select from session_credit as credit
    where credit.enrollment_id = enrollment.id
      and (credit.status <> 'refunded' or credit.because <> 'payment_refunded')))`
