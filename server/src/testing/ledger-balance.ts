import type pg from 'pg'
import { expect } from 'vitest'

/** What must be true of the ledger of everybody at every moment. @throws (by expect) when it is not */
export async function expectBooksToBalance(pool: pg.Pool) {
  const wrong = async (sql: string) => (await pool.query(sql)).rows
  // Every paid period has its four, once, and each is in one place.
  expect(
    await wrong(`select enrollment_id, period_start, count(*) from session_credit where is_of_period
      group by 1, 2 having count(*) <> 4`),
  ).toEqual([])
  expect(
    await wrong(`select payment.id from payment where status <> 'failed'
      and not exists (select from session_credit where enrollment_id = payment.enrollment_id
        and is_of_period and period_start = payment.period_start)`),
  ).toEqual([])
  // A session that is booked is paid by one credit that is held, and nothing else holds one.
  expect(
    await wrong(`select slot.id from slot left join session_credit as credit on credit.slot_id = slot.id
        and credit.status = 'held'
      where slot.type = 'session' and (slot.status = 'booked') <> (credit.id is not null)`),
  ).toEqual([])
  // The events lead to where each credit is.
  expect(
    await wrong(`select credit.id, credit.status, last.what from session_credit as credit
      join lateral (select what from session_credit_event where credit_id = credit.id
        and what not in ('moved', 'extended') order by id desc limit 1) as last on true
      where credit.status <> case last.what when 'granted' then 'free' when 'freed' then 'free' else last.what end`),
  ).toEqual([])
  // Nobody gets more back than was paid, nor twice; what the provider gave is what the books say.
  expect(
    await wrong(`select payment.id, amount, refunded_amount, given.sum from payment
      join lateral (select coalesce(sum(amount), 0)::int as sum from sandbox_refund
        where payment_id = provider_charge_id) as given on true
      where refunded_amount > amount or given.sum > amount or refunded_amount > given.sum`),
  ).toEqual([])
  expect(
    await wrong(`select refund.id from refund where done_at is not null and not exists (
      select from sandbox_refund where sandbox_refund.reference = refund.reference and sandbox_refund.amount = refund.amount)`),
  ).toEqual([])
  // A pair pays one subscription at a time.
  expect(
    await wrong(
      `select mentee_id, mentor_id from enrollment where status <> 'ended' group by 1, 2 having count(*) > 1`,
    ),
  ).toEqual([])
}
