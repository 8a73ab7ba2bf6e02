import { createHash } from 'node:crypto'
import { limits } from '@marga/contract/limits'
import type { SearchSort } from '@marga/contract/search'
import { availabilityColumns, availabilityJoin } from './mentor-fragments.queries.ts'
import { byIndex } from './word-match-fragments.queries.ts'

/** The last row of the page before. */
export type ScanPosition = { tier: number; key: number; id: string }

export type PageRequest = {
  sort: SearchSort
  strategy: 'sort' | 'scan'
  /** Kinds of match, the best first, each holding the ones before it; none asks for everybody. */
  tiers: readonly string[]
  /** Which of them; a scan takes one. */
  first: number
  last: number
  /** tsquery of the filters that are lexemes; empty when there are none. */
  tagged: string
  /** Hourly rate in whole rupees, both included. */
  rate: readonly [number | null, number | null]
  freeBetween: readonly [Date, Date] | undefined
  /** Bits of `free_quarters`, one of which is to be free. */
  freeQuarters: string | undefined
  /** Fetches by the index of next slots, where fewer are free than have the words. */
  isFreeFirst: boolean
  after: ScanPosition | undefined
  /** The moment whose order and rows are asked for; undefined is now. */
  snapshot: string | undefined
  limit: number
  /** So many rows are looked at: by a scan, all that it passes; by sorting, all that match. Undefined is all. */
  lookAtMost: number | undefined
}

/** Each key is what the order's index holds, in its own type: another one would keep the index out of later pages. */
export const sorts = {
  relevance: { key: 'quality', type: 'real', direction: 'desc' },
  rating: { key: 'coalesce(rating, 0)', type: 'numeric', direction: 'desc' },
  price_low: { key: 'hourly_rate', type: 'integer', direction: 'asc' },
  price_high: { key: 'hourly_rate', type: 'integer', direction: 'desc' },
  // Whoever has no figures yet comes after all who have.
  fastest: { key: 'coalesce(response_minutes, 2147483647)', type: 'integer', direction: 'asc' },
  newest: { key: 'listed_at', type: 'timestamptz(3)', direction: 'desc' },
} as const satisfies Record<SearchSort, { key: string; type: string; direction: 'asc' | 'desc' }>

/** Numbers carry every key, so that one kind of cursor serves all orders. */
const asNumber = (sort: SearchSort) =>
  sort === 'newest' ? '(extract(epoch from page.key) * 1000)::float8' : 'page.key::float8'
const fromNumber = (sort: SearchSort, value: string) => {
  const { type } = sorts[sort]
  return sort === 'newest' ? `to_timestamp(${value}::float8 / 1000)::${type}` : `${value}::${type}`
}

export type Statement = { name: string; text: string; values: unknown[] }

type Bind = (value: unknown) => string
/** A statement that is being written, with the parameters that several of its parts name. */
type Draft = {
  parsed: PageRequest
  key: string
  tier: string
  /** Of the order by the key, ties by the id. */
  along: string
  limit: string
  /** In figures, as the planner must see it. */
  most: number | undefined
  /** On the rows that match, and on those that a scan passes. */
  tests: readonly string[]
  passed: readonly string[]
}

/** More than any page asks for, one row beyond its last among them. */
const pageRowsMax = limits.pageSizeMax + 1

/**
 * One page, by one of two strategies. `sort` fetches every match by the index of the words, then sorts: for few
 * matches. `scan` goes along the index of the order and keeps what matches: for many; there `is true` keeps the
 * words' index out of it. Neither leaves the planner a choice that depends on values it does not know, so that
 * one plan serves all values. What bounds a scan is given in figures: of a limit that it does not know, the planner
 * takes it for a tenth of the table.
 */
