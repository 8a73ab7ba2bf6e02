import type { DayCount } from '@marga/contract/common'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'

type Interval = { days: number; timeZone: string }

/** Counts of each of the last days in a time zone, days of nothing included. */
export function createStats({ db, clock }: { db: Database; clock: Clock }) {
  const daysOf = ({ days, timeZone }: Interval) => sql`
    select generate_series(
      (${clock.now()}::timestamptz at time zone ${timeZone})::date - (${days}::int - 1),
      (${clock.now()}::timestamptz at time zone ${timeZone})::date, interval '1 day')::date as date`

  /** Who is enrolled with a mentor as each day ends; today, so far. A pair has one live enrollment at a time. */
  async function enrolledOf(mentorId: string, span: Interval): Promise<DayCount[]> {
    const { rows } = await sql<DayCount>`
      with day as (${daysOf(span)}), ending as (
        select date, (date + 1)::timestamp at time zone ${span.timeZone} as at from day
      ), enrolled as (
        select started_at, ended_at from enrollment where mentor_id = ${mentorId}
      )
      select to_char(ending.date, 'YYYY-MM-DD') as date, count(enrolled.started_at) as count
      from ending left join enrolled on enrolled.started_at < ending.at
        and (enrolled.ended_at is null or enrolled.ended_at >= ending.at)
      group by ending.date order by ending.date`.execute(db.query)
    return rows
  }

  async function perDay(rows: ReturnType<typeof sql>, { days, timeZone }: Interval): Promise<DayCount[]> {
    const { rows: counts } = await sql<DayCount>`
      with day as (${daysOf({ days, timeZone })}), counted as (
        select (at at time zone ${timeZone})::date as date, count(*) as count from (${rows}) as happened(at)
        where at >= ((select min(date) from day)::timestamp at time zone ${timeZone}) group by 1
      )
      select to_char(day.date, 'YYYY-MM-DD') as date, coalesce(counted.count, 0) as count
      from day left join counted using (date) order by day.date`.execute(db.query)
    return counts
  }

  return {
    enrollments: (span: Interval) => perDay(sql`select started_at from enrollment`, span),
    enrolledOf,
    newMentees: (span: Interval) => perDay(sql`select created_at from account where role = 'mentee'`, span),
  }
}
export type Stats = ReturnType<typeof createStats>
