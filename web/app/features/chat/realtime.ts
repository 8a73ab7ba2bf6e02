import type { Conversation, FullMessage } from '@marga/contract/chat'
import type { ServerEvents } from '@marga/contract/realtime'
import type { MemberRole } from '@marga/contract/roles'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { hasGap, mergeMessages } from '../../lib/messaging/message-list.ts'
import type { ConversationPage } from './chat-api.ts'
import { matchesName, newerConversation, plainMessage, upsertConversation } from './conversation-rules.ts'
import { chatKeys } from './queries.ts'
import type { Thread } from './thread.ts'

type ConversationPages = InfiniteData<ConversationPage, string | undefined>

/** A message from any source: the sender's answer, the event, on this device or another. */
export function applyMessage(client: QueryClient, role: MemberRole, incoming: FullMessage): void {
  const threadKey = chatKeys.thread(role, incoming.conversation._id)
  // Also while the first page is still on its way: that page may be older than this message.
  if (client.getQueryState(threadKey)) {
    const thread = mergeMessages(client.getQueryData<Thread>(threadKey) ?? [], [plainMessage(incoming)])
    client.setQueryData<Thread>(threadKey, thread)
    if (hasGap(thread)) void client.invalidateQueries({ queryKey: threadKey }, { cancelRefetch: false })
  }
  client.setQueryData(chatKeys.typing(role, incoming.conversation._id), null)
  applyConversation(client, role, incoming.conversation)
}

/** A conversation as it is now, put at its place in every list that shows it. */
export function applyConversation(client: QueryClient, role: MemberRole, incoming: Conversation): void {
  client.setQueryData<Conversation>(
    chatKeys.conversation(role, incoming._id),
    (known) => known && newerConversation(known, incoming),
  )
  const lists = client.getQueriesData<ConversationPages>({ queryKey: chatKeys.lists(role) })
  for (const [key, pages] of lists) {
    const name = String(key.at(-1) ?? '')
    if (!pages || !matchesName(incoming, role, name)) continue
    client.setQueryData<ConversationPages>(key, withConversation(pages, incoming))
  }
}

/** A known conversation leaves its old place, whatever page that was on, and comes in on the first. */
function withConversation(data: ConversationPages, incoming: Conversation): ConversationPages {
  const all = data.pages.flatMap((page) => page.conversations)
  const known = all.find(({ _id }) => _id === incoming._id)
  const next = known ? newerConversation(known, incoming) : incoming
  const isMoved = next.updatedAt !== known?.updatedAt
  const pages = data.pages.map((page, index) => {
    const isHere = page.conversations.some(({ _id }) => _id === incoming._id)
    if (isHere && !isMoved) return { ...page, conversations: upsertConversation(page.conversations, next) }
    const others = page.conversations.filter(({ _id }) => _id !== incoming._id)
    return { ...page, conversations: index === 0 ? upsertConversation(others, next) : others }
  })
  return { ...data, pages }
}

export function applyUnread(client: QueryClient, role: MemberRole, event: ServerEvents['unread']): void {
  client.setQueryData(chatKeys.unread(role), event.unreadConversations)
}

/** Reading goes forward only, whatever the order of arrival. */
export function applyRead(client: QueryClient, role: MemberRole, event: ServerEvents['read']): void {
  const key = chatKeys.readByOther(role, event.conversationId)
  client.setQueryData<number>(key, (known = 0) => Math.max(known, event.seq))
}

/** How long an announced "is typing" is believed when no word of the end comes. */
export const typingLastsMs = 6000

export function applyTyping(
  client: QueryClient,
  role: MemberRole,
  event: ServerEvents['typing'],
  now: number,
): void {
  const until = event.isTyping ? now + typingLastsMs : null
  client.setQueryData<number | null>(chatKeys.typing(role, event.conversationId), until)
}

export function applyPresence(client: QueryClient, role: MemberRole, event: ServerEvents['presence']): void {
  client.setQueryData(chatKeys.presence(role, event.userId), event)
}

/** What one sees of a conversation is read: its badge goes before the server has said so. */
export function applyOwnReading(client: QueryClient, role: MemberRole, conversationId: string): void {
  const lists = client.getQueriesData<ConversationPages>({ queryKey: chatKeys.lists(role) })
  for (const [key, data] of lists) {
    if (!data) continue
    const read = (each: Conversation) =>
      each._id === conversationId && each.unreadCount > 0 ? { ...each, unreadCount: 0 } : each
    const pages = data.pages.map((page) => ({ ...page, conversations: page.conversations.map(read) }))
    client.setQueryData<ConversationPages>(key, { ...data, pages })
  }
}

/** Without a connection nobody is known to be there. */
export function applyDisconnected(client: QueryClient, role: MemberRole): void {
  client.setQueriesData({ queryKey: chatKeys.presences(role) }, () => null)
}

/** After a gap in the connection everything may have moved on; threads that are shown catch up. */
export function applyReconnected(client: QueryClient, role: MemberRole): void {
  void client.invalidateQueries({ queryKey: chatKeys.threads(role) })
  void client.invalidateQueries({ queryKey: chatKeys.lists(role) })
  void client.invalidateQueries({ queryKey: chatKeys.unread(role) })
}
