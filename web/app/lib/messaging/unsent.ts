import type { StoredMessage } from './message-list.ts'

/** A message that its sender has written and the server has not acknowledged. */
export type Unsent = {
  clientMessageId: string
  /** The conversation or community that it was written in. */
  threadId: string
  text: string
  createdAt: string
  /** Of the last message on the page when it was written: what came after it has not been seen. */
  seenSeq?: number | undefined
  /** `waiting`: there is no line, and it goes when there is one. */
  state: 'sending' | 'waiting' | 'failed'
  /** It is not tried again by itself; `reason` says why. */
  isRejected: boolean
  reason: string | null
}

/** What is still to be shown as unsent: an acknowledgement may have been lost and its message not. */
export function withoutSent(
  unsent: readonly Unsent[],
  messages: readonly StoredMessage[],
  ownId: string,
): readonly Unsent[] {
  const sent = new Set(
    messages.filter(({ sender }) => sender.senderId._id === ownId).map((message) => message.clientMessageId),
  )
  return unsent.filter(({ clientMessageId }) => !sent.has(clientMessageId))
}
