import type pg from 'pg'

/** As if so many of the free session credits of an enrollment had been used. */
export const spendCredits = (pool: pg.Pool, enrollmentId: string, count: number) =>
  pool.query(
    `update session_credit set status = 'spent', because = 'completed', changed_at = granted_at
     where id in (select id from session_credit where enrollment_id = $1 and status = 'free' order by ordinal limit $2)`,
    [enrollmentId, count],
  )

/** What of a period's four is no longer free, as SQL over `enrollment`. */
export const creditsUsedSql = `4 - (select count(*)::int from session_credit where enrollment_id = enrollment.id
  and is_of_period and period_start = enrollment.period_start and status = 'free')`

/** A few more of a moderator's, so that what is booked to be looked at costs nothing that a test counts on. */
export const spareCredits = (pool: pg.Pool, menteeId: string) =>
  pool.query(
    `insert into session_credit (id, enrollment_id, source, period_start, ordinal, is_of_period, price, granted_at,
       usable_until, lapses_at, changed_at, because)
     select gen_random_uuid(), id, 'moderator', period_start, no, false, 0, period_start, period_end, period_end,
       period_start, 'given_by_moderator'
     from enrollment cross join generate_series(1, 3) as no where mentee_id = $1`,
    [menteeId],
  )
