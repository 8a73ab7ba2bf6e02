import { z } from 'zod'
import { awaiting, clientMessageId, fullMessage, messageText, seenSeq } from './chat.ts'
import { id, integerMax, isoTime } from './common.ts'
import { communityMessage } from './community.ts'
import { liveClientEvents, liveServerEvents } from './live.ts'
import { notification } from './notifications.ts'
import type { RateLimitName } from './rate-limits.ts'
import { roles } from './roles.ts'
import { slotStatuses } from './slot-states.ts'

const presence = z.object({ userId: id, isOnline: z.boolean(), lastSeenAt: isoTime.nullable() })

/** What the server sends, by event name. `messageReveived` is the product's own spelling. */
export const serverEvents = {
  connected: z.object({ userId: id, role: z.enum(roles) }),
  /** Announcements may have been lost: ask for what came after what you have. */
  missed: z.object({}),
  unauthenticated: z.object({ code: z.string(), message: z.string() }),
  messageReveived: fullMessage.extend({ notification: notification.nullable() }),
  notification,
  scheduler: z.object({
    mentorId: id,
    slotId: id,
    change: z.enum(['published', 'deleted', 'cancelled']),
    notification: notification.nullable(),
  }),
  slots: z.object({ mentorId: id, slotId: id, status: z.enum([...slotStatuses, 'deleted']) }),
  /** `readConversationId`: read to its end, by which its notifications are read, too. */
  unread: z.object({ unreadConversations: z.number().int(), readConversationId: id.optional() }),
  typing: z.object({ conversationId: id, isTyping: z.boolean() }),
  read: z.object({ conversationId: id, seq: z.number().int() }),
  /** To both: a moderator has removed what was written, or put it back. */
  messageChanged: z.object({ conversationId: id, _id: id, message: z.string(), masked: z.boolean() }),
  /** To both: whose turn it is changed without a message, or an answer is late now. */
  awaiting: z.object({ conversationId: id, awaiting }),
  /**
   * To moderators: a case came, was claimed, given back or decided, or a person was blocked or let in again.
   * `claimedBy` with `caseId`: who is at it now, null for nobody.
   */
  cases: z.object({
    kind: z.enum(['ticket', 'application', 'person', 'appeal']),
    caseId: id.optional(),
    claimedBy: z.object({ name: z.string(), until: isoTime }).nullable().optional(),
  }),
  community: communityMessage,
  presence,
  /** To a device that has signed in: of everybody whom the person talks with, where it takes such a list. */
  presences: z.object({ people: z.array(presence) }),
  ...liveServerEvents,
} as const
export type ServerEvents = { [E in keyof typeof serverEvents]: z.infer<(typeof serverEvents)[E]> }

/** The first thing a client emits; nothing reaches a socket before it is accepted. */
export const setupEvent = z.object({
  role: z.enum(roles),
  userId: id,
  token: z.string().min(1).max(4096),
  /** A client that does not say so is told by an event `presence` for each person. */
  takesPresences: z.boolean().default(false),
})

/** What a signed-in client sends; each is acknowledged. */
export const clientEvents = {
  /** Sends a message, as the HTTP call does. The same `clientMessageId` by both ways is one message. */
  message: z.object({ conversationId: id, message: messageText, clientMessageId, seenSeq }),
  typing: z.object({ conversationId: id, isTyping: z.boolean() }),
  read: z.object({ conversationId: id, seq: z.number().int().min(0).max(integerMax) }),
  ...liveClientEvents,
} as const
export type ClientEvents = { [E in keyof typeof clientEvents]: z.infer<(typeof clientEvents)[E]> }

/** What an event counts against besides the account's general budget: that of the HTTP call which does the same, if one does. */
export const clientEventLimits: { [E in keyof ClientEvents]?: RateLimitName } = {
  message: 'write',
  'live:join': 'liveJoin',
}

/** What an acknowledgement says beside `ok`, of the events that say more. */
type Acknowledged = {
  message: { message: z.infer<typeof fullMessage> }
  'live:join': { peer: { isPresent: boolean }; stayId: string }
  'live:notes': { version: number }
}
export type Refusal = { ok: false; code: string; message: string; fields?: Record<string, string> }
export type Acknowledgement<E extends keyof ClientEvents = keyof ClientEvents> =
  | ({ ok: true } & (E extends keyof Acknowledged ? Acknowledged[E] : object))
  | Refusal
