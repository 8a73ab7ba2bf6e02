import { limits } from '@marga/contract/limits'
import { after, type Clock, daysMs } from '../../platform/clock.ts'
import type { Reads } from '../../platform/db/bounded-reads.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Cursors } from '../../platform/db/paging.ts'
import { boundedRange, type RangeInput } from '../../platform/db/range.ts'
import { AppError } from '../../platform/errors.ts'
import { presentOpenSlot } from './availability.presenter.ts'
import { findOpenSlots, hasNoTimes, isListed } from './availability.queries.ts'
import { createFacets } from './facets.service.ts'
import { presentMentorCard } from './mentor-card.presenter.ts'
import { findCards } from './mentor-cards.queries.ts'
import { createMentorSearch } from './mentor-search.service.ts'
import type { PlanLimits } from './search-plan.rules.ts'
import { createSearchQueue } from './search-queue.service.ts'
import type { SearchVocabulary } from './search-vocabulary.service.ts'
import { findFileStarts, listMentorsFrom } from './sitemap.queries.ts'
import { createSuggestions } from './suggestions.service.ts'

const bookableMs = daysMs(limits.bookableWithinDays)

type SearchDeps = {
  db: Pick<Database, 'query'>
  /** For what costs as much as is asked for. */
  searchReads: Reads
  clock: Clock
  cursors: Cursors
  words: SearchVocabulary
  planLimits?: PlanLimits
  searchMs: number
}

export function createSearch({ db, searchReads, clock, cursors, words, planLimits, searchMs }: SearchDeps) {
  const queue = createSearchQueue(searchMs)
  return {
    mentors: createMentorSearch({ db: searchReads, clock, cursors, words, queue, planLimits }),
    suggestions: createSuggestions({ db: searchReads, words, queue }),
    facets: createFacets({ db: searchReads, clock, words, queue }),

    /** Cards of those who are listed, in the order of the ids. */
    async cards(mentorIds: readonly string[]) {
      const now = clock.now()
      const rows = await findCards(db.query, mentorIds)
      return rows.map((row) => presentMentorCard(row, now))
    },

    sitemap: {
      fileStarts: (entriesMax: number) => findFileStarts(db.query, entriesMax),
      listedFrom: (from: string, limit: number) => listMentorsFrom(db.query, from, limit),
    },

    /** Open future times of a mentor, without ids: anybody may look. @throws AppError not_found */
    async availability(mentorId: string, range: RangeInput) {
      const now = clock.now()
      const { from, to } = boundedRange(range, now, limits.availabilityRangeDaysMax)
      if (!(await isListed(db.query, mentorId))) throw new AppError('not_found')
      const slots = await findOpenSlots(db.query, mentorId, { after: latest(from, now), before: to, now })
      return slots.sort((one, other) => Number(one.startsAt) - Number(other.startsAt)).map(presentOpenSlot)
    },

    /** Whether a mentor who has been here for a while has nothing to book for as long: calls that nobody could use. */
    hasNoTimes(mentorId: string): Promise<boolean> {
      const now = clock.now()
      const [before, acceptedBy] = [after(now, bookableMs), after(now, -bookableMs)]
      return hasNoTimes(db.query, mentorId, { now, before, acceptedBy })
    },
  }
}
export type Search = ReturnType<typeof createSearch>

const latest = (...moments: Date[]) => new Date(Math.max(...moments.map(Number)))
