import type { StoredMessage } from './message-list.ts'
import { type Unsent, withoutSent } from './unsent.ts'

/** `isFollowing`: soon after one of the same sender, and shown close to it. */
export type MessageItem<M extends StoredMessage> =
  | { kind: 'day'; key: string; time: string }
  | { kind: 'message'; key: string; message: M; isOwn: boolean; isFollowing: boolean }
  | { kind: 'unsent'; key: string; unsent: Unsent; isFollowing: boolean }

const followsWithinMs = 5 * 60_000

type Previous = { senderId: string; time: string; isDeleted: boolean }

/**
 * The list as it is shown: days apart, messages of one sender in one go close together, the unsent last.
 * An own message keeps its key from "sending" to "sent".
 */
export function messageItems<M extends StoredMessage>(
  messages: readonly M[],
  unsent: readonly Unsent[],
  ownId: string,
  dayKeyOf: (time: string) => string,
): MessageItem<M>[] {
  const items: MessageItem<M>[] = []
  let day = ''
  let previous: Previous | null = null
  const place = (senderId: string, time: string, isDeleted = false): boolean => {
    const dayOfThis = dayKeyOf(time)
    const isNewDay = dayOfThis !== day
    if (isNewDay) items.push({ kind: 'day', key: `day ${dayOfThis}`, time })
    const isFollowing = !isNewDay && isSoonAfter(previous, senderId, time)
    day = dayOfThis
    previous = { senderId, time, isDeleted }
    return isFollowing
  }
  for (const message of messages) {
    const senderId = message.sender.senderId._id
    const isOwn = senderId === ownId
    const isFollowing = place(senderId, message.createdAt, message.isDeleted)
    const key = isOwn ? (message.clientMessageId ?? message._id) : message._id
    items.push({ kind: 'message', key, message, isOwn, isFollowing })
  }
  for (const each of withoutSent(unsent, messages, ownId)) {
    const isFollowing = place(ownId, each.createdAt)
    items.push({ kind: 'unsent', key: each.clientMessageId, unsent: each, isFollowing })
  }
  return items
}

const isSoonAfter = (previous: Previous | null, senderId: string, time: string): boolean =>
  previous?.senderId === senderId &&
  !previous.isDeleted &&
  Date.parse(time) - Date.parse(previous.time) < followsWithinMs
