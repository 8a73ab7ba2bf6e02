import type { Awaiting, Conversation, FullMessage, Message } from '@marga/contract/chat'
import type { MemberRole } from '@marga/contract/roles'
import type { Unsent } from '../lib/messaging/unsent.ts'

export const menteeId = '0198a000-0000-7000-8000-000000000001'
export const mentorId = '0198a000-0000-7000-8000-000000000002'
export const conversationId = '0198a000-0000-7000-8000-0000000000c1'

const baseTime = Date.parse('2026-11-21T04:00:00.000Z')

/** A message of the mentor; give `sender: 'mentee'` and a client id for an own one. */
export function messageOf(
  seq: number,
  given: { from?: MemberRole; client?: string | null; id?: string; at?: string } = {},
): Message {
  const from = given.from ?? 'mentor'
  return {
    _id: given.id ?? `m${seq}`,
    conversation: conversationId,
    sender: {
      senderId: {
        _id: from === 'mentee' ? menteeId : mentorId,
        firstName: from === 'mentee' ? 'Rohan' : 'Ananya',
      },
      senderType: from,
    },
    message: `text ${seq}`,
    createdAt: given.at ?? new Date(baseTime + seq * 60_000).toISOString(),
    clientMessageId: given.client ?? null,
    seq,
    masked: false,
  }
}

/** Nobody is waited for; give `side` and what else is so. */
export const awaitingOf = (given: Partial<Awaiting> = {}): Awaiting => ({
  side: null,
  since: null,
  dueAt: null,
  isLate: false,
  refundableFrom: null,
  standstill: null,
  ...given,
})

/** The mentor's answer is awaited since that moment. */
export const questionOf = (since: string, given: Partial<Awaiting> = {}): Awaiting =>
  awaitingOf({
    side: 'mentor',
    since,
    dueAt: hoursAfter(since, 24),
    refundableFrom: hoursAfter(since, 7 * 24),
    ...given,
  })
const hoursAfter = (time: string, hours: number) =>
  new Date(Date.parse(time) + hours * 3_600_000).toISOString()

export function conversationOf(given: Partial<Conversation> = {}): Conversation {
  return {
    _id: conversationId,
    participants: [
      {
        mentor: { _id: mentorId, firstName: 'Ananya', lastName: 'Krishnan', profileImageUrl: null },
        mentee: { _id: menteeId, firstName: 'Rohan', lastName: 'Kamat', profileImageUrl: null },
      },
    ],
    lastMessage: null,
    unreadCount: 0,
    canSend: true,
    awaiting: awaitingOf(),
    updatedAt: '2026-11-21T04:00:00.000Z',
    ...given,
  }
}

export function fullMessageOf(message: Message, given: Partial<Conversation> = {}): FullMessage {
  const conversation = conversationOf({ lastMessage: message, updatedAt: message.createdAt, ...given })
  return { ...message, conversation, receiver: conversation.participants[0]!.mentor }
}

export const unsentOf = (clientMessageId: string, given: Partial<Unsent> = {}): Unsent => ({
  clientMessageId,
  threadId: conversationId,
  text: `text of ${clientMessageId}`,
  createdAt: '2026-11-21T05:00:00.000Z',
  state: 'sending',
  isRejected: false,
  reason: null,
  ...given,
})
