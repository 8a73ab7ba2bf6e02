import { limits } from '@marga/contract/limits'
import type { Clock } from '../../platform/clock.ts'
import type { Reads } from '../../platform/db/public-reads.ts'
import { boundedRange, type RangeInput } from '../../platform/db/range.ts'
import { AppError } from '../../platform/errors.ts'
import { createFacets } from './facets.service.ts'
import { createMentorSearch } from './mentor-search.service.ts'
import type { Reach } from './search-plan.rules.ts'
import type { SearchWords } from './search-words.service.ts'
import { createSuggestions } from './suggestions.service.ts'

type SearchDeps = { db: Reads; clock: Clock; words: SearchWords; reach?: Reach }

export function createSearch({ db, clock, words, reach }: SearchDeps) {
  return {
    mentors: createMentorSearch({ db, clock, words, reach }),
    suggestions: createSuggestions({ db, words }),
    facets: createFacets({ db, clock, words }),

    /** Public mentors by id, after the given one: what search engines may read. */
    listed: (after: string | undefined, limit: number) =>
      db.query
        .selectFrom('mentorSearch')
        .select(['mentorId', 'changedAt'])
        .$if(after !== undefined, (query) => query.where('mentorId', '>', after!))
        .orderBy('mentorId')
        .limit(limit)
        .execute(),

    async count() {
      const { count } = await db.query
        .selectFrom('mentorSearch')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
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

const latest = (...moments: Date[]) => new Date(Math.max(...moments.map(Number)))
