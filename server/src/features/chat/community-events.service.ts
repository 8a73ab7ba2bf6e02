import { setTimeout as sleep } from 'node:timers/promises'
import type { CommunityMessage } from '@marga/contract/community'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Rooms } from '../../platform/realtime.ts'
import { communityRoom } from './community-members.service.ts'

type Deps = {
  db: Database
  rooms: Rooms
  log: Log
  /** Who must not hear it although their sockets may be in the room. */
  findKeptOut: (mentorId: string) => Promise<string[]>
}

const triesMax = 20
const retryMs = 500

/**
 * Tells a community's room of messages, as their commits are heard of: tabs sort by number. Who may not hear
 * them is read after the commit, without the room's lock, and once for all messages that wait: what a message costs
 * does not grow with the community.
 */
export function createCommunityEvents(deps: Deps) {
  const waiting = new Map<string, CommunityMessage[]>()
  return {
    /** To be called in the message's transaction. */
    announce: (message: CommunityMessage) =>
      deps.db.afterCommit(() => {
        const { mentorId } = message
        const others = waiting.get(mentorId)
        if (others) return void others.push(message)
        waiting.set(mentorId, [message])
        void tellAll(deps, waiting, mentorId)
      }),
  }
}

/** Until none waits any more. The database may be away just after a commit; a message is not kept for ever then. */
async function tellAll(deps: Deps, waiting: Map<string, CommunityMessage[]>, mentorId: string) {
  const { rooms, log, findKeptOut } = deps
  for (let tries = 0; waiting.get(mentorId)!.length > 0; ) {
    try {
      const keptOut = await findKeptOut(mentorId)
      for (const message of waiting.get(mentorId)!.splice(0))
        rooms.emitToOthers(communityRoom(mentorId), 'community', message, keptOut)
      tries = 0
    } catch (error) {
      if (++tries >= triesMax) {
        log.warn({ err: error }, 'messages of a community were not announced')
        break
      }
      await sleep(retryMs, undefined, { ref: false })
    }
  }
  waiting.delete(mentorId)
}
