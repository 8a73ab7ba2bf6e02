import { createHash } from 'node:crypto'
import type { SearchSort } from '@marga/contract/search'
import type { Reads } from '../../platform/db/public-reads.ts'
import type { MentorCardRow } from '../mentors/mentor-card.presenter.ts'

/** The last row of the page before. */
export type WalkMark = { stage: number; key: number; id: string }

export type PageAsked = {
  sort: SearchSort
  way: 'gather' | 'walk'
  /** Kinds of match, the best first, each holding the ones before it; none asks for everybody. */
  stages: readonly string[]
  /** Which of them; a walk takes one. */
  first: number
  last: number
  /** tsquery of the filters that are lexemes; empty when there are none. */
  marked: string
  /** Hourly rate in whole rupees, both included. */
  rate: readonly [number | null, number | null]
  freeBetween: readonly [Date, Date] | undefined
  /** Gathers by the index of next slots, where fewer are free than have the words. */
  isFreeFirst: boolean
  after: WalkMark | undefined
  /** The moment whose order and rows are asked for; undefined is now. */
  snapshot: string | undefined
  limit: number
}

export type FoundRow = MentorCardRow & { stage: number; sortKey: number; snapshot: string; isListed: boolean }

const sorts = {
  relevance: { key: 'quality', direction: 'desc' },
  rating: { key: 'coalesce(rating, 0)', direction: 'desc' },
  price_low: { key: 'hourly_rate', direction: 'asc' },
  price_high: { key: 'hourly_rate', direction: 'desc' },
  newest: { key: 'listed_at', direction: 'desc' },
} as const satisfies Record<SearchSort, { key: string; direction: 'asc' | 'desc' }>

/** Numbers carry every key, so that one kind of cursor serves all orders. */
const asNumber = (key: string) =>
  key === 'listed_at' ? '(extract(epoch from page.key) * 1000)::float8' : 'page.key::float8'
const fromNumber = (key: string, value: string) =>
  key === 'listed_at'
    ? `to_timestamp(${value}::float8 / 1000)::timestamptz(3)`
    : `${value}::${key === 'hourly_rate' ? 'integer' : key === 'quality' ? 'real' : 'numeric'}`

export type Statement = { name: string; text: string; values: unknown[] }

/**
 * One page, in one of two ways. `gather` fetches every match by the index of the words, then sorts: for few
 * matches. `walk` goes along the index of the order and keeps what matches: for many; there `is true` keeps the
 * words' index out of it. Neither leaves the planner a choice that depends on values it does not know.
 */
export function pageStatement(asked: PageAsked): Statement {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const { key, direction } = sorts[asked.sort]
  const [than, order] = direction === 'desc' ? ['<', 'desc'] : ['>', 'asc']
  const isWalk = asked.way === 'walk'
  const { after, snapshot } = asked
  const tests = testsOf(asked, bind)
  const stage = stageSql(asked, bind)
  const limit = bind(asked.limit)
  const mark = after && after.stage >= asked.first ? after : undefined
  const mine =
    mark && `(${key}, mentor_id) ${than} (${fromNumber(key, bind(mark.key))}, ${bind(mark.id)}::uuid)`
  const rowsOf = (table: string, visible: readonly string[]) => {
    const all = [...tests, ...visible, ...(isWalk && mine ? [mine] : [])]
    const rows = `select mentor_id, ${key} as key, ${stage} as stage from ${table} ${where(all)}`
    return isWalk ? `(${rows} order by ${key} ${order}, mentor_id ${order} limit ${limit})` : rows
  }
  let rows = rowsOf('mentor_search', [])
  if (snapshot) {
    const then = `${bind(snapshot)}::pg_snapshot`
    // A row that is old enough was there, whatever transaction numbers this cluster was restored with.
    const wasWritten = `(changed_at < now() - interval '2 hours' or pg_visible_in_snapshot(written_by, ${then}))`
    const wasCurrent = `not pg_visible_in_snapshot(superseded_by, ${then})`
    rows = `${rowsOf('mentor_search', [wasWritten])} union all ${rowsOf('mentor_search_past', [wasWritten, wasCurrent])}`
  }
  const isLater =
    mark && mine && !isWalk
      ? `where stage > ${bind(mark.stage)} or (stage = ${bind(mark.stage)} and ${mine.replace(key, 'key')})`
      : ''
  const text = `with found as materialized (${rows}),
    page as (select * from found ${isLater} order by stage, key ${order}, mentor_id ${order} limit ${limit})
    select page.stage, ${asNumber(key)} as "sortKey", pg_current_snapshot()::text as snapshot, page.mentor_id as id,
           search.mentor_id is not null as "isListed", ${cardColumns}
    from page
    join mentor_profile as profile on profile.account_id = page.mentor_id
    join account on account.id = page.mentor_id
    left join mentor_search as search on search.mentor_id = page.mentor_id
    order by page.stage, page.key ${order}, page.mentor_id ${order}`
  return { name: nameOf(text), text, values }
}

