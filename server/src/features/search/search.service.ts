import { limits } from '@marga/contract/limits'
import type { SearchQuery } from '@marga/contract/search'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { page } from '../../platform/db/paging.ts'
import { boundedRange, type RangeInput } from '../../platform/db/range.ts'
import { AppError } from '../../platform/errors.ts'
import { presentMentorCard } from '../mentors/mentor-card.presenter.ts'
import { findMentors } from './search.queries.ts'
import { lexemesOf, tsqueryOf, wordsOf } from './tokens.rules.ts'

export function createSearch({ db, clock }: { db: Database; clock: Clock }) {
  return {
    async mentors(asked: SearchQuery) {
      const now = clock.now()
      const tsquery = tsqueryOf(asked.search)
      // Words that hold nothing searchable ("???") find nothing, rather than everybody.
      if (tsquery === '' && asked.search.trim() !== '')
        return { mentorsSearchResult: [], nextCursor: null, correctedSearch: null }
      const rows = await findMentors(db.query, { ...asked, tsquery }, now)
      const { items, nextCursor } = page(rows, asked.limit, (row) => [row.sortKey, row.id])
      const words = wordsOf(asked.search)
      return {
        mentorsSearchResult: items.map((row) => ({
          ...presentMentorCard(row, now),
          matched: matchedSkills(row.expertise, words),
        })),
        nextCursor,
        correctedSearch: null,
      }
    },

    /** Open future times of a mentor, without ids: anybody may look. @throws AppError not_found */
    async availability(mentorId: string, range: RangeInput) {
      const now = clock.now()
      const { from, to } = boundedRange(range, now, limits.availabilityRangeDaysMax)
      const listed = await db.query
        .selectFrom('mentorSearch')
        .select('mentorId')
        .where('mentorId', '=', mentorId)
        .executeTakeFirst()
      if (!listed) throw new AppError('not_found')
      const slots = await db.query
        .selectFrom('slot')
        .select(['startsAt', 'endsAt', 'type'])
        .where('mentorId', '=', mentorId)
        .where('status', '=', 'open')
        .where('startsAt', '>', latest(from, now))
        .where('startsAt', '<', to)
        .orderBy('startsAt')
        .limit(limits.availabilityMax)
        .execute()
      return slots.map((slot) => ({
        start: slot.startsAt.toISOString(),
        end: slot.endsAt.toISOString(),
        type: slot.type,
      }))
    },
  }
}
export type Search = ReturnType<typeof createSearch>

/** The skills that a word of the search names or begins. */
function matchedSkills(expertise: readonly string[], words: readonly string[]): string[] {
  if (words.length === 0) return []
  return expertise.filter((skill) =>
    lexemesOf(skill).some((lexeme) => words.some((word) => lexeme.startsWith(word))),
  )
}

const latest = (...moments: Date[]) => new Date(Math.max(...moments.map(Number)))
