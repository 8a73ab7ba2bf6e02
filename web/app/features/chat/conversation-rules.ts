import type { Conversation, FullMessage, Message } from '@marga/contract/chat'
import type { Person } from '@marga/contract/common'
import { limits } from '@marga/contract/limits'
import type { MemberRole } from '@marga/contract/roles'

const otherSide = { mentee: 'mentor', mentor: 'mentee' } as const

/** The one that somebody of that role talks with. */
export function otherPerson(conversation: Conversation, role: MemberRole): Person {
  const pair = conversation.participants[0]
  if (!pair) throw new Error('A conversation without people')
  return pair[otherSide[role]]
}

export const fullName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

/** As the server filters: any part of the whole name, whatever the case. */
export const matchesName = (conversation: Conversation, role: MemberRole, name: string): boolean =>
  fullName(otherPerson(conversation, role)).toLowerCase().includes(name.trim().toLowerCase())

const lastSeq = (conversation: Conversation): number => conversation.lastMessage?.seq ?? 0

/** Of two states of one conversation the one that knows more; the later told wins a draw. */
export const newerConversation = (known: Conversation, incoming: Conversation): Conversation =>
  lastSeq(incoming) >= lastSeq(known) ? incoming : known

/**
 * Whether the mentee may say that a question was not answered: after a word of the mentor that followed one of theirs,
 * or after one of theirs that was settled; not much later. The server knows exactly.
 */
export function canReopen({ lastMessage, awaiting, canSend }: Conversation, now: Date): boolean {
  if (!lastMessage || !canSend || awaiting.side === 'mentor') return false
  if (lastMessage.sender.senderType === 'mentor' && lastMessage.seq === 1) return false
  return now.getTime() - Date.parse(lastMessage.createdAt) < limits.notAnsweredEveryDays * dayMs
}
const dayMs = 86_400_000

/** A message as threads hold it: the answer and the event carry the whole conversation inside. */
export function plainMessage({ conversation, ...rest }: FullMessage): Message {
  const { _id, sender, message, createdAt, clientMessageId, seq, masked } = rest
  return { _id, conversation: conversation._id, sender, message, createdAt, clientMessageId, seq, masked }
}
