import type { LiveSignal, LiveState } from '@marga/contract/live'
import type { ClientEvents } from '@marga/contract/realtime'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Actor } from '../../platform/actor.ts'
import { after, type Clock, type NewId, secondsMs } from '../../platform/clock.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Connection, Rooms } from '../../platform/realtime.ts'
import * as queries from './live.queries.ts'
import { closesAt } from './live.rules.ts'
import { type LiveAccess, peerIdOf } from './live-access.service.ts'
import {
  addMember,
  announceTaken,
  type Member,
  memberOf,
  ownRoom,
  peerRoom,
  type RoomMembers,
  removeMembers,
  roomName,
  sweepMembers,
  warnUnrecorded,
} from './live-room-members.service.ts'

type Deps = { db: Database; clock: Clock; newId: NewId; log: Log; rooms: Rooms; access: LiveAccess }
type RoomsState = Deps & RoomMembers & { absences: Map<string, NodeJS.Timeout> }
type Place = ClientEvents['live:join']

const returnWithinMs = secondsMs(20)

/** Who is in which room. The database keeps when; what goes between the two is passed on and forgotten. */
export function createLiveRooms(deps: Deps) {
  const all: RoomsState = {
    ...deps,
    members: new Map(),
    unwritten: new Map(),
    sweeper: undefined,
    absences: new Map(),
  }
  const { rooms } = deps
  /** Events of one connection are answered side by side: a leave must not overtake the join before it, nor end the next. */
  const turns = new WeakMap<Connection, LimitFunction>()
  const inTurn = <T>(connection: Connection, act: () => Promise<T>): Promise<T> => {
    const turn = turns.get(connection) ?? pLimit(1)
    turns.set(connection, turn)
    return turn(act)
  }
  return {
    join: (actor: Actor, place: Place, connection: Connection) =>
      inTurn(connection, () => join(all, actor, place, connection)),
    leave: (connection: Connection, slotId: string) =>
      inTurn(connection, () => leave(all, connection, slotId)),
    dropped: (connectionId: string) => drop(all, connectionId),
    sessionEnded: (sessionId: string) => endSession(all, sessionId),
    sweep: () => sweepMembers(all),

    /** Passed on to the other, never stored. @throws AppError not_found, ended, rate_limited */
    signal(connection: Connection, signal: LiveSignal) {
      rooms.emit(peerRoom(memberOf(all, connection, signal.slotId)), 'live:signal', signal)
    },

    state(connection: Connection, state: LiveState) {
      rooms.emit(peerRoom(memberOf(all, connection, state.slotId)), 'live:state', state)
    },

    /** Refuses whoever is not in the room. @throws AppError not_found, ended, rate_limited */
    check: (connection: Connection, slotId: string) => void memberOf(all, connection, slotId),
  }
}
export type LiveRooms = ReturnType<typeof createLiveRooms>

/** @throws AppError not_found, too_early, ended */
async function join(all: RoomsState, actor: Actor, { slotId, stayId }: Place, connection: Connection) {
  const { access, members, rooms } = all
  const session = await access.enterable(actor, slotId)
  const peerId = peerIdOf(actor, session)
  if (stayId && (await isTaken(all, actor, { slotId, stayId }, connection))) {
    connection.tell('live:taken', { slotId })
    return { peer: { isPresent: !(await rooms.isEmpty(roomName(slotId, peerId))) }, stayId }
  }
  const elsewhere = [...members.values()].filter(
    (member) =>
      member.connection.id !== connection.id &&
      (member.slotId === slotId ? member.actor.id === actor.id : false),
  )
  const previous = members.get(connection.id)
  // Another process may have put it out, which the next sweep only would have seen.
  const isStaying = previous?.slotId === slotId && connection.isIn(ownRoom(previous))
  if (previous && !isStaying) await removeMembers(all, [previous])
  await removeMembers(
    all,
    elsewhere.map((member) => announceTaken(all, member)),
  )
  const member: Member = {
    connection,
    actor,
    slotId,
    stayId: isStaying ? previous.stayId : await beginAttendance(all, actor, slotId, connection),
    peerId,
    closesAt: closesAt(session),
    events: { since: 0, count: 0 },
  }
  addMember(all, member)
  // It may have gone while the stay was written: nobody else would end it.
  const isGone = !connection.isConnected()
  if (isGone) await removeMembers(all, [member])
  // Who is gone may have been there by another connection, which this one has put out.
  rooms.emit(peerRoom(member), 'live:peer', { slotId, change: isGone ? 'left' : 'joined' })
  return { peer: { isPresent: !(await rooms.isEmpty(peerRoom(member))) }, stayId: member.stayId }
}

