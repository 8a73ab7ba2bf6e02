import type { Conversation, FullMessage, Message } from '@marga/contract/chat'
import type { Person } from '@marga/contract/common'
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

const newestFirst = (a: Conversation, b: Conversation): number =>
  b.updatedAt.localeCompare(a.updatedAt) || b._id.localeCompare(a._id)

/** Puts a conversation into a list at its place, in the stead of what was known of it. */
export function upsertConversation(
  list: readonly Conversation[],
  incoming: Conversation,
): readonly Conversation[] {
  const known = list.find(({ _id }) => _id === incoming._id)
  const next = known ? newerConversation(known, incoming) : incoming
  if (next === known) return list
  return [next, ...list.filter(({ _id }) => _id !== incoming._id)].sort(newestFirst)
}

/** A message as threads hold it: the answer and the event carry the whole conversation inside. */
export function plainMessage({ conversation, ...rest }: FullMessage): Message {
  const { _id, sender, message, createdAt, clientMessageId, seq, masked } = rest
  return { _id, conversation: conversation._id, sender, message, createdAt, clientMessageId, seq, masked }
}
