import { api } from '@marga/contract/api'
import type { Conversation, Message } from '@marga/contract/chat'
import type { MemberRole } from '@marga/contract/roles'
import { texts } from '@marga/contract/texts'
import { sendRequest } from '../../lib/api-client.ts'

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
): Promise<{ messages: Message[]; hasMore: boolean; readByOther?: number | undefined }> {
  const params = { conversationId: requireId(conversationId) }
  const query = { ...range, limit: pageSize }
  return sendRequest(api.chat[role].messages, { params, query }, { signal })
}

/**
 * Marks a conversation read, or unread; the only call that answers with one conversation.
 * @param mark.seq up to which message it is read; without it, all that there are
 */
export async function markRead(
  role: MemberRole,
  conversationId: string,
  mark: { isRead?: boolean; seq?: number } = {},
): Promise<Conversation> {
  const input = { params: { conversationId: requireId(conversationId) }, body: { conversationId, ...mark } }
  const { conversation } = await sendRequest(api.chat[role].markRead, input)
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

/** The conversation with a person, made if need be. */
export async function conversationWith(role: MemberRole, otherId: string): Promise<Conversation> {
  const { conversations } = await (role === 'mentee'
    ? sendRequest(api.chat.mentee.open, { body: { mentorId: otherId } })
    : sendRequest(api.chat.mentor.open, { body: { menteeId: otherId } }))
  requireId(conversations._id)
  return conversations
}

/** Where a Chat button leads. */
export const openConversation = async (role: MemberRole, otherId: string): Promise<string> =>
  (await conversationWith(role, otherId))._id

export function requireId(conversationId: string | undefined): string {
  if (!conversationId) throw new Error(texts.chat.noConversationId)
  return conversationId
}
