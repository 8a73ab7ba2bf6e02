/**
 * The first day, as "YYYY-MM-DD", that lies in no vacation after a day that lies in one: those that follow one another
 * without a day between them are one time away. Null where the day is null.
 * @param day SQL of a day of a vacation among `ahead`
 * @param ahead SQL of a condition: which rows of vacation, as `ahead`, are looked at; of one mentor
 */
export const dayBackText = ({ day, ahead }: { day: string; ahead: string }) => `(
  select upper(away)::text from (
    select unnest(range_agg(daterange(ahead.first_day, ahead.last_day, '[]'))) as away
    from vacation as ahead where ${ahead} and ahead.last_day >= ${day}
  ) as times_away order by away limit 1
)`
