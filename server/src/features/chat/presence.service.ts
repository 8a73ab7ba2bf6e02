import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerEvents } from '@marga/contract/realtime'
import type { Actor } from '../../platform/actor.ts'
import { type Batcher, createBatcher } from '../../platform/batcher.ts'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Connection, Realtime } from '../../platform/realtime.ts'
import * as queries from './presence.queries.ts'

type Deps = { db: Database; clock: Clock; newId: NewId; realtime: Realtime; log: Log }

const partnersMax = 500
const lookEveryMs = 2_000
/** All rows of this process are compared with who is here: each minute, and when others may have removed some. */
const looksBetweenComparisons = 30
/** Who saw the lock free may remove rows until a while after it was taken again. */
const comparisonsAfterBreak = 3
const announcedAtOnce = 100

/** What this process knows and does about who is connected. */
type Presence = Deps & {
  processId: string
  /** Who has a device connected to this process: what the rows are brought in line with. */
  here: Set<string>
  settling: Map<string, Promise<void>>
  /** Whose row could not be written. */
  unsettled: Set<string>
  comparisonsDue: number
  partners: Batcher<string, queries.Partner[]>
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
    settling: new Map(),
    unsettled: new Set(),
    comparisonsDue: 0,
    partners: createBatcher({ run: (ids) => findPartnersOf(deps, ids), sizeMax: announcedAtOnce }),
    stopping: new AbortController(),
    suspects: new Set(),
  }
  return {
    changed: (actor: Actor, isActorOnline: boolean) => change(presence, actor, isActorOnline),
    arrived(actor: Actor, connection: Connection, takesPresences: boolean) {
      const told = tellOfPartners(presence, actor, connection, takesPresences)
      told.catch((error: unknown) => warn(presence, error))
    },
    /** Each hears of the other what their next connection would tell them: whoever is blocked is nowhere to be seen. */
    pairChanged(one: string, other: string) {
      const told = Promise.all([tellOfOne(presence, one, other), tellOfOne(presence, other, one)])
      told.catch((error: unknown) => warn(presence, error))
    },
    start: () => start(presence),

    /** Says nothing of those who are connected here: most of them are elsewhere in a moment, and the others find the rest. */
    stop: () => presence.stopping.abort(),
  }
}

const warn = ({ stopping, log }: Presence, error: unknown) => {
  if (!stopping.signal.aborted) log.warn({ err: error }, 'presence was not announced')
}

async function findPartnersOf({ db }: Deps, accountIds: readonly string[]) {
  const found = await queries.findPartners(db.query, [...new Set(accountIds)], partnersMax)
  const byAccount = new Map<string, queries.Partner[]>(accountIds.map((id) => [id, []]))
  for (const partner of found) byAccount.get(partner.accountId)!.push(partner)
  return accountIds.map((id) => byAccount.get(id)!)
}

function change(presence: Presence, actor: Actor, isActorOnline: boolean) {
  const { here, stopping } = presence
  if (stopping.signal.aborted) return
  if (isActorOnline) here.add(actor.id)
  else here.delete(actor.id)
  settle(presence, actor.id).catch((error: unknown) => warn(presence, error))
}

/** Once the own row stands: who comes at the same moment either is read here or says so. */
async function tellOfPartners(
  presence: Presence,
  { id, role }: Actor,
  connection: Connection,
  takesPresences: boolean,
) {
  if (role === 'moderator') return
  await presence.settling.get(id)?.catch(() => {})
  const people = (await presence.partners.add(id)).map(presentPartner)
  if (takesPresences) connection.tell('presences', { people })
  else for (const person of people) connection.tell('presence', person)
}

const presentPartner = ({ partnerId, isOnline, lastSeenAt }: queries.Partner): ServerEvents['presence'] => ({
  userId: partnerId,
  isOnline,
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
})

/** Nothing where the two never talked: a block would tell a stranger of whoever blocks them. */
async function tellOfOne({ db, realtime }: Presence, accountId: string, userId: string) {
  const partner = await queries.findPartner(db.query, accountId, userId)
  if (partner) realtime.emit(accountId, 'presence', presentPartner(partner))
}

/** Makes this process known as living, and looks after what others left behind. */
async function start(presence: Presence) {
  const { db, processId, stopping } = presence
  const onTakenAgain = () => {
    presence.comparisonsDue = comparisonsAfterBreak
  }
  await db.locks.hold({ space: 'process', name: processId, onTakenAgain })
  void (async () => {
    for (let look = 1; !stopping.signal.aborted; look++) {
      await reapOrphans(presence)
        .then(() => repair(presence, look % looksBetweenComparisons === 0))
        .catch((error: unknown) => warn(presence, error))
      await sleep(lookEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  })()
}

/** One at a time for each account, until row and connection say the same. */
function settle(presence: Presence, accountId: string): Promise<void> {
  const { settling, unsettled } = presence
  const underWay = settling.get(accountId)
  if (underWay) return underWay
  unsettled.add(accountId)
  const settled = settleNow(presence, accountId)
    .then(() => void unsettled.delete(accountId))
    .finally(() => settling.delete(accountId))
  settling.set(accountId, settled)
  return settled
}

async function settleNow(presence: Presence, accountId: string) {
  const { here, stopping } = presence
  for (let isDone = false; !isDone && !stopping.signal.aborted; ) {
    const isHere = here.has(accountId)
    await note(presence, accountId, isHere)
    isDone = here.has(accountId) === isHere
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
  if (isOnline === isHere) await announce(presence, accountId, isHere, now)
}

/** To those of their partners who are there. */
async function announce({ realtime, partners }: Presence, userId: string, isOnline: boolean, now: Date) {
  const there = (await partners.add(userId)).filter((partner) => partner.isOnline)
  realtime.emit(
    there.map(({ partnerId }) => partnerId),
    'presence',
    { userId, isOnline, lastSeenAt: now.toISOString() },
  )
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
  const away = left.filter((id) => !elsewhere.has(id))
  const now = clock.now()
  for (let from = 0; from < away.length; from += announcedAtOnce)
    await Promise.all(
      away.slice(from, from + announcedAtOnce).map((id) => announce(presence, id, false, now)),
    )
}

/** The database may have been away when somebody came or went, or have taken this process for gone. */
async function repair(presence: Presence, isComparisonDue: boolean) {
  const { db, processId, here, unsettled } = presence
  if (isComparisonDue || presence.comparisonsDue > 0) {
    const noted = new Set(await queries.findHere(db.query, processId))
    for (const id of noted) if (!here.has(id)) unsettled.add(id)
    for (const id of here) if (!noted.has(id)) unsettled.add(id)
    presence.comparisonsDue = Math.max(0, presence.comparisonsDue - 1)
  }
  for (const accountId of [...unsettled]) await settle(presence, accountId)
}
