import type { LiveNotes } from '@marga/contract/live'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Rooms } from '../../platform/realtime.ts'
import { presentNotes } from './live.presenter.ts'
import * as queries from './live.queries.ts'
import { type LiveAccess, peerIdOf } from './live-access.service.ts'
import { roomName } from './live-room-members.service.ts'

type Deps = { db: Database; clock: Clock; rooms: Rooms; access: LiveAccess }

/** What the two write down together; it stays with the session. */
export function createLiveNotes({ db, clock, rooms, access }: Deps) {
  return {
    /** @throws AppError not_found */
    async read(actor: Actor, slotId: string): Promise<LiveNotes> {
      await access.sessionOf(actor, slotId)
      return presentNotes(await queries.findNotes(db.query, slotId))
    },

    /** @throws AppError not_found, version_conflict (with the text and version that are there) */
    async write(actor: Actor, slotId: string, input: { text: string; version: number }): Promise<LiveNotes> {
      const session = await access.sessionOf(actor, slotId)
      const written = await queries.writeNotes(db.query, { slotId, ...input, now: clock.now() })
      if (!written) {
        if (!(await queries.isUnblocked(db.query, slotId))) throw new AppError('not_found')
        throw new AppError('version_conflict', {
          details: presentNotes(await queries.findNotes(db.query, slotId)),
        })
      }
      const { text, version } = written
      const room = roomName(slotId, peerIdOf(actor, session))
      db.afterCommit(() => rooms.emit(room, 'live:notes', { slotId, text, version }))
      return presentNotes(written)
    },
  }
}
export type LiveNotesService = ReturnType<typeof createLiveNotes>
