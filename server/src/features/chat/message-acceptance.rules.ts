import type { FullMessage } from '@marga/contract/chat'
import type { MemberRole } from '@marga/contract/roles'
import type { Member } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type ClockFacts,
  type EndedWaiting,
  endOf,
  notWaiting,
  standstillAt,
  waitingOf,
} from '../response-times/waiting.rules.ts'
import { presentConversation, presentFullMessage, presentMessage } from './chat.presenter.ts'
import type { ConversationOfBoth, MessageRow } from './chat.queries.ts'
import type { Rights } from './chat-rights.rules.ts'
import { hideContactDetails } from './contact-details.rules.ts'

export type NewMessage = {
  message: string
  clientMessageId?: string | undefined
  seenSeq?: number | undefined
}
export type Sending = { actor: Member; conversationId: string; input: NewMessage }
export type Sent = { message: FullMessage; isRepeat: boolean }

/** A message that its conversation has taken, or had already. */
export type Accepted = {
  row: MessageRow
  isRepeat: boolean
  in: ConversationOfBoth
  to: { id: string; role: MemberRole }
  /** It says, too, that its sender has read what was unread there. */
  hasReadUnread: boolean
  /** As its sender and as the other is told of it. */
  sent: FullMessage
  told: FullMessage
}

export type OpenConversation = {
  row: ConversationOfBoth
  rights: Rights
  /** Undefined where no message of the batch needs them. */
  clockFacts: ClockFacts | undefined
  /** A message of the batch has started or ended its clock. */
  isClockTurned: boolean
  /** Questions that messages of the batch have answered. */
  answered: EndedWaiting[]
}

/** What messages of several people are added to at once. */
export type SendingBatch = {
  /** As they are while messages are added to them. */
  conversations: ReadonlyMap<string, OpenConversation>
  /** By `clientKey`. */
  known: Map<string, MessageRow>
  now: Date
}

/** By sender and the sender's id of it. */
export const clientKey = (senderId: string, clientMessageId: string) => `${senderId} ${clientMessageId}`

/** Adds the message to its conversation, or finds it there. @returns not_found, not_enrolled or idempotency_conflict otherwise */
export function accept(
  { conversations, known, now }: SendingBatch,
  sending: Sending,
  newId: () => string,
): Accepted | AppError {
  const { actor, conversationId, input } = sending
  const conversation = conversations.get(conversationId)
  // Somebody else's does not exist.
  if (!conversation || actor.id !== ownerOf(conversation.row, actor.role)) return new AppError('not_found')
  const key = input.clientMessageId === undefined ? undefined : clientKey(actor.id, input.clientMessageId)
  const earlier = key === undefined ? undefined : known.get(key)
  if (earlier && earlier.conversationId !== conversationId) return new AppError('idempotency_conflict')
  // What was taken stays taken: a sender who missed the answer must not read that it was not sent.
  if (!earlier && !conversation.rights.canWrite) return new AppError('not_enrolled')
  const { row, hasReadUnread } = earlier
    ? { row: earlier, hasReadUnread: false }
    : append(sending, conversation, { id: newId(), now })
  if (key !== undefined) known.set(key, row)
  const otherRole = actor.role === 'mentee' ? 'mentor' : 'mentee'
  const message = presentMessage(row)
  // At once: the next message of the group carries the conversation on.
  const as = (role: MemberRole) => presentFullMessage(message, seenBy(role, conversation, now))
  return {
    row,
    isRepeat: earlier !== undefined,
    in: conversation.row,
    to: { id: ownerOf(conversation.row, otherRole), role: otherRole },
    hasReadUnread,
    sent: as(actor.role),
    told: as(otherRole),
  }
}

/** Numbers the message after those of its conversation, and carries the conversation on. */
function append(
  { actor, conversationId, input }: Sending,
  conversation: OpenConversation,
  { id, now }: { id: string; now: Date },
): { row: MessageRow; hasReadUnread: boolean } {
  const { row, rights } = conversation
  const { isMasked } = rights
  const isMentee = actor.role === 'mentee'
  const unread = isMentee ? row.unreadCount : row.mentorUnreadCount
  const hasReadAll = unread === 0 || (input.seenSeq ?? row.lastSeq) >= row.lastSeq
  const hidden = isMasked ? hideContactDetails(input.message) : { text: input.message, masked: false }
  const message = {
    id,
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
  carryMarks(row, isMentee, hasReadAll)
  turnClock(conversation, actor.role, now)
  return { row: message, hasReadUnread: hasReadAll && unread > 0 }
}

/** Whoever writes has read what stands above, unless it came after the words were written. */
function carryMarks(row: ConversationOfBoth, isMentee: boolean, hasReadAll: boolean) {
  if (isMentee) row.mentorUnreadCount += 1
  else row.unreadCount += 1
  if (!hasReadAll) return
  if (isMentee) {
    row.menteeReadSeq = row.lastSeq
    row.unreadCount = 0
  } else {
    row.mentorReadSeq = row.lastSeq
    row.mentorUnreadCount = 0
  }
}

/** A mentee's message starts the clock where none runs, and the mentor's ends it. */
function turnClock(conversation: OpenConversation, sender: MemberRole, now: Date) {
  const { row, rights, clockFacts, answered } = conversation
  if (sender === 'mentor' && row.waitingSince) {
    answered.push(endOf(row, { outcome: 'answered', endedAt: now }, clockFacts ?? { standstills: [] }))
    Object.assign(row, notWaiting, { standstill: null })
    conversation.isClockTurned = true
  } else if (sender === 'mentee' && !row.waitingSince && clockFacts && rights.isPromised) {
    const started = waitingOf({ since: now, silentSince: now }, clockFacts)
    Object.assign(row, started, { standstill: standstillAt(now, clockFacts) })
    conversation.isClockTurned = true
  }
}

const ownerOf = (row: { menteeId: string; mentorId: string }, role: MemberRole) =>
  role === 'mentee' ? row.menteeId : row.mentorId

const seenBy = (role: MemberRole, { row, rights }: OpenConversation, now: Date) =>
  presentConversation(role === 'mentee' ? row : { ...row, unreadCount: row.mentorUnreadCount }, rights, now)
