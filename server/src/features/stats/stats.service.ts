import type { DayCount } from '@marga/contract/common'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'

type Span = { days: number; timeZone: string }

/** Counts of each of the last days in a time zone, days of nothing included. */
export function createStats({ db, clock }: { db: Database; clock: Clock }) {
  async function perDay(rows: ReturnType<typeof sql>, { days, timeZone }: Span): Promise<DayCount[]> {
    const { rows: counts } = await sql<DayCount>`
      with day as (
        select generate_series(
          (${clock.now()}::timestamptz at time zone ${timeZone})::date - (${days}::int - 1),
          (${clock.now()}::timestamptz at time zone ${timeZone})::date, interval '1 day')::date as date
      ), counted as (
        select (at at time zone ${timeZone})::date as date, count(*) as count from (${rows}) as happened(at)
        where at >= ((select min(date) from day)::timestamp at time zone ${timeZone}) group by 1
      )
      select to_char(day.date, 'YYYY-MM-DD') as date, coalesce(counted.count, 0) as count
      from day left join counted using (date) order by day.date`.execute(db.query)
    return counts
  }

  return {
    enrollments: (span: Span) => perDay(sql`select started_at from enrollment`, span),
    enrollmentsOf: (mentorId: string, span: Span) =>
      perDay(sql`select started_at from enrollment where mentor_id = ${mentorId}`, span),
    newMentees: (span: Span) => perDay(sql`select created_at from account where role = 'mentee'`, span),
  }
}
export type Stats = ReturnType<typeof createStats>
