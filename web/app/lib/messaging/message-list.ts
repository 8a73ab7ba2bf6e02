/** A message that the server has, of a conversation or of a community. */
export type StoredMessage = {
  _id: string
  seq: number
  createdAt: string
  clientMessageId: string | null
  sender: { senderId: { _id: string } }
  message: string
  isDeleted?: boolean
}

/** Whether a copy that arrives takes the place of the one that is held. */
type Replaces<M> = (known: M, incoming: M) => boolean

/** Client ids are unique per sender only, as in the database. */
const clientKey = ({ sender, clientMessageId }: StoredMessage): string | null =>
  clientMessageId === null ? null : `${sender.senderId._id} ${clientMessageId}`

/**
 * Both as one list by seq, each message once. A message arrives by its sender's response, by the event and by
 * catching up, in any order and any number of times; it is the same one if its id, or its sender's client id, is.
 * Nothing that was held is ever dropped, so a response that is older than an event cannot take a message away.
 * @param replaces by default where its words are others: a moderator has removed them, or put them back
 * @returns `known` itself when nothing is new
 */
export function mergeMessages<M extends StoredMessage>(
  known: readonly M[],
  incoming: readonly M[],
  replaces: Replaces<M> = (held, arrived) => held.message !== arrived.message,
): readonly M[] {
  const merged: M[] = []
  const indexes = new Map<string, number>()
  const add = (message: M): boolean => {
    const key = clientKey(message)
    const index = indexes.get(message._id) ?? (key === null ? undefined : indexes.get(key))
    if (index === undefined) {
      indexes.set(message._id, merged.length)
      if (key !== null) indexes.set(key, merged.length)
      merged.push(message)
      return true
    }
    if (!replaces(merged[index]!, message)) return false
    merged[index] = message
    return true
  }
  for (const message of known) add(message)
  const added = incoming.filter(add)
  if (added.length === 0 && merged.length === known.length) return known
  return merged.sort((a, b) => a.seq - b.seq)
}

type WithSeq = Pick<StoredMessage, 'seq'>

/** The last seq before any gap: what comes after it is what has to be fetched. 0 when nothing is held. */
export function lastContiguousSeq(messages: readonly WithSeq[]): number {
  let last = messages[0]?.seq ?? 0
  for (const { seq } of messages) {
    if (seq > last + 1) break
    last = seq
  }
  return last
}

/** Seqs have no gaps, so a jump means that something was missed. */
export const hasGap = (messages: readonly WithSeq[]): boolean =>
  lastContiguousSeq(messages) < (messages.at(-1)?.seq ?? 0)
