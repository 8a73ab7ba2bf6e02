import type { Awaiting, Conversation, FullMessage, Message } from '@marga/contract/chat'
import { presentPerson } from '../accounts/accounts.presenter.ts'
import { nobodyAwaited, presentWaiting } from '../response-times/awaiting.presenter.ts'
import type { ConversationRow, MessageRow } from './chat.queries.ts'
import type { Rights } from './chat-rights.rules.ts'

export const presentMessage = (row: MessageRow): Message => ({
  _id: row.id,
  conversation: row.conversationId,
  sender: { senderId: { _id: row.senderId, firstName: row.firstName }, senderType: row.senderType },
  message: row.body,
  createdAt: row.createdAt.toISOString(),
  clientMessageId: row.clientMessageId,
  seq: row.seq,
  masked: row.masked,
})

const menteeOf = (row: ConversationRow) =>
  presentPerson({
    id: row.menteeId,
    firstName: row.menteeFirstName,
    lastName: row.menteeLastName,
    profileImageUrl: row.menteeImage,
  })
const mentorOf = (row: ConversationRow) =>
  presentPerson({
    id: row.mentorId,
    firstName: row.mentorFirstName,
    lastName: row.mentorLastName,
    profileImageUrl: row.mentorImage,
  })

export const presentConversation = (
  row: ConversationRow,
  { canWrite, isSubscribed }: Pick<Rights, 'canWrite' | 'isSubscribed'>,
  now: Date,
): Conversation => ({
  _id: row.id,
  participants: [{ mentor: mentorOf(row), mentee: menteeOf(row) }],
  lastMessage: lastMessageOf(row),
  unreadCount: row.unreadCount,
  canSend: canWrite,
  awaiting: isSubscribed ? awaitingOf(row, now) : nobodyAwaited,
  updatedAt: row.updatedAt.toISOString(),
})

/** Whose turn it is: the mentor's by the clock, else the mentee's after the mentor's last word. */
function awaitingOf(row: ConversationRow, now: Date): Awaiting {
  const waiting = presentWaiting(row, row.standstill, now)
  if (waiting) return waiting
  if (row.lastSenderType !== 'mentor') return nobodyAwaited
  return { ...nobodyAwaited, side: 'mentee', since: row.lastCreatedAt!.toISOString() }
}

function lastMessageOf(row: ConversationRow): Message | null {
  if (row.lastId === null) return null
  const firstName = row.lastSenderType === 'mentee' ? row.menteeFirstName : row.mentorFirstName
  return presentMessage({
    id: row.lastId,
    conversationId: row.id,
    seq: row.lastSeq,
    senderId: row.lastSenderId!,
    senderType: row.lastSenderType!,
    body: row.lastBody!,
    masked: row.lastMasked!,
    clientMessageId: row.lastClientMessageId,
    createdAt: row.lastCreatedAt!,
    firstName,
  })
}

/** A message as its event and its sender's answer carry it: conversation populated, receiver beside it. */
export function presentFullMessage(message: Message, conversation: Conversation): FullMessage {
  return { ...message, conversation, receiver: conversation.participants[0]!.mentor }
}
