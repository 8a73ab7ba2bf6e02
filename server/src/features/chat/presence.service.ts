import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../../platform/actor.ts'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Realtime } from '../../platform/realtime.ts'
import * as queries from './presence.queries.ts'

type Deps = { db: Database; clock: Clock; newId: NewId; realtime: Realtime; log: Log }

const partnersMax = 500
const lookEveryMs = 2_000

/**
 * Tells the people somebody talks with that they came or went, and remembers when they were last seen. Who
 * is connected where stands in the database, so that every process knows it, with or without Redis.
 */
export function createPresence({ db, clock, newId, realtime, log }: Deps) {
  const processId = newId()
  /** Who has a device connected to this process: what the rows are brought in line with. */
  const here = new Set<string>()
  const settling = new Set<string>()
  const stopping = new AbortController()
  let suspects = new Set<string>()
  const failed = (error: unknown) => {
    if (!stopping.signal.aborted) log.warn({ err: error }, 'presence was not announced')
  }

  /** One at a time for each account, until row and connection say the same. */
  async function settle(accountId: string) {
    if (settling.has(accountId)) return
    settling.add(accountId)
    try {
      for (let isDone = false; !isDone && !stopping.signal.aborted; ) {
        const isHere = here.has(accountId)
        await note(accountId, isHere)
        isDone = here.has(accountId) === isHere
      }
    } finally {
      settling.delete(accountId)
    }
  }

  async function note(accountId: string, isHere: boolean) {
    const now = clock.now()
    const isOnline = await db.transact(async (tx) => {
      await queries.touch(tx, accountId, now)
      await (isHere ? queries.insertConnection : queries.deleteHere)(tx, { accountId, processId })
      return (await queries.findOnlineAmong(tx, [accountId])).length > 0
    })
    if (isOnline === isHere) await announce([accountId], isHere, now)
  }

  /** To partners that they came or went; to those who came, who of their partners is there. */
  async function announce(accountIds: readonly string[], isOnline: boolean, now: Date) {
    const partners = await queries.findPartners(db.query, accountIds, partnersMax)
    for (const accountId of accountIds) {
      const own = partners.filter((each) => each.accountId === accountId)
      const lastSeenAt = now.toISOString()
      realtime.emit(
        own.map(({ partnerId }) => partnerId),
        'presence',
        { userId: accountId, isOnline, lastSeenAt },
      )
      if (!isOnline) continue
      for (const partner of own) {
        realtime.emit(accountId, 'presence', {
          userId: partner.partnerId,
          isOnline: partner.isOnline,
          lastSeenAt: partner.lastSeenAt?.toISOString() ?? null,
        })
      }
    }
  }

  /** Twice without a lock is gone for good; once may be about to connect again. */
  async function reapOrphans() {
    const found = (await queries.findOrphans(db.query)).filter((id) => id !== processId)
    const gone = found.filter((id) => suspects.has(id))
    suspects = new Set(found)
    if (gone.length === 0) return
    const left = [...new Set(await queries.deleteProcesses(db.query, gone))]
    const elsewhere = new Set(await queries.findOnlineAmong(db.query, left))
    await announce(
      left.filter((id) => !elsewhere.has(id)),
      false,
      clock.now(),
    )
  }

  /** The database may have been away when somebody came or went, or have taken this process for gone. */
  async function reconcile() {
    const noted = new Set(await queries.findHere(db.query, processId))
    const wrong = [...noted].filter((id) => !here.has(id)).concat([...here].filter((id) => !noted.has(id)))
    for (const accountId of wrong) await settle(accountId)
  }

  return {
    changed(actor: Actor, isActorOnline: boolean) {
      if (stopping.signal.aborted) return
      if (isActorOnline) here.add(actor.id)
      else here.delete(actor.id)
      settle(actor.id).catch(failed)
    },

    /** Makes this process known as living, and looks after what others left behind. */
    async start() {
      await db.locks.hold({ space: 'process', name: processId })
      void (async () => {
        while (!stopping.signal.aborted) {
          await reapOrphans().then(reconcile).catch(failed)
          await sleep(lookEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
        }
      })()
    },

    /** Says nothing of those who are connected here: most of them are elsewhere in a moment, and the others find the rest. */
    stop: () => stopping.abort(),
  }
}