export function pageStatement(parsed: PageRequest): Statement {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const { key } = sorts[parsed.sort]
  const { order } = directionOf(parsed)
  const isScan = parsed.strategy === 'scan'
  const limit = bind(parsed.limit)
  const most = parsed.lookAtMost
  const then = parsed.snapshot && `${bind(parsed.snapshot)}::pg_snapshot`
  const tests = testsOf(parsed, bind)
  const passed = isScan ? passedOf(parsed, bind) : []
  const tier = tierSql(parsed, bind)
  const along = `order by key ${order}, mentor_id ${order}`
  const draft: Draft = { parsed, key, tier, along, limit, most, tests, passed }
  const rows = then ? rowsOfMoment(draft, then) : rowsOf(draft, 'mentor_search', [])
  const later = isScan ? undefined : laterInTiers(parsed, bind)
  const found =
    isScan || !(later || most !== undefined)
      ? rows
      : `select * from (${rows}) as match ${where(later ? [later] : [])} ${most === undefined ? '' : `limit ${most}`}`
  const text = `with found as materialized (${found}),
    page as (select * from found order by tier, key ${order}, mentor_id ${order} limit ${limit})
    select page.tier, ${asNumber(parsed.sort)} as "sortKey", pg_current_snapshot()::text as snapshot, page.mentor_id as id,
           search.mentor_id is not null as "isListed", (select count(*) from found)::integer as "foundCount", ${cardColumns},
           ${availabilityColumns}
    from page
    join mentor_profile as profile on profile.account_id = page.mentor_id
    join account on account.id = page.mentor_id
    left join mentor_search as search on search.mentor_id = page.mentor_id
    ${availabilityJoin}
    order by page.tier, page.key ${order}, page.mentor_id ${order}`
  return { name: nameOf(text), text, values }
}

/** @param then the snapshot whose order and rows are asked for */
function rowsOfMoment(draft: Draft, then: string): string {
  // A row that is old enough was there, whatever transaction numbers this cluster was restored with.
  const wasWritten = `(changed_at < now() - interval '2 hours' or pg_visible_in_snapshot(written_by, ${then}))`
  const wasCurrent = `not pg_visible_in_snapshot(superseded_by, ${then})`
  return draft.parsed.strategy === 'scan' && draft.most !== undefined
    ? scanOfBoth(draft, [wasWritten], [wasWritten, wasCurrent])
    : `${rowsOf(draft, 'mentor_search', [wasWritten])} union all ${rowsOf(draft, 'mentor_search_past', [wasWritten, wasCurrent])}`
}

function rowsOf(
  { parsed, key, tier, along, limit, most, tests, passed }: Draft,
  table: string,
  visible: readonly string[],
): string {
  if (parsed.strategy !== 'scan')
    return `select mentor_id, ${key} as key, ${tier} as tier from ${table} ${where([...tests, ...visible])}`
  const rows = `select *, ${key} as key from ${table}`
  const from =
    most === undefined
      ? `(${rows} ${where([...passed, ...tests, ...visible])} ${along} limit ${pageRowsMax}) as passed`
      : `(${rows} ${where(passed)} ${along} limit ${most}) as passed ${where([...tests, ...visible])}`
  return `(select mentor_id, key, ${tier} as tier from ${from} ${along} limit ${limit})`
}

/**
 * A bounded scan passes both tables as one. Each by itself would come to another place, and a row of the one that
 * came further would skip all that the other had not looked at yet.
 */
function scanOfBoth(
  { key, tier, along, limit, most, tests, passed }: Draft,
  ofRows: readonly string[],
  ofPast: readonly string[],
): string {
  const passedOfTable = (table: string, visible: readonly string[]) =>
    `(select mentor_id, ${key} as key, document, next_available_at, free_quarters, ${visible.join(' and ')} as is_visible
      from ${table} ${where(passed)} ${along} limit ${most})`
  const both = `${passedOfTable('mentor_search', ofRows)} union all ${passedOfTable('mentor_search_past', ofPast)}`
  return `(select mentor_id, key, ${tier} as tier from (select * from (${both}) as both_tables ${along} limit ${most}) as passed
    ${where([...tests, 'is_visible'])} ${along} limit ${limit})`
}

