import type { Message } from '@marga/contract/chat'

/** What is held of a conversation: by seq, each message once, perhaps with a gap that is being closed. */
export type Thread = readonly Message[]

/** Seqs begin at 1 and have no gaps, so the first one held tells whether there is more above. */
export const hasEarlier = (thread: Thread): boolean => (thread[0]?.seq ?? 1) > 1

/** Up to which of one's own messages the other has read: what was announced, or what they wrote after. */
export function readByOther(thread: Thread, ownId: string, announcedSeq: number): number {
  const others = thread.filter(({ sender }) => sender.senderId._id !== ownId)
  return Math.max(announcedSeq, others.at(-1)?.seq ?? 0)
}
