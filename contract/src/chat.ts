import { z } from 'zod'
import {
  id,
  integerMax,
  isoTime,
  nextCursor,
  optionalName,
  pageQuery,
  person,
  requiredText,
} from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import type { MemberRole } from './roles.ts'

export const senderTypes = ['mentee', 'mentor'] as const

const messageFields = {
  _id: id,
  sender: z.object({
    senderId: z.object({ _id: id, firstName: z.string() }),
    senderType: z.enum(senderTypes),
  }),
  message: z.string(),
  createdAt: isoTime,
  clientMessageId: z.string().nullable(),
  /** 1, 2, 3… within its conversation, no gaps. */
  seq: z.number().int(),
  /** Contact details were hidden. */
  masked: z.boolean(),
}

export const message = z.object({ ...messageFields, conversation: id })
export type Message = z.infer<typeof message>

/** Whose turn it is, and until when an answer is promised. */
export const awaiting = z.object({
  /** Null where nobody is waited for: nothing written, nothing paid for, or settled. */
  side: z.enum(senderTypes).nullable(),
  /** Of the first message that waits; of the mentee's turn, of the mentor's last. */
  since: isoTime.nullable(),
  /** Of the mentor alone. Null too while the clock stands still and nobody knows until when. */
  dueAt: isoTime.nullable(),
  isLate: z.boolean(),
  /** From when the mentee may end the subscription with a refund, if no answer comes. */
  refundableFrom: isoTime.nullable(),
  /** Why the clock stands still, and until when; null while it runs. */
  standstill: z
    .object({ because: z.enum(['vacation', 'pause', 'block']), until: isoTime.nullable() })
    .nullable(),
})
export type Awaiting = z.infer<typeof awaiting>

export const conversation = z.object({
  _id: id,
  participants: z.array(z.object({ mentor: person, mentee: person })),
  lastMessage: message.nullable(),
  unreadCount: z.number().int(),
  canSend: z.boolean(),
  awaiting,
  updatedAt: isoTime,
})
export type Conversation = z.infer<typeof conversation>

/** A message with its conversation populated; `receiver` is the first participant's mentor. */
export const fullMessage = z.object({ ...messageFields, conversation, receiver: person })
export type FullMessage = z.infer<typeof fullMessage>

export const clientMessageId = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\x21-\x7e]+$/, 'Use visible characters only.')

/** What was on the page when it was written: a message of the other above it has not been read. Without it, all has. */
export const seenSeq = z.number().int().min(0).max(integerMax).optional()

export const messageText = requiredText(limits.messageMax, 'Write a message first.')

export const seq = z.coerce.number().int().min(0).max(integerMax)

/** What others wrote in a Community since its reader was there, counted up to `limits.communityUnreadMax`. */
export const communityUnread = z.object({ mentorId: id, unread: z.number().int() })
export type CommunityUnread = z.infer<typeof communityUnread>

const pairMessages = defineEndpoint({
  method: 'POST',
  path: '/api/chats/messages',
  access: ['mentee', 'mentor'],
  summary: 'Newest messages between a mentor and a mentee, oldest first',
  body: z.object({ menteeId: id, mentorId: id }),
  response: z.object({ messages: z.array(message), conversationId: id }),
  errors: ['not_found'],
  idempotency: 'none',
})

const chatBase = <R extends MemberRole>(role: R) => `/api/chats/${role}-messages` as const

/** `seq`: up to which message it is read; without it, to the end. */
const reading = z.object({
  conversationId: id,
  isRead: z.boolean().default(true),
  seq: z.number().int().min(0).max(integerMax).optional(),
})

