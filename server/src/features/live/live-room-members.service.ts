import { limits } from '@marga/contract/limits'
import type { Actor } from '../../platform/actor.ts'
import { type Clock, secondsMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Connection, Rooms } from '../../platform/realtime.ts'
import * as queries from './live.queries.ts'

type Deps = { db: Database; clock: Clock; log: Log; rooms: Rooms }

/** Somebody in a room, by the connection that this process holds. */
export type Member = {
  connection: Connection
  actor: Actor
  slotId: string
  stayId: string
  peerId: string
  closesAt: Date
  /** Events of the running ten seconds. */
  events: { since: number; count: number }
}

/** All that this process holds, by their connection. */
export type RoomMembers = Deps & {
  members: Map<string, Member>
  /** When stays ended that the database has not taken yet, by their ids. */
  unwritten: Map<string, Date>
  sweeper: NodeJS.Timeout | undefined
}

const sweepEveryMs = secondsMs(5)
const eventWindowMs = secondsMs(10)

/** Where a person's one connection to a session listens. */
export const roomName = (slotId: string, accountId: string) => `live:${slotId}:${accountId}`
export const ownRoom = (member: Member) => roomName(member.slotId, member.actor.id)
export const peerRoom = (member: Member) => roomName(member.slotId, member.peerId)

export const warnUnrecorded = ({ log }: RoomMembers, error: unknown) =>
  log.warn({ err: error }, 'a stay in a live room was not recorded')

export function addMember(all: RoomMembers, member: Member) {
  const { connection, slotId } = member
  all.members.set(connection.id, member)
  connection.enter(ownRoom(member))
  // The same for tabs whose connection another process holds.
  all.rooms.emit(ownRoom(member), 'live:taken', { slotId }, connection.id)
  all.rooms.clear(ownRoom(member), connection.id)
  keepSweeping(all)
}

/** Takes members out and notes the end of their stays, later where the database is away. Never rejects. */
export async function removeMembers(all: RoomMembers, leaving: readonly Member[], at = all.clock.now()) {
  for (const member of leaving) {
    all.members.delete(member.connection.id)
    member.connection.leave(ownRoom(member))
    all.unwritten.set(member.stayId, at)
  }
  await writeEnds(all)
}

async function writeEnds(all: RoomMembers) {
  const ends = [...all.unwritten]
  try {
    if (ends.length > 0) await queries.endAttendances(all.db.query, ends)
    for (const [stayId] of ends) all.unwritten.delete(stayId)
  } catch (error) {
    all.log.warn({ err: error }, 'the end of a stay in a live room waits for the database')
  }
  keepSweeping(all)
}

function keepSweeping(all: RoomMembers) {
  if (all.members.size === 0 && all.unwritten.size === 0) {
    clearInterval(all.sweeper)
    all.sweeper = undefined
  } else
    all.sweeper ??= setInterval(
      () => void sweepMembers(all).catch((error: unknown) => warnUnrecorded(all, error)),
      sweepEveryMs,
    ).unref()
}

/** The member behind an event. @throws AppError not_found unless that connection has joined the room, ended, rate_limited */
export function memberOf({ members, clock }: RoomMembers, connection: Connection, slotId: string): Member {
  const member = members.get(connection.id)
  if (!member || member.slotId !== slotId || !connection.isIn(ownRoom(member)))
    throw new AppError('not_found')
  if (clock.now() >= member.closesAt) throw new AppError('ended')
  const now = clock.now().getTime()
  if (now - member.events.since > eventWindowMs) member.events = { since: now, count: 0 }
  if (++member.events.count > limits.liveEventsPerTenSeconds) throw new AppError('rate_limited')
  return member
}

export function announceTaken({ rooms }: RoomMembers, member: Member): Member {
  // To that one alone: the person's room is where the tab that took over listens.
  rooms.emit(member.connection.id, 'live:taken', { slotId: member.slotId })
  member.connection.leave(ownRoom(member))
  return member
}

/** Ends what is over, what may not go on, and notes who is still here. */
export async function sweepMembers(all: RoomMembers) {
  const { db, clock, members } = all
  const now = clock.now()
  await writeEnds(all)
  const known = [...members.values()]
  if (known.length === 0) return
  const isOver = (member: Member) => now >= member.closesAt
  const over = known.filter(isOver)
  for (const member of over) await end(all, [member], 'time', member.closesAt)
  // Taken over by a tab whose connection another process holds.
  await removeMembers(
    all,
    known.filter((member) => !isOver(member) && !member.connection.isIn(ownRoom(member))),
  )
  const here = [...members.values()]
  if (here.length === 0) return
  const booked = await queries.findBookedAmong(db.query, [...new Set(here.map((each) => each.slotId))])
  const endOf = (member: Member) => {
    const found = booked.get(member.slotId)
    // Cancelled, of which the other is told in words, and perhaps booked by somebody else within these seconds.
    if (!found || ![member.actor.id, member.peerId].includes(found.menteeId)) return 'time'
    return found.isUnblocked ? undefined : 'blocked'
  }
  for (const reason of ['time', 'blocked'] as const)
    await end(
      all,
      here.filter((member) => endOf(member) === reason),
      reason,
    )
  const staying = [...members.keys()]
  if (staying.length === 0) return
  const seen = new Set(await queries.seeAttendances(db.query, staying, now))
  const taken = staying.flatMap((id) => (seen.has(id) ? [] : (members.get(id) ?? [])))
  // Another process took the stay over, and its word of it did not come.
  await removeMembers(
    all,
    taken.map((member) => announceTaken(all, member)),
  )
}

/** Ends rooms for everybody in them that this process holds. */
async function end(all: RoomMembers, ending: readonly Member[], reason: 'time' | 'blocked', at?: Date) {
  for (const member of ending) {
    if (member.connection.isIn(ownRoom(member)))
      all.rooms.emit(ownRoom(member), 'live:ended', { slotId: member.slotId, reason })
  }
  await removeMembers(all, ending, at)
}
