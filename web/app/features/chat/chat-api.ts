import { api } from '@marga/contract/api'
import type { Conversation, FullMessage, Message } from '@marga/contract/chat'
import type { MemberRole } from '@marga/contract/roles'
import { texts } from '@marga/contract/texts'
import { ApiError, sendRequest } from '../../lib/api-client.ts'
import { type Connection, connectionOf } from '../../lib/socket.ts'

/** Whose chat it is: the two sides make the same calls, each under its own address. */
export type ChatOwner = { role: MemberRole; userId: string }

export type ConversationPage = { conversations: readonly Conversation[]; nextCursor: string | null }
type PageRequest = {
  name: string
  turn?: MemberRole | undefined
  cursor: string | undefined
  signal?: AbortSignal
}
/** A mentor sees with one look who waits: most have no more. */
const conversationsAtOnce = 50

export function fetchConversations({ role, userId }: ChatOwner, { name, signal, ...page }: PageRequest) {
  const query = { ...page, limit: conversationsAtOnce }
  return role === 'mentee'
    ? sendRequest(
        api.chat.mentee.conversations,
        { query: { ...query, mentorName: name }, body: { menteeId: userId } },
        { signal },
      )
    : sendRequest(
        api.chat.mentor.conversations,
        { query: { ...query, menteeName: name }, body: { mentorId: userId } },
        { signal },
      )
}

export async function fetchUnread({ role, userId }: ChatOwner, signal?: AbortSignal): Promise<number> {
  const { unreadConversations } = await (role === 'mentee'
    ? sendRequest(api.chat.mentee.unread, { query: { menteeId: userId } }, { signal })
    : sendRequest(api.chat.mentor.unread, { query: { mentorId: userId } }, { signal }))
  return unreadConversations
}

type Range = { before?: number; after?: number }
const pageSize = 50

export async function fetchMessages(
  role: MemberRole,
  conversationId: string,
  range: Range,
  signal?: AbortSignal,
): Promise<{ messages: Message[]; hasMore: boolean }> {
  const params = { conversationId: requireId(conversationId) }
  const query = { ...range, limit: pageSize }
  return role === 'mentee'
    ? sendRequest(api.chat.mentee.messages, { params, query }, { signal })
    : sendRequest(api.chat.mentor.messages, { params, query }, { signal })
}

/** Marks a conversation read, or unread; the only call that answers with one conversation. */
export async function markRead(
  role: MemberRole,
  conversationId: string,
  isRead = true,
): Promise<Conversation> {
  const input = { params: { conversationId: requireId(conversationId) }, body: { conversationId, isRead } }
  const { conversation } = await (role === 'mentee'
    ? sendRequest(api.chat.mentee.markRead, input)
    : sendRequest(api.chat.mentor.markRead, input))
  return conversation
}

/** Ends the clock of the answer, although none was given. */
export const settleConversation = async (conversationId: string): Promise<Conversation> =>
  (await sendRequest(api.chat.mentor.settled, { params: { conversationId: requireId(conversationId) } }))
    .conversation

/** Restores the clock of a question that was not answered. */
export const reopenQuestion = async (conversationId: string): Promise<Conversation> =>
  (await sendRequest(api.chat.mentee.notAnswered, { params: { conversationId: requireId(conversationId) } }))
    .conversation

type NewMessage = { conversationId: string; message: string; clientMessageId: string }
/** A connection that hangs must not hold back what is written after it. */
const sendTimeoutMs = 15_000

/** Less than the HTTP call gets: after it the message still goes by that. */
const socketTimeoutMs = 4000
/** Refusals that are the answer to an HTTP call, too: it would only add to what is too much already. */
const busyStatuses: Record<string, number> = { rate_limited: 429, unavailable: 503 }

/**
 * By the socket while it is connected, else by an HTTP call; also after the socket where that gave no answer or
 * refused, because the HTTP response says more of a refusal. The id makes it one message.
 * @throws ApiError
 */
export async function sendMessage(
  owner: ChatOwner,
  written: NewMessage,
  connection: Pick<Connection, 'state' | 'emit'> = connectionOf(owner.role),
): Promise<FullMessage> {
  const conversationId = requireId(written.conversationId)
  if (connection.state() === 'connected') {
    const reply = await connection.emit('message', { ...written, conversationId }, socketTimeoutMs)
    if (reply.ok && reply.message) return reply.message
    if (!reply.ok && busyStatuses[reply.code]) throw new ApiError(busyStatuses[reply.code]!, reply)
  }
  return sendByHttp(owner, written)
}

async function sendByHttp({ role, userId }: ChatOwner, written: NewMessage): Promise<FullMessage> {
  const { conversationId, message, clientMessageId } = written
  const input = { params: { conversationId }, body: { message, sender: userId, clientMessageId } }
  const options = { signal: AbortSignal.timeout(sendTimeoutMs) }
  const { responseFromMessageCreation } = await (role === 'mentee'
    ? sendRequest(api.chat.mentee.send, input, options)
    : sendRequest(api.chat.mentor.send, input, options))
  return responseFromMessageCreation
}

/** The conversation with a person, made if need be: where a Chat button leads. */
/** The conversation with a person, made if need be. */
export async function conversationWith(role: MemberRole, otherId: string): Promise<Conversation> {
  const { conversations } = await (role === 'mentee'
    ? sendRequest(api.chat.mentee.open, { body: { mentorId: otherId } })
    : sendRequest(api.chat.mentor.open, { body: { menteeId: otherId } }))
  requireId(conversations._id)
  return conversations
}

export const openConversation = async (role: MemberRole, otherId: string): Promise<string> =>
  (await conversationWith(role, otherId))._id

function requireId(conversationId: string | undefined): string {
  if (!conversationId) throw new Error(texts.chat.noConversationId)
  return conversationId
}
