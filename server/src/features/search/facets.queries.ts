import { limits } from '@marga/contract/limits'
import { type Facets, type FacetsQuery, priceBandRange, priceBands } from '@marga/contract/search'
import { type TimeOfDay, timesOfDay } from '@marga/contract/times-of-day'
import { type RawBuilder, sql } from 'kysely'
import { after, daysMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { filterValueOf, tags } from './document.rules.ts'
import { freeWithinDays, quartersOf } from './free-times.rules.ts'
import { quoted } from './tokens.rules.ts'

export type Counted = Omit<Facets, 'relax' | 'isEstimate'> & {
  /** Mentors with each one of the filters left out. */
  without: Record<Filter, number>
}
export type Filter = 'price' | 'rating' | 'available' | 'timeOfDay' | 'language' | 'location'

type FacetsRequest = {
  query: FacetsQuery
  /** tsquery of the words; empty for everybody. */
  words: string
  /** Of 256 equal shares of the mentors, how many are looked at. */
  shares: number
}

/** Counts beside every filter in one pass over the matches: each filter's with all the others as they are set. */
export async function countFacets(
  db: Db,
  { query, words, shares }: FacetsRequest,
  now: Date,
): Promise<Counted> {
  const passes = testsOf(query, now)
  const all = (...but: Filter[]) =>
    sql<boolean>`(${sql.join(
      [sql`true`, ...(Object.keys(passes) as Filter[]).filter((filter) => !but.includes(filter))].map(
        (part) => (typeof part === 'string' ? sql.ref(`is_${part}`) : part),
      ),
      sql` and `,
    )})`
  const count = (test: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${test})`
  const byBand = priceBands.map(
    (band) => sql`${sql.lit(band)}, ${count(sql`${all('price')} and ${isInBand(band)}`)}`,
  )
  const byRating = [1, 2, 3, 4, 5].map(
    (least) =>
      sql`${sql.lit(String(least))}, ${count(sql`${all('rating')} and rating >= ${sql.lit(least)}`)}`,
  )
  const byTimeOfDay = timesOfDay.map(
    (time) =>
      sql`${sql.lit(time)}, ${count(sql`${all('timeOfDay')} and ${isFreeAt(sql`is_free`, time, query.utcOffset)}`)}`,
  )
  // A sample is small by itself: there the words must not bring in all of their matches.
  const isSample = shares < 256
  const hasWords =
    words === ''
      ? sql`true`
      : isSample
        ? sql`(document @@ ${words}::tsquery) is true`
        : sql`document @@ (select ${words}::tsquery)`
  const { rows } = await sql<Counted>`
    with found as materialized (
      select hourly_rate, rating, languages, location, free_quarters, ${isFree(now)} as is_free,
             ${sql.join(
               (Object.keys(passes) as Filter[]).map(
                 (filter) => sql`${passes[filter]} as ${sql.ref(`is_${filter}`)}`,
               ),
             )}
      from mentor_search where ${hasWords} ${isSample ? sql`and sample < ${sql.lit(shares)}` : sql``}
    )
    select ${count(all())} as total,
      json_build_object(${sql.join(byBand)}) as price,
      json_build_object(${sql.join(byRating)}, '9', ${count(all('rating'))}) as rating,
      ${count(sql`${all('available')} and is_free`)} as available,
      json_build_object(${sql.join(byTimeOfDay)}) as "timesOfDay",
      json_build_object(${sql.join(
        (Object.keys(passes) as Filter[]).map((filter) => sql`${sql.lit(filter)}, ${count(all(filter))}`),
      )}) as without,
      ${valuesSql(sql`found cross join lateral unnest(languages) as value`, all('language'))} as languages,
      ${valuesSql(sql`found cross join lateral (select location as value) as place`, all('location'))} as locations
    from found`.execute(db)
  return rows[0]!
}

const valuesSql = (from: RawBuilder<unknown>, test: RawBuilder<boolean>) => sql`(
  select coalesce(json_agg(json_build_object('value', value, 'count', count) order by count desc, value), '[]')
  from (select min(value) as value, count(*) as count from ${from}
        where value is not null and ${test} group by lower(value)
        order by count(*) desc, min(value) limit ${sql.lit(limits.facetValuesMax)}) as counted)`

const isFree = (now: Date) =>
  sql<boolean>`coalesce(next_available_at > ${now} and next_available_at < ${after(now, daysMs(freeWithinDays))}, false)`

const isFreeAt = (free: RawBuilder<boolean>, time: TimeOfDay, utcOffset: number) =>
  sql<boolean>`(${free} and free_quarters & ${quartersOf(time, utcOffset)}::bit(96) <> 0::bit(96))`

function isInBand(band: (typeof priceBands)[number]) {
  const [from, to] = priceBandRange[band]
  return sql<boolean>`hourly_rate between ${sql.lit(from ?? 0)} and ${sql.lit(to ?? 1_000_000)}`
}

function testsOf(query: FacetsQuery, now: Date): Record<Filter, RawBuilder<boolean>> {
  const has = (lexeme: string) => sql<boolean>`document @@ ${quoted(lexeme)}::tsquery`
  return {
    price: isInBand(query.price),
    rating: query.rating === '9' ? sql`true` : sql`coalesce(rating, 0) >= ${sql.lit(Number(query.rating))}`,
    available: query.available ? isFree(now) : sql`true`,
    timeOfDay: query.timeOfDay ? isFreeAt(isFree(now), query.timeOfDay, query.utcOffset) : sql`true`,
    language: query.language ? has(tags.language + filterValueOf(query.language)) : sql`true`,
    location: query.location ? has(tags.location + filterValueOf(query.location)) : sql`true`,
  }
}