type Bind = (value: unknown) => string

function testsOf(asked: PageAsked, bind: Bind): string[] {
  const { stages, first, last, rate, freeBetween } = asked
  const isWalk = asked.way === 'walk'
  const isByOther = isWalk || asked.isFreeFirst
  const wanted = [stages[last], first > 0 ? `!${stages[first - 1]}` : '', asked.marked]
    .filter(Boolean)
    .join(' & ')
  const tests: string[] = []
  if (wanted) {
    const test = `document @@ ${bind(wanted)}::tsquery`
    tests.push(isByOther ? `(${test}) is true` : test)
  }
  // The band is among the words too; as a range it tells the walk by price where to begin.
  if (isWalk && rate[0] !== null) tests.push(`hourly_rate >= ${bind(rate[0])}`)
  if (isWalk && rate[1] !== null) tests.push(`hourly_rate <= ${bind(rate[1])}`)
  if (freeBetween)
    tests.push(`next_available_at > ${bind(freeBetween[0])} and next_available_at < ${bind(freeBetween[1])}`)
  return tests
}

function stageSql({ stages, first, last }: PageAsked, bind: Bind): string {
  if (last <= first) return `${first}`
  const cases = stages
    .slice(first, last)
    .map((query, index) => `when document @@ ${bind(query)}::tsquery then ${first + index}`)
  return `case ${cases.join(' ')} else ${last} end`
}

const where = (tests: readonly string[]) => (tests.length > 0 ? `where ${tests.join(' and ')}` : '')

/** Prepared once a connection; another text is another statement. */
const nameOf = (text: string) => `search_${createHash('sha1').update(text).digest('hex').slice(0, 20)}`

const cardColumns = `account.first_name as "firstName", account.last_name as "lastName",
  account.profile_image_url as "profileImageUrl", profile.job_title as "jobTitle", profile.firm_name as "firmName",
  profile.short_bio as "shortBio", profile.location, profile.expertise, profile.hourly_rate as "hourlyRate",
  profile.monthly_fee as "monthlyFee", profile.price_id as "priceId", profile.rating_sum as "ratingSum",
  profile.rating_count as "ratingCount", search.next_available_at as "nextAvailableAt"`

export async function findPage(db: Reads, asked: PageAsked): Promise<FoundRow[]> {
  return (await db.pool.query<FoundRow>(pageStatement(asked))).rows
}

/**
 * Whether anybody at all has these words, whatever the filters say. Not prepared: planned for these very words,
 * by their index where they are rare and at the first row where they are frequent.
 */
export async function hasMatch(db: Reads, query: string): Promise<boolean> {
  const { rows } = await db.pool.query<{ found: boolean }>(
    'select exists (select from mentor_search where document @@ $1::tsquery) as found',
    [query],
  )
  return rows[0]!.found
}
