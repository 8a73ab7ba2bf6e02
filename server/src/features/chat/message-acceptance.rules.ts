import type { FullMessage, SenderType } from '@marga/contract/chat'
import type { Actor } from '../../platform/actor.ts'
import type { NewId } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { presentConversation, presentFullMessage, presentMessage } from './chat.presenter.ts'
import type { ConversationOfBoth } from './chat.queries.ts'
import { hideContactDetails } from './contact-details.rules.ts'
import type { MessageRow } from './messages.queries.ts'

export type NewMessage = { message: string; clientMessageId?: string | undefined }
export type Sending = { actor: Actor<SenderType>; conversationId: string; input: NewMessage }
export type Rights = {
  canWrite: boolean
  /** Whether contact details in what they write are hidden: before the first payment of the pair. */
  isMasked: boolean
}

/** What messages of several people are added to at once. */
export type SendingBatch = {
  /** As they are while messages are added to them. */
  conversations: ReadonlyMap<string, { row: ConversationOfBoth; rights: Rights }>
  /** By `clientKey`. */
  known: Map<string, MessageRow>
}

export type Accepted = {
  row: MessageRow
  isRepeat: boolean
  in: ConversationOfBoth
  to: { id: string; role: SenderType }
  /** As its sender and as the other is told of it. */
  sent: FullMessage
  told: FullMessage
}

type Sources = { now: () => Date; newId: NewId }

/** By sender and the sender's id of it. */
export const clientKey = (senderId: string, clientMessageId: string) => `${senderId} ${clientMessageId}`

/** Adds the message to its conversation, or finds it there. @returns not_found, not_enrolled or idempotency_conflict otherwise */
export function acceptSending(
  { conversations, known }: SendingBatch,
  sending: Sending,
  sources: Sources,
): Accepted | AppError {
  const { actor, conversationId, input } = sending
  const conversation = conversations.get(conversationId)
  // Somebody else's does not exist.
  if (!conversation || actor.id !== ownerOf(conversation.row, actor.role)) return new AppError('not_found')
  if (!conversation.rights.canWrite) return new AppError('not_enrolled')
  const key = input.clientMessageId === undefined ? undefined : clientKey(actor.id, input.clientMessageId)
  const earlier = key === undefined ? undefined : known.get(key)
  if (earlier && earlier.conversationId !== conversationId) return new AppError('idempotency_conflict')
  const row = earlier ?? append(sending, conversation.row, conversation.rights, sources)
  if (key !== undefined) known.set(key, row)
  const otherRole = actor.role === 'mentee' ? 'mentor' : 'mentee'
  const message = presentMessage(row)
  // At once: the next message of the group carries the conversation on.
  const as = (role: SenderType) => presentFullMessage(message, seenBy(role, conversation.row))
  return {
    row,
    isRepeat: earlier !== undefined,
    in: conversation.row,
    to: { id: ownerOf(conversation.row, otherRole), role: otherRole },
    sent: as(actor.role),
    told: as(otherRole),
  }
}

/** Numbers the message after those of its conversation, and carries the conversation on. */
function append(
  { actor, conversationId, input }: Sending,
  row: ConversationOfBoth,
  { isMasked }: Rights,
  sources: Sources,
): MessageRow {
  const hidden = isMasked ? hideContactDetails(input.message) : { text: input.message, masked: false }
  const now = sources.now()
  const isMentee = actor.role === 'mentee'
  const message = {
    id: sources.newId(),
    conversationId,
    seq: row.lastSeq + 1,
    senderId: actor.id,
    senderType: actor.role,
    body: hidden.text,
    masked: hidden.masked,
    clientMessageId: input.clientMessageId ?? null,
    createdAt: now,
    firstName: isMentee ? row.menteeFirstName : row.mentorFirstName,
  }
  row.lastSeq = message.seq
  row.lastId = message.id
  row.lastSenderId = message.senderId
  row.lastSenderType = message.senderType
  row.lastBody = message.body
  row.lastMasked = message.masked
  row.lastClientMessageId = message.clientMessageId
  row.lastCreatedAt = now
  if (row.updatedAt < now) row.updatedAt = now
  // Whoever writes has read what stands above.
  if (isMentee) row.menteeReadSeq = message.seq
  else row.mentorReadSeq = message.seq
  row.unreadCount = isMentee ? 0 : row.unreadCount + 1
  row.mentorUnreadCount = isMentee ? row.mentorUnreadCount + 1 : 0
  return message
}

const ownerOf = (row: { menteeId: string; mentorId: string }, role: SenderType) =>
  role === 'mentee' ? row.menteeId : row.mentorId

const seenBy = (role: SenderType, row: ConversationOfBoth) =>
  presentConversation(role === 'mentee' ? row : { ...row, unreadCount: row.mentorUnreadCount }, true)
