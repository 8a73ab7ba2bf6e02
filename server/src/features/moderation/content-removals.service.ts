import type { TicketContext } from '@marga/contract/tickets'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { SetAsidePictures } from '../images/set-aside-pictures.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import * as queries from './content-removals.queries.ts'
import type { RemovedContent } from './removed-content.rules.ts'

type Deps = {
  db: Pick<Database, 'afterCommit'>
  realtime: Realtime
  searchIndex: SearchIndex
  setAsidePictures: Pick<SetAsidePictures, 'setAside' | 'presentAddress'>
}

/**
 * What moderators remove of what somebody wrote, and put back when that is lifted. The index also says to every process
 * that the public page is another one now; threads that are open are told of their message.
 */
export function createContentRemovals({ db, realtime, searchIndex, setAsidePictures }: Deps) {
  const tellOfMessage = async (tx: Tx, id: string) => {
    const found = await queries.findMessageAsShown(tx, id)
    if (!found) return
    const { menteeId, mentorId, conversationId, body: message, masked } = found
    const shown = { conversationId, _id: id, message, masked }
    db.afterCommit(() => realtime.emit([menteeId, mentorId], 'messageChanged', shown))
  }
  const takeMessage = async (tx: Tx, id: string, authorId: string) => {
    const taken = await queries.takeMessage(tx, id, authorId)
    if (taken) await tellOfMessage(tx, id)
    return taken
  }
  const takeProfile = async (tx: Tx, accountId: string) => {
    const taken = await queries.takeProfile(tx, accountId)
    if (taken?.profileImageUrl) await setAsidePictures.setAside(tx, accountId, taken.profileImageUrl)
    return taken
  }
  const restoreProfile = async (tx: Tx, content: RemovedContent & { kind: 'profile' }) => {
    const address = content.profileImageUrl
    const profileImageUrl = address && (await setAsidePictures.presentAddress(tx, address))
    await queries.restoreProfile(tx, { ...content, profileImageUrl })
  }

  return {
    /** @returns what was there; undefined where there is nothing to remove any more */
    async take(tx: Tx, { kind, id }: TicketContext, authorId: string) {
      if (kind === 'message') return takeMessage(tx, id, authorId)
      if (kind === 'slot') return undefined
      const taken =
        kind === 'review' ? await queries.takeReview(tx, id, authorId) : await takeProfile(tx, authorId)
      if (taken) await searchIndex.refresh(tx, taken.kind === 'review' ? taken.row.mentorId : authorId)
      return taken
    },

    async restore(tx: Tx, content: RemovedContent) {
      if (content.kind === 'message') {
        await queries.restoreMessage(tx, content)
        return tellOfMessage(tx, content.id)
      }
      if (content.kind === 'review') await queries.restoreReview(tx, content)
      else await restoreProfile(tx, content)
      await searchIndex.refresh(tx, content.kind === 'review' ? content.row.mentorId : content.id)
    },
  }
}
export type ContentRemovals = ReturnType<typeof createContentRemovals>
