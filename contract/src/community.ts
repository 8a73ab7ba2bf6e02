import { z } from 'zod'
import { clientMessageId, messageText, senderTypes, seq } from './chat.ts'
import { id, isoTime, pageQuery, person } from './common.ts'
import { defineEndpoint } from './endpoint.ts'

export const communityMessage = z.object({
  _id: id,
  mentorId: id,
  sender: z.object({ senderId: person, senderType: z.enum(senderTypes) }),
  message: z.string(),
  createdAt: isoTime,
  clientMessageId: z.string().nullable(),
  seq: z.number().int(),
  isDeleted: z.boolean(),
})
export type CommunityMessage = z.infer<typeof communityMessage>

const room = {
  path: '/api/chats/community/:mentorId',
  access: ['mentee', 'mentor'],
  errors: ['not_enrolled', 'not_found'],
} as const

/** The room of a mentor and everybody who is subscribed now. */
export const community = {
  messages: defineEndpoint({
    ...room,
    method: 'GET',
    summary: 'Messages of the room, oldest first',
    query: z.object({ before: seq.optional(), after: seq.optional(), limit: pageQuery.shape.limit }),
    response: z.object({
      messages: z.array(communityMessage),
      members: z.number().int(),
      hasMore: z.boolean(),
    }),
  }),
  send: defineEndpoint({
    ...room,
    method: 'POST',
    summary: 'Writes to everyone in the room',
    body: z.object({ message: messageText, clientMessageId: clientMessageId.optional() }),
    status: [201, 200],
    response: z.object({ data: communityMessage }),
    limit: 'write',
    idempotency: 'own-id',
  }),
  markRead: defineEndpoint({
    ...room,
    method: 'PATCH',
    summary: 'Read up to a seq',
    body: z.object({ seq }),
    response: z.object({ unread: z.number().int() }),
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/chats/community/:mentorId/:messageId',
    access: ['mentee', 'mentor'],
    summary: 'Takes a message back: its author, or the mentor',
    response: z.object({ data: communityMessage }),
    errors: ['not_enrolled', 'not_found'],
  }),
}
