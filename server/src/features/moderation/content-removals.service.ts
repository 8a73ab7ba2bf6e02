import type { TicketContext } from '@marga/contract/tickets'
import type { Tx } from '../../platform/db/database.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import * as queries from './content-removals.queries.ts'
import type { RemovedContent } from './removed-content.rules.ts'

type Deps = { searchIndex: SearchIndex }

/**
 * What moderators remove of what somebody wrote, and put back when that is lifted. The index also says to every process
 * that the public page is another one now.
 */
export function createContentRemovals({ searchIndex }: Deps) {
  return {
    /** @returns what was there; undefined where there is nothing to remove any more */
    async take(tx: Tx, { kind, id }: TicketContext, authorId: string) {
      if (kind === 'message') return queries.takeMessage(tx, id, authorId)
      if (kind === 'slot') return undefined
      const taken =
        kind === 'review'
          ? await queries.takeReview(tx, id, authorId)
          : await queries.takeProfile(tx, authorId)
      if (taken) await searchIndex.refresh(tx, taken.kind === 'review' ? taken.row.mentorId : authorId)
      return taken
    },

    async restore(tx: Tx, content: RemovedContent) {
      if (content.kind === 'message') return void (await queries.restoreMessage(tx, content))
      if (content.kind === 'review') await queries.restoreReview(tx, content)
      else await queries.restoreProfile(tx, content)
      await searchIndex.refresh(tx, content.kind === 'review' ? content.row.mentorId : content.id)
    },
  }
}
export type ContentRemovals = ReturnType<typeof createContentRemovals>
