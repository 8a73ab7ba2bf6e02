import { limits } from '@marga/contract/limits'
import type { LiveSignal, LiveState } from '@marga/contract/live'
import type { Actor } from '../../platform/actor.ts'
import { type Clock, type NewId, secondsMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Connection, Rooms } from '../../platform/realtime.ts'
import * as queries from './live.queries.ts'
import { closesAt } from './live.rules.ts'
import { type LiveAccess, peerIdOf } from './live-access.service.ts'

type Deps = { db: Database; clock: Clock; newId: NewId; log: Log; rooms: Rooms; access: LiveAccess }

/** Somebody in a room, by the connection that this process holds. */
type Member = {
  connection: Connection
  actor: Actor
  slotId: string
  peerId: string
  closesAt: Date
  /** Events of the running ten seconds. */
  events: { since: number; count: number }
}

const sweepEveryMs = secondsMs(5)
const returnWithinMs = secondsMs(20)
const eventWindowMs = secondsMs(10)

/** Where a person's one connection to a session listens. */
export const roomName = (slotId: string, accountId: string) => `live:${slotId}:${accountId}`

/** Who is in which room. The database keeps when; what goes between the two is passed on and forgotten. */
export function createLiveRooms({ db, clock, newId, log, rooms, access }: Deps) {
  const members = new Map<string, Member>()
  let sweeper: NodeJS.Timeout | undefined

  const ownRoom = (member: Member) => roomName(member.slotId, member.actor.id)
  const peerRoom = (member: Member) => roomName(member.slotId, member.peerId)
  const failed = (error: unknown) => log.warn({ err: error }, 'a stay in a live room was not recorded')

  function keepSweeping() {
    if (members.size === 0) {
      clearInterval(sweeper)
      sweeper = undefined
    } else sweeper ??= setInterval(() => void sweep().catch(failed), sweepEveryMs).unref()
  }

  /** Takes members out and notes the end of their stays. */
  async function remove(leaving: readonly Member[], at = clock.now()) {
    for (const member of leaving) {
      members.delete(member.connection.id)
      member.connection.leave(ownRoom(member))
    }
    keepSweeping()
    if (leaving.length === 0) return
    const ids = leaving.map(({ connection }) => connection.id)
    await queries.endAttendances(db.query, ids, at)
  }

  /** The member behind an event. @throws AppError not_found unless that connection has joined the room */
  function memberOf(connection: Connection, slotId: string): Member {
    const member = members.get(connection.id)
    if (!member || member.slotId !== slotId || !connection.isIn(ownRoom(member)))
      throw new AppError('not_found')
    if (clock.now() >= member.closesAt) throw new AppError('ended')
    const now = clock.now().getTime()
    if (now - member.events.since > eventWindowMs) member.events = { since: now, count: 0 }
    if (++member.events.count > limits.liveEventsPerTenSeconds) throw new AppError('rate_limited')
    return member
  }

  /** @throws AppError not_found, too_early, ended */
  async function join(actor: Actor, slotId: string, connection: Connection) {
    const session = await access.enterable(actor, slotId)
    const peerId = peerIdOf(actor, session)
    const isFirst = !members.has(connection.id)
    const elsewhere = [...members.values()].filter(
      (member) =>
        member.connection.id !== connection.id &&
        (member.slotId === slotId ? member.actor.id === actor.id : false),
    )
    const previous = members.get(connection.id)
    if (previous && previous.slotId !== slotId) await remove([previous])
    await remove(elsewhere.map((member) => announceTaken(member)))
    if (isFirst || previous?.slotId !== slotId) {
      const attendance = { id: newId(), slotId, accountId: actor.id, connectionId: connection.id }
      await db.transact((tx) => queries.beginAttendance(tx, { ...attendance, now: clock.now() }))
    }
    const member: Member = {
      connection,
      actor,
      slotId,
      peerId,
      closesAt: closesAt(session),
      events: { since: 0, count: 0 },
    }
    members.set(connection.id, member)
    connection.enter(ownRoom(member))
    // The same for tabs whose connection another process holds.
    rooms.emit(ownRoom(member), 'live:taken', { slotId }, connection.id)
    rooms.clear(ownRoom(member), connection.id)
    keepSweeping()
    // It may have gone while the stay was written: nobody else would end it.
    if (!connection.isConnected()) await remove([member])
    rooms.emit(peerRoom(member), 'live:peer', { slotId, change: 'joined' })
    return { peer: { isPresent: !(await rooms.isEmpty(peerRoom(member))) } }
  }

  function announceTaken(member: Member): Member {
    rooms.emit(ownRoom(member), 'live:taken', { slotId: member.slotId })
    member.connection.leave(ownRoom(member))
    return member
  }

  async function leave(connection: Connection, slotId: string) {
    const member = members.get(connection.id)
    if (member?.slotId !== slotId) return
    await remove([member])
    rooms.emit(peerRoom(member), 'live:peer', { slotId, change: 'left' })
  }

  /** The connection is gone without a word: the other waits a while before it counts as left. */
  function dropped(connectionId: string) {
    const member = members.get(connectionId)
    if (!member) return
    const { slotId } = member
    remove([member]).catch(failed)
    rooms.emit(peerRoom(member), 'live:peer', { slotId, change: 'reconnecting' })
    const timer = setTimeout(async () => {
      if (await rooms.isEmpty(ownRoom(member)))
        rooms.emit(peerRoom(member), 'live:peer', { slotId, change: 'left' })
    }, returnWithinMs)
    timer.unref()
  }

  /** Ends rooms for everybody in them that this process holds. */
  async function end(ending: readonly Member[], reason: 'time' | 'blocked', at?: Date) {
    for (const { connection, slotId, actor } of ending) {
      if (connection.isIn(roomName(slotId, actor.id)))
        rooms.emit(roomName(slotId, actor.id), 'live:ended', { slotId, reason })
    }
    await remove(ending, at)
  }

  /**
   * A login has ended: whoever was in a room by it is out at once, and then hears why. Settles when the
   * last word is said; never rejects.
   */
  async function sessionEnded(sessionId: string): Promise<void> {
    const thrownOut = [...members.values()].filter(({ actor }) => actor.sessionId === sessionId)
    await Promise.all(thrownOut.map((member) => eject(member).catch(failed)))
  }

  async function eject(member: Member) {
    const { slotId, connection } = member
    await remove([member])
    const mayGoOn = (await queries.findOpenAmong(db.query, [slotId])).length > 0
    rooms.emit(connection.id, 'live:ended', { slotId, reason: mayGoOn ? 'revoked' : 'blocked' })
    if (mayGoOn) return rooms.emit(peerRoom(member), 'live:peer', { slotId, change: 'left' })
    rooms.emit(peerRoom(member), 'live:ended', { slotId, reason: 'blocked' })
    rooms.clear(peerRoom(member))
    await remove([...members.values()].filter((each) => each.slotId === slotId))
  }

  /** Ends what is over, what may not go on, and notes who is still here. */
  async function sweep() {
    const now = clock.now()
    const all = [...members.values()]
    if (all.length === 0) return
    const isOver = (member: Member) => now >= member.closesAt
    const over = all.filter(isOver)
    for (const member of over) await end([member], 'time', member.closesAt)
    // Taken over by a tab whose connection another process holds.
    await remove(all.filter((member) => !isOver(member) && !member.connection.isIn(ownRoom(member))))
    const here = [...members.values()]
    if (here.length === 0) return
    const open = new Set(await queries.findOpenAmong(db.query, [...new Set(here.map((each) => each.slotId))]))
    await end(
      here.filter((member) => !open.has(member.slotId)),
      'blocked',
    )
    const staying = [...members.keys()]
    if (staying.length === 0) return
    const seen = new Set(await queries.seeAttendances(db.query, staying, now))
    const taken = staying.flatMap((id) => (seen.has(id) ? [] : (members.get(id) ?? [])))
    // Another process took the stay over, and its word of it did not come.
    await remove(taken.map((member) => announceTaken(member)))
  }

  return {
    join,
    leave,
    dropped,
    sessionEnded,
    sweep,

    /** Passed on to the other, never stored. @throws AppError not_found, ended, rate_limited */
    signal(connection: Connection, signal: LiveSignal) {
      rooms.emit(peerRoom(memberOf(connection, signal.slotId)), 'live:signal', signal)
    },

    state(connection: Connection, state: LiveState) {
      rooms.emit(peerRoom(memberOf(connection, state.slotId)), 'live:state', state)
    },

    /** Refuses whoever is not in the room. @throws AppError not_found, ended, rate_limited */
    check: (connection: Connection, slotId: string) => void memberOf(connection, slotId),
  }
}
export type LiveRooms = ReturnType<typeof createLiveRooms>
