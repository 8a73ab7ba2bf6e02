import type { CommunityMessage } from '@marga/contract/community'
import { dayKey } from '../../lib/dates.ts'

/** What is held of a room: messages by seq, and whether there are earlier ones. */
export type Room = { messages: readonly CommunityMessage[]; members: number; hasEarlier: boolean }

/** Before anything was asked: nobody is counted yet. */
export const unknownRoom: Room = { messages: [], members: 0, hasEarlier: false }

/** What was held with what was fetched; whichever reaches back further knows whether there is more. */
export function mergeRooms(known: Room | undefined, fetched: Room): Room {
  if (!known) return fetched
  const firstSeq = ({ messages }: Room) => messages[0]?.seq ?? Number.POSITIVE_INFINITY
  return {
    messages: mergeMessages(known.messages, fetched.messages),
    members: fetched.members,
    hasEarlier: firstSeq(known) < firstSeq(fetched) ? known.hasEarlier : fetched.hasEarlier,
  }
}

/** Messages by seq, each once; a message that was taken back stays so. */
export function mergeMessages(
  known: readonly CommunityMessage[],
  incoming: readonly CommunityMessage[],
): CommunityMessage[] {
  const bySeq = new Map(known.map((message) => [message.seq, message]))
  for (const message of incoming) {
    if (!bySeq.get(message.seq)?.isDeleted) bySeq.set(message.seq, message)
  }
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq)
}

export const lastSeq = (messages: readonly CommunityMessage[]): number => messages.at(-1)?.seq ?? 0

/** Numbers have no gaps, so a jump means that something was missed. */
export function isMissingSome(messages: readonly CommunityMessage[]): boolean {
  const first = messages[0]
  return first !== undefined && lastSeq(messages) - first.seq + 1 !== messages.length
}

/** Up to where nothing is missing: catching up goes on from there. */
export function lastSafeSeq(messages: readonly CommunityMessage[]): number {
  const jump = messages.findIndex(
    (message, index) => index > 0 && message.seq !== messages[index - 1]!.seq + 1,
  )
  return jump === -1 ? lastSeq(messages) : messages[jump - 1]!.seq
}

/** Its author takes a message back; the room's mentor takes back any. */
export const mayRemove = (message: CommunityMessage, ownId: string): boolean =>
  !message.isDeleted && (message.sender.senderId._id === ownId || message.mentorId === ownId)

const soonMs = 5 * 60_000

/** Whether it begins a day, and whether it follows closely on one of the same sender. */
export function placeOf(message: CommunityMessage, before: CommunityMessage | undefined) {
  const beginsDay = !before || dayKey(before.createdAt) !== dayKey(message.createdAt)
  const isSoon = before && Date.parse(message.createdAt) - Date.parse(before.createdAt) < soonMs
  const isSameSender = before?.sender.senderId._id === message.sender.senderId._id
  return { beginsDay, isFollowing: !beginsDay && Boolean(isSoon) && isSameSender && !before?.isDeleted }
}

/** What still has to be shown as unsent: the event of a stored message may come before its answer. */
export function notYetStored<U extends { clientMessageId: string }>(
  unsent: readonly U[],
  messages: readonly CommunityMessage[],
): U[] {
  const stored = new Set(messages.map(({ clientMessageId }) => clientMessageId))
  return unsent.filter(({ clientMessageId }) => !stored.has(clientMessageId))
}
