import type { SearchQuery } from '@marga/contract/search'
import { priceBandRange } from '@marga/contract/search'
import { sql } from 'kysely'
import { after, daysMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { readCursor } from '../../platform/db/paging.ts'
import { mentorCards } from '../mentors/mentor-card.presenter.ts'

export type SearchAsked = SearchQuery & { tsquery: string }

/**
 * How each order sorts: an expression, its direction, and the row's id to make it total. Missing
 * ratings count as 0, so that one comparison serves every page.
 */
function sortOf(asked: SearchAsked) {
  switch (asked.sort) {
    case 'rating':
      return { key: sql<number>`coalesce(mentor_search.rating, 0)::float8`, direction: 'desc' as const }
    case 'price_low':
      return { key: sql<number>`mentor_search.hourly_rate::float8`, direction: 'asc' as const }
    case 'price_high':
      return { key: sql<number>`mentor_search.hourly_rate::float8`, direction: 'desc' as const }
    case 'newest':
      return {
        key: sql<number>`extract(epoch from mentor_search.listed_at)::float8`,
        direction: 'desc' as const,
      }
    default:
      return { key: relevance(asked.tsquery), direction: 'desc' as const }
  }
}

/** A name or skill outweighs prose ten times; quality decides between equals. */
const relevance = (tsquery: string) =>
  tsquery === ''
    ? sql<number>`mentor_search.quality::float8`
    : sql<number>`(ts_rank('{0.1, 0.2, 0.4, 1.0}', mentor_search.document, ${tsquery}::tsquery) * 10 + mentor_search.quality)::float8`

/** One page of listed mentors. The statement is built from what is asked, never one for all. */
export async function findMentors(db: Db, asked: SearchAsked, now: Date) {
  const cursor = readCursor(asked.cursor, ['number', 'id'])
  const { key, direction } = sortOf(asked)
  const [from, to] = priceBandRange[asked.price]
  let query = mentorCards(db).where('mentorSearch.mentorId', 'is not', null).select(key.as('sortKey'))
  if (asked.tsquery !== '')
    query = query.where(sql<boolean>`mentor_search.document @@ ${asked.tsquery}::tsquery`)
  if (from !== null) query = query.where('mentorSearch.hourlyRate', '>=', from)
  if (to !== null) query = query.where('mentorSearch.hourlyRate', '<=', to)
  if (asked.rating !== '9') query = query.where('mentorSearch.rating', '>=', Number(asked.rating))
  if (asked.language) query = query.where(sql<boolean>`${asked.language} = any(mentor_search.languages)`)
  if (asked.location)
    query = query.where(sql<boolean>`lower(mentor_search.location) = lower(${asked.location})`)
  if (asked.available) {
    query = query
      .where('mentorSearch.nextAvailableAt', '>', now)
      .where('mentorSearch.nextAvailableAt', '<', after(now, daysMs(7)))
  }
  if (cursor) {
    const [last, id] = cursor
    query = query.where(
      direction === 'desc'
        ? sql<boolean>`(${key} < ${last} or (${key} = ${last} and mentor_search.mentor_id > ${id}))`
        : sql<boolean>`(${key} > ${last} or (${key} = ${last} and mentor_search.mentor_id > ${id}))`,
    )
  }
  return query
    .orderBy(key, direction)
    .orderBy('mentorSearch.mentorId')
    .limit(asked.limit + 1)
    .execute()
}
