import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether a mentee can book the row `slot` now: open and not hidden, further ahead than the mentor's notice, and on a
 * day and in a week (from Monday, of the mentor's zone) whose maximum is not reached. A case, because PostgreSQL would
 * count before it looks whether there is a maximum.
 * @param leaving a booked slot that the booking moves away from, which takes up no room then
 */
export const isBookable = (now: Date, { leaving }: { leaving?: string } = {}): RawBuilder<SqlBool> => sql`(
  slot.status = 'open' and not slot.is_hidden and slot.starts_at > ${now} and not exists (
    select from availability as hours
    where hours.mentor_id = slot.mentor_id and (
      slot.starts_at <= ${now}::timestamptz + make_interval(hours => hours.notice_hours)
      or case when hours.max_per_day is not null then hours.max_per_day <= ${takenIn('day', leaving)} end
      or case when hours.max_per_week is not null then hours.max_per_week <= ${takenIn('week', leaving)} end)))`

/** How many sessions the mentor has in the same day or week; the bounds are wider than it, and there for the index. */
const takenIn = (unit: 'day' | 'week', leaving: string | undefined) => sql`(
  select count(*) from slot as taken
  where taken.mentor_id = slot.mentor_id and taken.status in ('booked', 'completed', 'missed')
    and taken.starts_at > slot.starts_at - ${sql.lit(widthOf[unit])}::interval
    and taken.starts_at < slot.starts_at + ${sql.lit(widthOf[unit])}::interval
    and date_trunc(${sql.lit(unit)}, taken.starts_at at time zone hours.time_zone)
      = date_trunc(${sql.lit(unit)}, slot.starts_at at time zone hours.time_zone)
    ${leaving === undefined ? sql`` : sql`and taken.id <> ${leaving}`})`

const widthOf = { day: '2 days', week: '8 days' } as const

/**
 * Whether the row `slot` counts as the mentor's next available time: a vacation hides what was published by hand, too,
 * though it can be booked.
 */
export const isOfferedInSearch = (now: Date): RawBuilder<SqlBool> => sql`(
  ${isBookable(now)} and not exists (
    select from vacation
    where vacation.mentor_id = slot.mentor_id
      and vacation.starts_at < slot.ends_at and vacation.ends_at > slot.starts_at))`
