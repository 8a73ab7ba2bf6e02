import type { Message } from '@marga/contract/chat'

/** What is held of a conversation: by seq, each message once, perhaps with a gap that is being closed. */
export type Thread = readonly Message[]

/** A message that its sender has written and the server has not acknowledged. */
export type Unsent = {
  clientMessageId: string
  conversationId: string
  text: string
  createdAt: string
  state: 'sending' | 'failed'
  /** The server will never take it as it is; `reason` says why. Others are tried again. */
  isRefused: boolean
  reason: string | null
}

/** Client ids are unique per sender only, as in the database. */
const clientKey = ({ sender, clientMessageId }: Message): string | null =>
  clientMessageId === null ? null : `${sender.senderId._id} ${clientMessageId}`

/**
 * Both as one thread. A message arrives by its sender's answer, by the event and by catching up, in any
 * order and any number of times; it is the same one if its id, or its sender's client id, is. Nothing
 * that was held is ever dropped, so an answer that is older than an event cannot take a message away.
 */
export function mergeMessages(known: Thread, incoming: Thread): Thread {
  const ids = new Set<string>()
  const clientIds = new Set<string>()
  const isNew = (message: Message): boolean => {
    const key = clientKey(message)
    if (ids.has(message._id) || (key !== null && clientIds.has(key))) return false
    ids.add(message._id)
    if (key !== null) clientIds.add(key)
    return true
  }
  const kept = known.filter(isNew)
  const added = incoming.filter(isNew)
  if (added.length === 0 && kept.length === known.length) return known
  return [...kept, ...added].sort((a, b) => a.seq - b.seq)
}

/** The last seq before any gap: what comes after it is what has to be asked for. 0 when nothing is held. */
export function lastSafeSeq(thread: Thread): number {
  let last = thread[0]?.seq ?? 0
  for (const { seq } of thread) {
    if (seq > last + 1) break
    last = seq
  }
  return last
}

export const hasGap = (thread: Thread): boolean => lastSafeSeq(thread) < (thread.at(-1)?.seq ?? 0)

/** Seqs begin at 1 and have no gaps, so the first one held tells whether there is more above. */
export const hasEarlier = (thread: Thread): boolean => (thread[0]?.seq ?? 1) > 1

/** What is still to be shown as unsent: an acknowledgement may have been lost and its message not. */
export function withoutSent(unsent: readonly Unsent[], thread: Thread, ownId: string): readonly Unsent[] {
  const sent = new Set(
    thread.filter(({ sender }) => sender.senderId._id === ownId).map((message) => message.clientMessageId),
  )
  return unsent.filter(({ clientMessageId }) => !sent.has(clientMessageId))
}

/** Up to which of one's own messages the other has read: what was announced, or what they wrote after. */
export function readByOther(thread: Thread, ownId: string, announcedSeq: number): number {
  const others = thread.filter(({ sender }) => sender.senderId._id !== ownId)
  return Math.max(announcedSeq, others.at(-1)?.seq ?? 0)
}

export type ThreadItem =
  | { kind: 'day'; key: string; time: string }
  | { kind: 'message'; key: string; message: Message; isOwn: boolean; isFollowing: boolean }
  | { kind: 'unsent'; key: string; unsent: Unsent; isFollowing: boolean }

const followsWithinMs = 5 * 60_000

/**
 * The thread as it is shown: days apart, messages of one sender in one go close together, the unsent last.
 * An own message keeps its key from "sending" to "sent".
 */
export function threadItems(
  thread: Thread,
  unsent: readonly Unsent[],
  ownId: string,
  dayKeyOf: (time: string) => string,
): ThreadItem[] {
  const items: ThreadItem[] = []
  let day = ''
  let before: { senderId: string; time: string } | null = null
  const place = (senderId: string, time: string): boolean => {
    const dayOfThis = dayKeyOf(time)
    const isNewDay = dayOfThis !== day
    if (isNewDay) items.push({ kind: 'day', key: `day ${dayOfThis}`, time })
    const isFollowing =
      !isNewDay &&
      before?.senderId === senderId &&
      Date.parse(time) - Date.parse(before.time) < followsWithinMs
    day = dayOfThis
    before = { senderId, time }
    return isFollowing
  }
  for (const message of thread) {
    const senderId = message.sender.senderId._id
    const isOwn = senderId === ownId
    const isFollowing = place(senderId, message.createdAt)
    const key = isOwn ? (message.clientMessageId ?? message._id) : message._id
    items.push({ kind: 'message', key, message, isOwn, isFollowing })
  }
  for (const each of withoutSent(unsent, thread, ownId)) {
    const isFollowing = place(ownId, each.createdAt)
    items.push({ kind: 'unsent', key: each.clientMessageId, unsent: each, isFollowing })
  }
  return items
}
