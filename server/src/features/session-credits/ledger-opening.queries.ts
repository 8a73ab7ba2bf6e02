import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

const atOnce = 200

/**
 * Credits of enrollments that were only counted until now: what was free is free, what a booked session used is held
 * by it, the rest is spent. @returns how many enrollments; 0 when none is left
 */
export async function openLedgers(db: Db, now: Date, graceDays: number): Promise<number> {
  const { rows } = await sql<{ enrollmentId: string }>`
    with chosen as (
      select id, status, period_no, period_start, period_end, calls_used, amount from enrollment
      where not exists (select from session_credit where enrollment_id = enrollment.id)
        and (status <> 'ended'
          or exists (select from slot where enrollment_id = enrollment.id and status = 'booked'))
      order by id limit ${atOnce} for update
    ), paid as (
      select chosen.id as enrollment_id, payment.id as payment_id, coalesce(payment.amount, chosen.amount) as amount
      from chosen left join lateral (
        select id, amount from payment where enrollment_id = chosen.id and status <> 'failed'
        order by (period_start is not distinct from chosen.period_start) desc, paid_at desc limit 1
      ) as payment on true
    ), sessions as (
      select slot.id as slot_id, slot.enrollment_id, coalesce(slot.booked_at, ${now}::timestamptz(3)) as held_at,
        chosen.status <> 'ended' and slot.charged_period is not distinct from chosen.period_no as is_of_period,
        row_number() over (partition by slot.enrollment_id,
          chosen.status <> 'ended' and slot.charged_period is not distinct from chosen.period_no
          order by slot.starts_at) as place
      from slot join chosen on chosen.id = slot.enrollment_id
      where slot.status = 'booked' and slot.type = 'session'
    ), credits as (
      select chosen.id as enrollment_id, numbers.no as ordinal, true as is_of_period, sessions.slot_id, sessions.held_at,
        case when sessions.slot_id is not null then 'held' when numbers.no <= chosen.calls_used then 'spent' else 'free' end as status
      from chosen cross join generate_series(1, 4) as numbers (no)
      left join sessions on sessions.enrollment_id = chosen.id and sessions.is_of_period and sessions.place = numbers.no
      where chosen.status <> 'ended'
      union all
      select enrollment_id, 1, false, slot_id, held_at, 'held' from sessions where not is_of_period or place > 4
    )
    insert into session_credit (id, enrollment_id, source, status, period_start, ordinal, is_of_period, payment_id, price,
      granted_at, usable_until, lapses_at, slot_id, held_at, changed_at, because)
    select gen_random_uuid(), chosen.id, 'period', credits.status, chosen.period_start, credits.ordinal,
      credits.is_of_period, paid.payment_id, ceil(paid.amount / 4.0), ${now},
      greatest(chosen.period_end, credits.held_at),
      greatest(chosen.period_end, credits.held_at) + make_interval(days => ${graceDays}),
      credits.slot_id, credits.held_at, ${now}, 'moved_to_ledger'
    from credits join chosen on chosen.id = credits.enrollment_id join paid on paid.enrollment_id = chosen.id
    returning enrollment_id`.execute(db)
  return new Set(rows.map(({ enrollmentId }) => enrollmentId)).size
}

/** Sessions that a process of the release before booked after the ledger was opened. */
export const findWithoutCredit = (db: Db, limit: number) =>
  db
    .selectFrom('slot')
    .leftJoin('sessionCredit', 'sessionCredit.slotId', 'slot.id')
    .select(['slot.id', 'slot.enrollmentId'])
    .$narrowType<{ enrollmentId: string }>()
    .where('slot.status', '=', 'booked')
    .where('slot.type', '=', 'session')
    .where('slot.enrollmentId', 'is not', null)
    .where('sessionCredit.id', 'is', null)
    .orderBy('slot.id')
    .limit(limit)
    .execute()
