import type { Member } from '../../platform/actor.ts'
import { after, type Clock, minutesMs, type NewId } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Rooms } from '../../platform/realtime.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import { givesAccess } from '../enrollments/enrollments.rules.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import { presentCommunityMessage } from './community.presenter.ts'
import * as queries from './community.queries.ts'
import { createCommunityEvents } from './community-events.service.ts'
import { countMembers, findLeftSince, findOverdue } from './community-members.queries.ts'
import type { NewMessage } from './message-acceptance.rules.ts'
import type { MessageRange } from './messages.service.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  rooms: Rooms
  enrollments: Enrollments
  blockedPeople: BlockedPeople
  log: Log
}
/** Within it every process has heard who left, after a break of its connection, too. */
const leftOfLateMinutes = 10

type Room = Deps & { roomEvents: ReturnType<typeof createCommunityEvents> }

/** The room of a mentor and all who are subscribed now; whoever is not any more reads nothing new, nor old. */
export function createCommunity(deps: Deps) {
  const findKeptOut = (mentorId: string) => keptOutOf(deps, mentorId)
  const room: Room = { ...deps, roomEvents: createCommunityEvents({ ...deps, findKeptOut }) }
  return {
    list: (actor: Member, mentorId: string, range: MessageRange) => list(deps, actor, mentorId, range),
    send: (actor: Member, mentorId: string, input: NewMessage) => send(room, actor, mentorId, input),

    /** Rooms of the caller that hold something unread. */
    unread: (actor: Member) => queries.findUnreadRooms(deps.db.query, actor, deps.clock.now()),

    markRead: (actor: Member, mentorId: string, seq: number) => markRead(deps, actor, mentorId, seq),
    remove: (actor: Member, mentorId: string, messageId: string) => remove(room, actor, mentorId, messageId),
  }
}
export type Community = ReturnType<typeof createCommunity>

/** Whose sockets may be in the room and hear nothing: who left of late, and who keeps a place without access (a pause). */
async function keptOutOf({ db, clock }: Deps, mentorId: string): Promise<string[]> {
  const now = clock.now()
  const [left, overdue] = await Promise.all([
    findLeftSince(db.query, mentorId, after(now, -minutesMs(leftOfLateMinutes))),
    findOverdue(db.query, mentorId, now),
  ])
  return [...left, ...overdue.filter((row) => !givesAccess(row, now)).map(({ menteeId }) => menteeId)]
}

/** Lets in who may be there. @throws AppError not_found (no such listed mentor), not_enrolled */
async function enter(deps: Deps, tx: Db, actor: Member, mentorId: string) {
  await ensureMember(deps, tx, actor, mentorId)
  await queries.ensureRoom(tx, mentorId)
}

/** @throws AppError not_found (no such listed mentor), not_enrolled */
async function ensureMember({ enrollments, blockedPeople }: Deps, tx: Db, actor: Member, mentorId: string) {
  if (actor.role === 'mentor') {
    if (actor.id !== mentorId) throw new AppError('not_found')
  } else {
    const pair = { menteeId: actor.id, mentorId }
    if (!(await queries.isListed(tx, mentorId)) || (await blockedPeople.isBlocked(tx, pair)))
      throw new AppError('not_found')
    if (!(await enrollments.isLive(tx, pair))) throw new AppError('not_enrolled')
  }
}

async function list(deps: Deps, actor: Member, mentorId: string, range: MessageRange) {
  const { db } = deps
  await enter(deps, db.query, actor, mentorId)
  const found = await queries.findRoomMessages(db.query, mentorId, range)
  const shown = found.slice(0, range.limit).map(presentCommunityMessage)
  return {
    messages: range.after === undefined ? shown.reverse() : shown,
    // The mentor is one of them.
    members: 1 + (await countMembers(db.query, mentorId)),
    hasMore: found.length > range.limit,
  }
}

async function send({ roomEvents, ...deps }: Room, actor: Member, mentorId: string, input: NewMessage) {
  return deps.db.transact(async (tx) => {
    await enter(deps, tx, actor, mentorId)
    // The room's row makes senders take turns: numbers without gaps, repeats found.
    await queries.lockRoom(tx, mentorId)
    // They may have been blocked, or their subscription have ended, while others had the room.
    await ensureMember(deps, tx, actor, mentorId)
    const earlier = input.clientMessageId
      ? await queries.findRoomMessageByClientId(tx, actor.id, input.clientMessageId)
      : undefined
    if (earlier && earlier.mentorId !== mentorId) throw new AppError('idempotency_conflict')
    const row = earlier ?? (await insert(deps, tx, actor, mentorId, input))
    roomEvents.announce(presentCommunityMessage(row))
    return { message: presentCommunityMessage(row), isRepeat: earlier !== undefined }
  })
}

async function insert({ clock, newId }: Deps, tx: Db, actor: Member, mentorId: string, input: NewMessage) {
  const seq = await queries.takeNextSeq(tx, mentorId)
  const id = newId()
  await queries.insertRoomMessage(tx, {
    id,
    mentorId,
    seq,
    senderId: actor.id,
    senderType: actor.role,
    body: input.message,
    clientMessageId: input.clientMessageId ?? null,
    createdAt: clock.now(),
  })
  return queries.findRoomMessage(tx, id)
}

/** @returns how many are unread still, as `unread` counts them */
async function markRead(deps: Deps, actor: Member, mentorId: string, seq: number): Promise<number> {
  const { db, clock } = deps
  await enter(deps, db.query, actor, mentorId)
  const lastSeq = await queries.findLastSeq(db.query, mentorId)
  await queries.advanceReadMark(db.query, { mentorId, accountId: actor.id, seq: Math.min(seq, lastSeq) })
  const rooms = await queries.findUnreadRooms(db.query, actor, clock.now())
  return rooms.find((room) => room.mentorId === mentorId)?.unread ?? 0
}

/** Its author or the room's mentor takes a message back; its place stays. @throws AppError not_found */
async function remove({ roomEvents, ...deps }: Room, actor: Member, mentorId: string, messageId: string) {
  return deps.db.transact(async (tx) => {
    await enter(deps, tx, actor, mentorId)
    const senderId = actor.role === 'mentee' ? actor.id : undefined
    if (!(await queries.blankRoomMessage(tx, { id: messageId, mentorId, senderId })))
      throw new AppError('not_found')
    const message = presentCommunityMessage(await queries.findRoomMessage(tx, messageId))
    roomEvents.announce(message)
    return message
  })
}
