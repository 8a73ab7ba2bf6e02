import type { Conversation, FullMessage } from '@marga/contract/chat'
import type { ServerEvents } from '@marga/contract/realtime'
import type { MemberRole } from '@marga/contract/roles'
import type { QueryClient } from '@tanstack/react-query'
import { hasGap, mergeMessages } from '../../lib/messaging/message-list.ts'
import { sharedKeys } from '../../lib/query-keys.ts'
import { type ConversationPages, mapConversations, placeConversation } from './conversation-pages.ts'
import { matchesName, newerConversation, plainMessage } from './conversation-rules.ts'
import { chatKeys, type ListFilter, listFilterOf } from './queries.ts'
import type { Thread } from './thread.ts'

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

/** A moderator has removed what was written, or put it back: nothing that holds it may be merged with what is so now. */
export function applyMessageChanged(client: QueryClient, role: MemberRole, conversationId: string): void {
  void client.resetQueries({ queryKey: chatKeys.thread(role, conversationId) })
  void client.invalidateQueries({ queryKey: chatKeys.lists(role), refetchType: 'all' })
}

/** A conversation as it is now, put at its place in every list that shows it, and out of those that do not any more. */
export function applyConversation(client: QueryClient, role: MemberRole, incoming: Conversation): void {
  // Lists know it from different moments: an old word must not bring it back into one that it has left.
  const known = knownConversation(client, role, incoming._id)
  const next = known ? newerConversation(known, incoming) : incoming
  // It may be open and its new place on a page that is not loaded.
  client.setQueryData<Conversation>(chatKeys.conversation(role, next._id), (held) =>
    held || known ? next : undefined,
  )
  if (role === 'mentor') void client.invalidateQueries({ queryKey: sharedKeys.responseTimes })
  forEachList(client, role, (data, { name, turn }) =>
    matchesName(next, role, name) ? placeConversation(data, next, turn) : data,
  )
}

/** Whose turn it is changed without a message. What no list shows yet may belong to one now: ask. */
export function applyAwaiting(client: QueryClient, role: MemberRole, event: ServerEvents['awaiting']): void {
  if (role === 'mentor') void client.invalidateQueries({ queryKey: sharedKeys.responseTimes })
  const known = knownConversation(client, role, event.conversationId)
  if (known) applyConversation(client, role, { ...known, awaiting: event.awaiting })
  else void client.invalidateQueries({ queryKey: chatKeys.lists(role) })
}

function knownConversation(client: QueryClient, role: MemberRole, id: string): Conversation | undefined {
  const listed = client
    .getQueriesData<ConversationPages>({ queryKey: chatKeys.lists(role) })
    .flatMap(([, data]) => data?.pages.flatMap(({ conversations }) => conversations) ?? [])
    .filter(({ _id }) => _id === id)
  const alone = client.getQueryData<Conversation>(chatKeys.conversation(role, id))
  // What is read is marked in the lists alone, so they win a draw.
  return [...(alone ? [alone] : []), ...listed].reduce<Conversation | undefined>(
    (known, each) => (known ? newerConversation(known, each) : each),
    undefined,
  )
}

type ListChange = (data: ConversationPages, filter: ListFilter) => ConversationPages

function forEachList(client: QueryClient, role: MemberRole, change: ListChange): void {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: chatKeys.lists(role) }))
    client.setQueryData<ConversationPages>(
      queryKey,
      (known) => known && change(known, listFilterOf(queryKey)),
    )
}

export function applyUnread(client: QueryClient, role: MemberRole, event: ServerEvents['unread']): void {
  client.setQueryData(chatKeys.unread(role), event.unreadConversations)
  // On another device, say.
  if (event.readConversationId) applyOwnReading(client, role, event.readConversationId)
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
  const read = (each: Conversation) =>
    each._id === conversationId && each.unreadCount > 0 ? { ...each, unreadCount: 0 } : each
  forEachList(client, role, (data) => mapConversations(data, read))
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
  void client.invalidateQueries({ queryKey: sharedKeys.responseTimes })
}
