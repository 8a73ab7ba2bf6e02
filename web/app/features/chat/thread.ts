import type { Message } from '@marga/contract/chat'

/** What is held of a conversation: by seq, each message once, perhaps with a gap that is being closed. */
export type Thread = readonly Message[]

/** Seqs begin at 1 and have no gaps, so the first one held tells whether there is more above. */
export const hasEarlier = (thread: Thread): boolean => (thread[0]?.seq ?? 1) > 1
