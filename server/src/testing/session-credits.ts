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
