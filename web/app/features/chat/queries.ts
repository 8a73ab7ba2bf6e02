import type { Conversation } from '@marga/contract/chat'
import type { ServerEvents } from '@marga/contract/realtime'
import type { MemberRole } from '@marga/contract/roles'
import { infiniteQueryOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../lib/api-client.ts'
import { fetchMissed, messageListOptions } from '../../lib/messaging/catch-up.ts'
import { mergeMessages } from '../../lib/messaging/message-list.ts'
import { shortened, shortenedPages } from '../../lib/offline/shortening.ts'
import { type ChatOwner, fetchConversations, fetchMessages, fetchUnread, markRead } from './chat-api.ts'
import type { Turn } from './conversation-pages.ts'
import type { Thread } from './thread.ts'

/** Of whom, by name, and which half. */
export type ListFilter = { name: string; turn: Turn }

/** Both roles may be signed in within one browser, so every key names the role. */
export const chatKeys = {
  all: (role: MemberRole) => ['chat', role] as const,
  lists: (role: MemberRole) => ['chat', role, 'conversations'] as const,
  list: (role: MemberRole, { name = '', turn }: Partial<ListFilter> = {}) =>
    ['chat', role, 'conversations', turn ?? 'both', name] as const,
  conversation: (role: MemberRole, id: string) => ['chat', role, 'conversation', id] as const,
  threads: (role: MemberRole) => ['chat', role, 'thread'] as const,
  thread: (role: MemberRole, id: string) => ['chat', role, 'thread', id] as const,
  unread: (role: MemberRole) => ['chat', role, 'unread'] as const,
  // Those that only events tell of begin as `lib/query-client.ts` keeps them.
  /** Up to which seq the other has read, as far as it was told: by an event, or with the messages. */
  readByOther: (role: MemberRole, id: string) => ['announced', role, 'read', id] as const,
  typing: (role: MemberRole, id: string) => ['chat', role, 'typing', id] as const,
  presences: (role: MemberRole) => ['announced', role, 'presence'] as const,
  presence: (role: MemberRole, personId: string) => ['announced', role, 'presence', personId] as const,
}

/** What the key of a list says of it. */
export function listFilterOf(key: QueryKey): ListFilter {
  const [, , , turn, name] = key as ReturnType<typeof chatKeys.list>
  return { name, turn: turn === 'both' ? undefined : turn }
}

export const conversationsQuery = (owner: ChatOwner, filter: ListFilter) =>
  infiniteQueryOptions({
    queryKey: chatKeys.list(owner.role, filter),
    queryFn: ({ pageParam, signal }) => fetchConversations(owner, { ...filter, cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    throwOnError: false,
    meta: shortenedPages('conversations'),
  })

export const unreadQuery = (owner: ChatOwner) =>
  queryOptions({
    queryKey: chatKeys.unread(owner.role),
    queryFn: ({ signal }) => fetchUnread(owner, signal),
    throwOnError: false,
    refetchInterval: 60_000,
  })

/** The conversation of an address that is in no list yet. Asking marks it read. */
export const conversationQuery = (role: MemberRole, conversationId: string) =>
  queryOptions({
    queryKey: chatKeys.conversation(role, conversationId),
    queryFn: (): Promise<Conversation> => markRead(role, conversationId),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    throwOnError: false,
  })

/** Between tries of a look at what came meanwhile; the last one goes on. */
const catchUpPausesMs = [500, 1000, 2000, 4000, 8000, 15_000]

/** So many of the newest messages of a conversation are kept for reading offline. */
const keptMessagesMax = 50

/**
 * A thread only grows: the first answer brings the newest page, every later one the newest page again (with what a
 * moderator has removed meanwhile) and what lies between it and what is held. So asking again, for whatever reason, is
 * catching up.
 */
export const threadQuery = (role: MemberRole, conversationId: string) =>
  queryOptions({
    queryKey: chatKeys.thread(role, conversationId),
    queryFn: ({ client, signal }) => catchUp(client, role, conversationId, signal),
    structuralSharing: (known, fetched) =>
      mergeMessages((known as Thread | undefined) ?? [], fetched as Thread),
    meta: shortened<Thread>({
      sizeOf: (thread) => thread.length,
      cut: (thread, size) => thread.slice(-size),
      sizeMax: keptMessagesMax,
    }),
    ...messageListOptions,
  })

async function catchUp(
  client: QueryClient,
  role: MemberRole,
  conversationId: string,
  signal: AbortSignal,
): Promise<Thread> {
  const key = chatKeys.thread(role, conversationId)
  const held = () => client.getQueryData<Thread>(key) ?? []
  const fetchPage = (range: { after?: number }) => {
    const ask = () => fetchMessages(role, conversationId, range, signal)
    return held().length === 0 ? ask() : fetchWithRetry(signal, ask)
  }
  const { messages: newest, readByOther: seq = 0 } = await fetchPage({})
  applyRead(client, role, { conversationId, seq })
  return fetchMissed({ held, fetchAfter: (after) => fetchPage({ after }), newest })
}

/** Reading goes forward only, whatever the order of arrival. */
export function applyRead(client: QueryClient, role: MemberRole, event: ServerEvents['read']): void {
  const key = chatKeys.readByOther(role, event.conversationId)
  client.setQueryData<number>(key, (known = 0) => Math.max(known, event.seq))
}

/** Asks again, with growing pauses, what failed for want of a connection or because the server was busy. */
async function fetchWithRetry<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      const isPassing =
        error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429)
      if (!isPassing) throw error
      const pauseMs = catchUpPausesMs[Math.min(tries, catchUpPausesMs.length - 1)]!
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      signal.throwIfAborted()
    }
  }
}
