import { z } from 'zod'
import { awaiting, fullMessage } from './chat.ts'
import { id, integerMax, isoTime } from './common.ts'
import { communityMessage } from './community.ts'
import { liveClientEvents, liveServerEvents } from './live.ts'
import { notification } from './notifications.ts'
import { roles } from './roles.ts'
import { slotStatuses } from './slot-states.ts'

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
  presence: z.object({ userId: id, isOnline: z.boolean(), lastSeenAt: isoTime.nullable() }),
  ...liveServerEvents,
} as const
export type ServerEvents = { [E in keyof typeof serverEvents]: z.infer<(typeof serverEvents)[E]> }

/** The first thing a client emits; nothing reaches a socket before it is accepted. */
export const setupEvent = z.object({ role: z.enum(roles), userId: id, token: z.string().min(1).max(4096) })

/** What a signed-in client sends; each is acknowledged. */
export const clientEvents = {
  typing: z.object({ conversationId: id, isTyping: z.boolean() }),
  read: z.object({ conversationId: id, seq: z.number().int().min(0).max(integerMax) }),
  ...liveClientEvents,
} as const
export type ClientEvents = { [E in keyof typeof clientEvents]: z.infer<(typeof clientEvents)[E]> }
export type Acknowledgement =
  | { ok: true; peer?: { isPresent: boolean } }
  | { ok: false; code: string; message: string }
