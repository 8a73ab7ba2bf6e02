import type { CommunityUnread } from '@marga/contract/chat'
import type { CommunityMessage } from '@marga/contract/community'
import { limits } from '@marga/contract/limits'

/** Unread messages by room, and the last message that was counted in by an event. */
export type UnreadRooms = Readonly<Record<string, { unread: number; countedSeq: number }>>

export const unreadRooms = (incoming: readonly CommunityUnread[]): UnreadRooms =>
  Object.fromEntries(incoming.map(({ mentorId, unread }) => [mentorId, { unread, countedSeq: 0 }]))

/** With a message that came in: own ones, removals and repeats count nothing. */
export function withArrival(known: UnreadRooms, incoming: CommunityMessage, ownId: string): UnreadRooms {
  const { unread, countedSeq } = known[incoming.mentorId] ?? { unread: 0, countedSeq: 0 }
  if (incoming.seq <= countedSeq || incoming.isDeleted) return known
  const isOwn = incoming.sender.senderId._id === ownId
  return { ...known, [incoming.mentorId]: { unread: isOwn ? unread : unread + 1, countedSeq: incoming.seq } }
}

/** After a room was read up to some message: what the server says is left. */
export function withRead(known: UnreadRooms, mentorId: string, left: number): UnreadRooms {
  const { countedSeq = 0 } = known[mentorId] ?? {}
  return { ...known, [mentorId]: { unread: left, countedSeq } }
}

/** How many there are, or at least, where the server stopped counting a room. */
type Count = { count: number; isAtLeast: boolean }

const countOf = (rooms: readonly { unread: number }[]): Count => ({
  count: rooms.reduce((sum, { unread }) => sum + unread, 0),
  isAtLeast: rooms.some(({ unread }) => unread >= limits.communityUnreadMax),
})

export const unreadIn = (rooms: UnreadRooms, mentorId: string): Count =>
  countOf(rooms[mentorId] ? [rooms[mentorId]] : [])

export const unreadInAll = (rooms: UnreadRooms): Count => countOf(Object.values(rooms))
