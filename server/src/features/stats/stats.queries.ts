import type { DayCount } from '@marga/contract/common'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { wasNotRefused } from '../enrollments/refusal-fragments.queries.ts'

/** The last days in a time zone, `now` in the last of them. */
export type Interval = { days: number; timeZone: string; now: Date }

const daysOf = ({ days, timeZone, now }: Interval) => sql`
  select generate_series(
    (${now}::timestamptz at time zone ${timeZone})::date - (${days}::int - 1),
    (${now}::timestamptz at time zone ${timeZone})::date, interval '1 day')::date as date`

/** Who is enrolled with a mentor as each day ends; today, so far. A pair has one live enrollment at a time. */
export const countEnrolled = async (db: Db, mentorId: string, span: Interval): Promise<DayCount[]> =>
  (
    await sql<DayCount>`
      with day as (${daysOf(span)}), ending as (
        select date, (date + 1)::timestamp at time zone ${span.timeZone} as at from day
      ), enrolled as (
        select started_at, ended_at from enrollment where mentor_id = ${mentorId} and ${wasNotRefused}
      )
      select to_char(ending.date, 'YYYY-MM-DD') as date, count(enrolled.started_at) as count
      from ending left join enrolled on enrolled.started_at < ending.at
        and (enrolled.ended_at is null or enrolled.ended_at >= ending.at)
      group by ending.date order by ending.date`.execute(db)
  ).rows

export const countEnrollments = (db: Db, span: Interval) =>
  countPerDay(db, sql`select started_at from enrollment where ${wasNotRefused}`, span)

export const countNewMentees = (db: Db, span: Interval) =>
  countPerDay(db, sql`select created_at from account where role = 'mentee'`, span)

/** @param moments a statement that gives the moment of each thing that is counted */
async function countPerDay(db: Db, moments: RawBuilder<unknown>, span: Interval): Promise<DayCount[]> {
  const { timeZone } = span
  const { rows } = await sql<DayCount>`
    with day as (${daysOf(span)}), counted as (
      select (at at time zone ${timeZone})::date as date, count(*) as count from (${moments}) as happened(at)
      where at >= ((select min(date) from day)::timestamp at time zone ${timeZone}) group by 1
    )
    select to_char(day.date, 'YYYY-MM-DD') as date, coalesce(counted.count, 0) as count
    from day left join counted using (date) order by day.date`.execute(db)
  return rows
}