/** The conversations of one person: the list, and what is read of it. */
function conversationEndpoints<R extends MemberRole>(role: R) {
  const base = chatBase(role)
  const access = [role] as const
  const other = role === 'mentee' ? 'mentor' : 'mentee'
  const ownIdKey = `${role}Id` as const
  return {
    open: defineEndpoint({
      method: 'POST',
      path: `${base}/open`,
      access,
      summary: `Opens the conversation with a ${other}`,
      body: z.object({ [`${other}Id`]: id } as Record<
        R extends 'mentee' ? 'mentorId' : 'menteeId',
        typeof id
      >),
      response: z.object({ conversations: conversation }),
      errors: ['not_enrolled', 'not_found'],
    }),
    conversations: defineEndpoint({
      method: 'POST',
      path: `${base}/conversations`,
      access,
      self: [`body.${ownIdKey}`],
      summary: `Own conversations, newest first, filtered by the ${other}'s name`,
      query: pageQuery
        .extend({ [`${other}Name`]: optionalName(100).optional() } as Record<
          R extends 'mentee' ? 'mentorName' : 'menteeName',
          z.ZodOptional<z.ZodString>
        >)
        .extend({
          /** Only those in which the mentor's answer is awaited, the one that is due first on top; or only the others. */
          turn: z.enum(senderTypes).optional(),
        }),
      body: z.object({ [ownIdKey]: id } as Record<`${R}Id`, typeof id>),
      response: z.object({ conversations: z.array(conversation), nextCursor }),
      idempotency: 'none',
    }),
    markRead: defineEndpoint({
      method: 'PATCH',
      path: `${base}/conversations/:conversationId`,
      access,
      summary: 'Marks a conversation read or unread',
      body: reading,
      response: z.object({ conversation }),
      errors: ['not_found'],
    }),
    unread: defineEndpoint({
      method: 'GET',
      path: `${base}/unread`,
      access,
      self: [`query.${ownIdKey}`],
      summary: 'How many conversations hold something unread',
      query: z.object({ [ownIdKey]: id } as Record<`${R}Id`, typeof id>),
      response: z.object({
        unreadConversations: z.number().int(),
        communities: z.array(communityUnread),
      }),
    }),
  }
}

/** The messages of one conversation. */
function messageEndpoints<R extends MemberRole>(role: R) {
  const base = chatBase(role)
  const access = [role] as const
  return {
    messages: defineEndpoint({
      method: 'GET',
      path: `${base}/:conversationId`,
      access,
      summary: 'Messages of a conversation, oldest first, before or after a seq',
      query: z.object({ before: seq.optional(), after: seq.optional(), limit: pageQuery.shape.limit }),
      response: z.object({
        messages: z.array(message),
        hasMore: z.boolean(),
        /** Up to which the other has read, while the two may write to each other. */
        readByOther: z.number().int().optional(),
      }),
      errors: ['not_found'],
    }),
    send: defineEndpoint({
      method: 'POST',
      path: `${base}/:conversationId`,
      access,
      self: ['body.sender'],
      summary: 'Sends a message; a repeated clientMessageId gets the first one back with 200',
      body: z.object({
        message: messageText,
        sender: id,
        clientMessageId: clientMessageId.optional(),
        seenSeq,
      }),
      status: [201, 200],
      response: z.object({ responseFromMessageCreation: fullMessage }),
      errors: ['not_enrolled', 'not_found'],
      limit: 'write',
      idempotency: 'own-id',
    }),
  }
}

/** The same calls for either side; only the names of the ids differ. */
const chatOf = <R extends MemberRole>(role: R) => ({
  ...conversationEndpoints(role),
  ...messageEndpoints(role),
})

const settled = defineEndpoint({
  method: 'POST',
  path: `${chatBase('mentor')}/:conversationId/settled`,
  access: ['mentor'],
  summary: 'Says that the last message needs no answer, which ends the clock',
  response: z.object({ conversation }),
  errors: ['not_found'],
})

const notAnswered = defineEndpoint({
  method: 'POST',
  path: `${chatBase('mentee')}/:conversationId/not-answered`,
  access: ['mentee'],
  summary: 'Says that the question was not answered, which restores its clock; once a week',
  response: z.object({ conversation }),
  errors: ['not_found', 'already_asked'],
})

export const chat = {
  pairMessages,
  mentee: { ...chatOf('mentee'), notAnswered },
  mentor: { ...chatOf('mentor'), settled },
}
