import { limits } from '@marga/contract/limits'
import { type Facets, type FacetsQuery, priceBandRange } from '@marga/contract/search'
import { type TimeOfDay, timesOfDay } from '@marga/contract/times-of-day'
import { type RawBuilder, sql } from 'kysely'
import { after, daysMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { filterValueOf, tags } from './document.rules.ts'
import { bitOf, type Filter, filters, type Group, rateSteps } from './facet-counts.rules.ts'
import { freeWithinDays, quartersOf } from './free-times.rules.ts'
import { quoted } from './tokens.rules.ts'

export type FacetGroups = { groups: Group[] } & Pick<Facets, 'languages' | 'locations'>

type FacetsRequest = {
  query: FacetsQuery
  /** tsquery of the words; empty for everybody. */
  words: string
  /** Of 256 equal shares of the mentors, how many are looked at. */
  shares: number
}

/**
 * The matches in one pass, counted by what the filters ask of them. A sample without words is read from the index
 * mentor_search_counted alone, which holds every column that is named here but the document: beside that, columns are
 * far apart.
 */
export async function countGroups(
  db: Db,
  { query, words, shares }: FacetsRequest,
  now: Date,
): Promise<FacetGroups> {
  // A sample is small by itself: there the words must not bring in all of their matches.
  const isSample = shares < 256
  const hasWords =
    words === ''
      ? sql`true`
      : isSample
        ? sql`(document @@ ${words}::tsquery) is true`
        : sql`document @@ (select ${words}::tsquery)`
  const { rows } = await sql<FacetGroups>`
    with found as materialized (
      select width_bucket(hourly_rate, ${sql.lit(`{${rateSteps.join(',')}}`)}::int[]) as rate_step,
             floor(coalesce(rating, 0))::int as stars, ${isFree(now)} as is_free, ${timesOf(query, now)} as times,
             ${failedOf(query, now)} as failed, languages, location
      from mentor_search where ${hasWords} ${isSample ? sql`and sample < ${sql.lit(shares)}` : sql``}
    )
    select
      (select coalesce(json_agg(one), '[]') from (
         select rate_step as "rateStep", stars, is_free as "isFree", times, failed, count(*)::int as mentors
         from found group by rate_step, stars, is_free, times, failed) as one) as groups,
      ${valuesSql(
        sql`(select languages, count(*)::int as mentors from found where ${passesAllBut('language')} group by languages)
            as alike cross join lateral unnest(languages) as value`,
      )} as languages,
      ${valuesSql(
        sql`(select location as value, count(*)::int as mentors from found where ${passesAllBut('location')}
            group by location) as alike`,
      )} as locations`.execute(db)
  return rows[0]!
}

/** The most frequent values of `from`, which gives `value` and how many `mentors` have it; alike whatever the case. */
const valuesSql = (from: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object('value', value, 'count', count) order by count desc, value), '[]')
  from (select min(value) as value, sum(mentors)::int as count
        from (select value, sum(mentors) as mentors from ${from} where value is not null group by value) as spelt
        group by lower(value) order by sum(mentors) desc, min(value) limit ${sql.lit(limits.facetValuesMax)}) as counted)`

/** Not "= 0": the planner takes few rows for equal, and sorts all of them to group them. */
const passesAllBut = (filter: Filter) => sql`failed & ~${sql.lit(bitOf(filter))} < 1`

const isFree = (now: Date) =>
  sql<boolean>`coalesce(next_available_at > ${now} and next_available_at < ${after(now, daysMs(freeWithinDays))}, false)`

const hasQuarterAt = (time: TimeOfDay, utcOffset: number) =>
  sql<boolean>`free_quarters & ${quartersOf(time, utcOffset)}::bit(96) <> 0::bit(96)`

/** As `Group.times`. */
const timesOf = ({ utcOffset }: FacetsQuery, now: Date) =>
  sql`case when ${isFree(now)} then ${sql.join(
    timesOfDay.map(
      (time, index) => sql`case when ${hasQuarterAt(time, utcOffset)} then ${sql.lit(1 << index)} else 0 end`,
    ),
    sql` + `,
  )} else 0 end`

/** As `Group.failed`. A filter that is not set is passed by everybody. */
function failedOf(query: FacetsQuery, now: Date): RawBuilder<number> {
  const tests = testsOf(query, now)
  const parts = filters.flatMap((filter) => {
    const test = tests[filter]
    return test ? [sql`case when ${test} then 0 else ${sql.lit(bitOf(filter))} end`] : []
  })
  return sql<number>`(${sql.join([sql`0`, ...parts], sql` + `)})`
}

function testsOf(query: FacetsQuery, now: Date): Record<Filter, RawBuilder<boolean> | undefined> {
  const has = (lexeme: string) => sql<boolean>`document @@ ${quoted(lexeme)}::tsquery`
  const [from, to] = priceBandRange[query.price]
  return {
    price:
      from === null && to === null
        ? undefined
        : sql`hourly_rate between ${sql.lit(from ?? 0)} and ${sql.lit(to ?? 1_000_000)}`,
    rating: query.rating === '9' ? undefined : sql`coalesce(rating, 0) >= ${sql.lit(Number(query.rating))}`,
    available: query.available ? isFree(now) : undefined,
    timeOfDay: query.timeOfDay
      ? sql`(${isFree(now)} and ${hasQuarterAt(query.timeOfDay, query.utcOffset)})`
      : undefined,
    language: query.language ? has(tags.language + filterValueOf(query.language)) : undefined,
    location: query.location ? has(tags.location + filterValueOf(query.location)) : undefined,
  }
}