/** Whether whose page comes back here is in the room by another one meanwhile. */
function isTaken({ db, clock }: RoomsState, actor: Actor, place: Required<Place>, connection: Connection) {
  const of = { ...place, accountId: actor.id, connectionId: connection.id }
  return queries.hasOtherStay(db.query, of, after(clock.now(), -returnWithinMs))
}

async function beginAttendance(
  { db, clock, newId }: Deps,
  actor: Actor,
  slotId: string,
  connection: Connection,
) {
  const id = newId()
  const attendance = { id, slotId, accountId: actor.id, connectionId: connection.id }
  await db.transact(async (tx) => {
    // Of two tabs at once the second ends the stay of the first, which it would not see yet, and be refused.
    await advisoryLock(tx, `live stay: ${slotId} ${actor.id}`)
    await queries.beginAttendance(tx, { ...attendance, now: clock.now() })
  })
  return id
}

async function leave(all: RoomsState, connection: Connection, slotId: string) {
  const member = all.members.get(connection.id)
  if (member?.slotId !== slotId) return
  await removeMembers(all, [member])
  all.rooms.emit(peerRoom(member), 'live:peer', { slotId, change: 'left' })
}

/** The connection is gone without a word: the other waits a while before it counts as left. */
async function drop(all: RoomsState, connectionId: string) {
  const { members, rooms, absences } = all
  const member = members.get(connectionId)
  if (!member) return
  const { slotId } = member
  const room = ownRoom(member)
  void removeMembers(all, [member])
  // Who is back already, at another process perhaps, is missed by nobody.
  if (!(await rooms.isEmpty(room))) return
  rooms.emit(peerRoom(member), 'live:peer', { slotId, change: 'reconnecting' })
  // The clock of an absence before this one would end too soon.
  clearTimeout(absences.get(room))
  const timer = setTimeout(async () => {
    absences.delete(room)
    if (await rooms.isEmpty(room)) rooms.emit(peerRoom(member), 'live:peer', { slotId, change: 'left' })
  }, returnWithinMs)
  absences.set(room, timer.unref())
}

/**
 * A login has ended: whoever was in a room by it is out at once, and then hears why. Settles when the
 * last word is said; never rejects.
 */
async function endSession(all: RoomsState, sessionId: string): Promise<void> {
  const thrownOut = [...all.members.values()].filter(({ actor }) => actor.sessionId === sessionId)
  await Promise.all(
    thrownOut.map((member) => eject(all, member).catch((error: unknown) => warnUnrecorded(all, error))),
  )
}

async function eject(all: RoomsState, member: Member) {
  const { db, members, rooms } = all
  const { slotId, connection } = member
  await removeMembers(all, [member])
  const mayGoOn = (await queries.findOpenAmong(db.query, [slotId])).length > 0
  if (mayGoOn) {
    rooms.emit(connection.id, 'live:ended', { slotId, reason: 'revoked' })
    return rooms.emit(peerRoom(member), 'live:peer', { slotId, change: 'left' })
  }
  // Whoever signs out of a call that another's block has just ended is not the one who was blocked.
  const isAccountBlocked = await queries.isAccountBlocked(db.query, member.actor.id)
  rooms.emit(connection.id, 'live:ended', { slotId, reason: 'blocked', isAccountBlocked })
  rooms.emit(peerRoom(member), 'live:ended', { slotId, reason: 'blocked' })
  rooms.clear(peerRoom(member))
  await removeMembers(
    all,
    [...members.values()].filter((each) => each.slotId === slotId),
  )
}
