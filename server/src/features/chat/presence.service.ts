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

/** What this process knows and does about who is connected. */
type Presence = Deps & {
  processId: string
  /** Who has a device connected to this process: what the rows are brought in line with. */
  here: Set<string>
  settling: Set<string>
  stopping: AbortController
  suspects: Set<string>
}

/**
 * Tells the people somebody talks with that they came or went, and remembers when they were last seen. Who
 * is connected where stands in the database, so that every process knows it, with or without Redis.
 */
export function createPresence(deps: Deps) {
  const presence: Presence = {
    ...deps,
    processId: deps.newId(),
    here: new Set(),
    settling: new Set(),
    stopping: new AbortController(),
    suspects: new Set(),
  }
  return {
    changed: (actor: Actor, isActorOnline: boolean) => change(presence, actor, isActorOnline),
    start: () => start(presence),

    /** Says nothing of those who are connected here: most of them are elsewhere in a moment, and the others find the rest. */
    stop: () => presence.stopping.abort(),
  }
}

const warn = ({ stopping, log }: Presence, error: unknown) => {
  if (!stopping.signal.aborted) log.warn({ err: error }, 'presence was not announced')
}

function change(presence: Presence, actor: Actor, isActorOnline: boolean) {
  const { here, stopping } = presence
  if (stopping.signal.aborted) return
  if (isActorOnline) here.add(actor.id)
  else here.delete(actor.id)
  settle(presence, actor.id).catch((error: unknown) => warn(presence, error))
}

/** Makes this process known as living, and looks after what others left behind. */
async function start(presence: Presence) {
  const { db, processId, stopping } = presence
  await db.locks.hold({ space: 'process', name: processId })
  void (async () => {
    while (!stopping.signal.aborted) {
      await reapOrphans(presence)
        .then(() => reconcile(presence))
        .catch((error: unknown) => warn(presence, error))
      await sleep(lookEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  })()
}

/** One at a time for each account, until row and connection say the same. */
async function settle(presence: Presence, accountId: string) {
  const { here, settling, stopping } = presence
  if (settling.has(accountId)) return
  settling.add(accountId)
  try {
    for (let isDone = false; !isDone && !stopping.signal.aborted; ) {
      const isHere = here.has(accountId)
      await note(presence, accountId, isHere)
      isDone = here.has(accountId) === isHere
    }
  } finally {
    settling.delete(accountId)
  }
}

async function note(presence: Presence, accountId: string, isHere: boolean) {
  const { db, clock, processId } = presence
  const now = clock.now()
  const isOnline = await db.transact(async (tx) => {
    await queries.touch(tx, accountId, now)
    await (isHere ? queries.insertConnection : queries.deleteHere)(tx, { accountId, processId })
    return (await queries.findOnlineAmong(tx, [accountId])).length > 0
  })
  if (isOnline === isHere) await announce(presence, [accountId], isHere, now)
}

/** To partners that they came or went; to those who came, who of their partners is there. */
async function announce(
  { db, realtime }: Presence,
  accountIds: readonly string[],
  isOnline: boolean,
  now: Date,
) {
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
async function reapOrphans(presence: Presence) {
  const { db, clock, processId } = presence
  const found = (await queries.findOrphans(db.query)).filter((id) => id !== processId)
  const gone = found.filter((id) => presence.suspects.has(id))
  presence.suspects = new Set(found)
  if (gone.length === 0) return
  const left = [...new Set(await queries.deleteProcesses(db.query, gone))]
  const elsewhere = new Set(await queries.findOnlineAmong(db.query, left))
  await announce(
    presence,
    left.filter((id) => !elsewhere.has(id)),
    false,
    clock.now(),
  )
}

/** The database may have been away when somebody came or went, or have taken this process for gone. */
async function reconcile(presence: Presence) {
  const { db, processId, here } = presence
  const noted = new Set(await queries.findHere(db.query, processId))
  const wrong = [...noted].filter((id) => !here.has(id)).concat([...here].filter((id) => !noted.has(id)))
  for (const accountId of wrong) await settle(presence, accountId)
}