export const directionOf = ({ sort }: PageRequest) =>
  sorts[sort].direction === 'desc'
    ? ({ than: '<', order: 'desc' } as const)
    : ({ than: '>', order: 'asc' } as const)

const keyTag = (parsed: PageRequest, tag: ScanPosition, column: string, bind: Bind) => {
  const value = fromNumber(parsed.sort, bind(tag.key))
  return `(${column}, mentor_id) ${directionOf(parsed).than} (${value}, ${bind(tag.id)}::uuid)`
}

/** Which part of the order's index a scan passes; nothing that the index does not tell. */
export function passedOf(parsed: PageRequest, bind: Bind): string[] {
  const { key } = sorts[parsed.sort]
  const { after, rate } = parsed
  const tests: string[] = []
  if (after && after.tier >= parsed.first) tests.push(keyTag(parsed, after, key, bind))
  // The band is among the words too; as a range it tells the scan by price where to begin.
  if (key === 'hourly_rate' && rate[0] !== null) tests.push(`hourly_rate >= ${bind(rate[0])}`)
  if (key === 'hourly_rate' && rate[1] !== null) tests.push(`hourly_rate <= ${bind(rate[1])}`)
  return tests
}

/** What comes after the last row of the page before, among sorted rows of several tiers. */
function laterInTiers(parsed: PageRequest, bind: Bind): string | undefined {
  const { after } = parsed
  if (!after || after.tier < parsed.first) return undefined
  const tier = bind(after.tier)
  return `tier > ${tier} or (tier = ${tier} and ${keyTag(parsed, after, 'key', bind)})`
}

function testsOf(
  { tiers, first, last, tagged, freeBetween, freeQuarters, strategy, isFreeFirst }: PageRequest,
  bind: Bind,
): string[] {
  const queryTerms = [tiers[last], first > 0 ? `!${tiers[first - 1]}` : '', tagged]
    .filter(Boolean)
    .join(' & ')
  const tests: string[] = []
  if (queryTerms) {
    const isPassed = strategy === 'scan' || isFreeFirst
    tests.push(isPassed ? `(document @@ ${bind(queryTerms)}::tsquery) is true` : byIndex(bind(queryTerms)))
  }
  if (freeBetween) {
    const isFree = `next_available_at > ${bind(freeBetween[0])} and next_available_at < ${bind(freeBetween[1])}`
    // A scan goes along its own index, whatever share of all is free.
    tests.push(strategy === 'scan' ? `(${isFree}) is true` : isFree)
  }
  if (freeQuarters) tests.push(`free_quarters & ${bind(freeQuarters)}::bit(96) <> 0::bit(96)`)
  return tests
}

function tierSql({ tiers, first, last }: PageRequest, bind: Bind): string {
  if (last <= first) return `${first}`
  const cases = tiers
    .slice(first, last)
    .map((query, index) => `when document @@ ${bind(query)}::tsquery then ${first + index}`)
  return `case ${cases.join(' ')} else ${last} end`
}

export const where = (tests: readonly string[]) => (tests.length > 0 ? `where ${tests.join(' and ')}` : '')

/** Prepared once a connection; another text is another statement. There are a few dozen of them. */
export function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `search_${createHash('sha1').update(text).digest('hex').slice(0, 20)}`
  if (names.size < namesMax) names.set(text, name)
  return name
}
const names = new Map<string, string>()
const namesMax = 1_000

const cardColumns = `account.first_name as "firstName", account.last_name as "lastName",
  account.profile_image_url as "profileImageUrl", profile.job_title as "jobTitle", profile.firm_name as "firmName",
  profile.short_bio as "shortBio", profile.location, profile.expertise, profile.hourly_rate as "hourlyRate",
  profile.monthly_fee as "monthlyFee", profile.price_id as "priceId", profile.rating_sum as "ratingSum",
  profile.rating_count as "ratingCount", profile.response_count as "responseCount",
  profile.response_median_minutes as "responseMedianMinutes",
  profile.response_within_percent as "responseWithinPercent", search.next_available_at as "nextAvailableAt"`
