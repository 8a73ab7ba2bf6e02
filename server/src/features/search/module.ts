import { limits } from '@marga/contract/limits'
import type { Core } from '../../platform/core.ts'
import { createBoundedReads } from '../../platform/db/bounded-reads.ts'
import type { PersonalData } from '../../platform/personal-data.ts'
import type { MentorChange } from './mentor-changes.rules.ts'
import { searchRoutes } from './search.routes.ts'
import { createSearch } from './search.service.ts'
import { createSearchIndex } from './search-index.service.ts'
import { createSearchReindex } from './search-reindex.service.ts'
import { createSearchVocabulary } from './search-vocabulary.service.ts'
import { removeUnusedTerms } from './unused-terms.service.ts'

type Needs = Core & {
  /** What is cached of the mentor, as far as the change reaches, is out of date. */
  onMentorChanged: (change: MentorChange) => void
  /** That one may take, its waiting included. A statement of it may take half. */
  searchMs: number
}

/** Which mentors there are for what somebody looks for. */
export function createSearchModule(needs: Needs) {
  const searchReads = createBoundedReads({
    ...needs,
    connections: limits.searchesAtOnce + limits.longSearchesAtOnce,
    statementMs: needs.searchMs / 2,
  })
  const vocabulary = createSearchVocabulary(needs)
  const searchIndex = createSearchIndex(needs)
  searchIndex.onChange({ terms: vocabulary.add, changed: needs.onMentorChanged })
  const search = createSearch({ ...needs, searchReads, words: vocabulary })
  const searchReindex = createSearchReindex(needs)
  return {
    service: { search, searchIndex, searchReads, searchReindex, vocabulary },
    routes: searchRoutes({ search }),
    jobs: {
      'search:reindex': () => searchReindex.ensureCurrent(),
      'search:refresh-availability': async () =>
        void (await searchIndex.refreshAvailability({ isForAll: false })),
    },
    daily: [() => searchIndex.refreshAvailability({ isForAll: true }), () => removeUnusedTerms(needs.db)],
    /** After the mentor's profile is closed. */
    personalData: {
      erase: async (tx, { id, role }) => {
        if (role === 'mentor') await searchIndex.refresh(tx, id)
      },
    } satisfies PersonalData,
  }
}
