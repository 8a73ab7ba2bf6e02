import { limits } from '@marga/contract/limits'
import { type AccessTokens, unauthenticated } from '../../platform/access-tokens.ts'
import type { Identify } from '../../platform/actor.ts'
import { createBatcher } from '../../platform/batcher.ts'
import { after, type Clock, minutesMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import * as queries from './login-sessions.queries.ts'

type Deps = { db: Database; clock: Clock; accessTokens: AccessTokens; isListening: () => boolean }

/** An access token lives no longer than this, so a revocation need not be remembered longer. */
const rememberedMs = minutesMs(limits.accessTokenMinutes + 1)

/** This process's short list of ended sessions: access tokens of those die before their time. */
export function createRevocations({ db, clock, accessTokens, isListening }: Deps) {
  const revoked = new Map<string, number>()
  const listeners = new Set<(sessionId: string) => void>()
  const openHere = new Set<() => readonly string[]>()

  // Every write asks first, so that those of one moment ask together.
  const alive = createBatcher<string, boolean>({
    async run(sessionIds) {
      const found = await queries.aliveSessions(db.query, sessionIds, clock.now())
      return sessionIds.map((sessionId) => found.has(sessionId))
    },
    sizeMax: 200,
  })

  function forgetOld() {
    const before = clock.now().getTime() - rememberedMs
    for (const [sessionId, at] of revoked) {
      if (at >= before) break
      revoked.delete(sessionId)
    }
  }

  function add(sessionId: string) {
    if (revoked.has(sessionId)) return
    revoked.set(sessionId, clock.now().getTime())
    for (const listener of listeners) listener(sessionId)
    forgetOld()
  }

  const identify: Identify = async (token, isFresh = false) => {
    if (!token) throw unauthenticated()
    const actor = accessTokens.read(token)
    if (revoked.has(actor.sessionId)) throw unauthenticated()
    // While notifications may be missed the list proves nothing: the session's row decides.
    if ((isFresh || !isListening()) && !(await alive.add(actor.sessionId))) {
      throw unauthenticated()
    }
    return actor
  }

  return {
    add,
    identify,
    /** Called with every session that ends, in whichever process it was ended. */
    onRevoked: (listener: (sessionId: string) => void) => void listeners.add(listener),
    /** Sessions of which this process holds something open, however long they have gone on. */
    holdsOpen: (sessions: () => readonly string[]) => void openHere.add(sessions),
    /** What was announced while this process was not listening: of what is open, however long ago that was. */
    async catchUp() {
      const rows = await queries.revokedSince(db.query, after(clock.now(), -rememberedMs))
      for (const { sessionId } of rows) add(sessionId)
      const open = [...openHere].flatMap((sessions) => sessions())
      await Promise.all(open.map(async (sessionId) => (await alive.add(sessionId)) || add(sessionId)))
    },
  }
}
export type Revocations = ReturnType<typeof createRevocations>
