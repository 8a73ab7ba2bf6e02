import type { Conversation } from '@marga/contract/chat'
import type { MemberRole } from '@marga/contract/roles'
import type { InfiniteData } from '@tanstack/react-query'
import type { ConversationPage } from './chat-api.ts'
import { newerConversation } from './conversation-rules.ts'

export type ConversationPages = InfiniteData<ConversationPage, string | undefined>

/** Which half of an inbox: those that wait for the mentor, and all others. Undefined is both in one list. */
export type Turn = MemberRole | undefined

export const turnOf = ({ awaiting }: Pick<Conversation, 'awaiting'>): MemberRole =>
  awaiting.side === 'mentor' ? 'mentor' : 'mentee'

const belongsTo = (turn: Turn, conversation: Conversation): boolean =>
  turn === undefined || turnOf(conversation) === turn

const newestFirst = (a: Conversation, b: Conversation): number =>
  b.updatedAt.localeCompare(a.updatedAt) || b._id.localeCompare(a._id)

/** Where nobody knows until when the clock stands still: after all others, as the server sorts. */
const dueSometime = '9999'
const dueFirst = (a: Conversation, b: Conversation): number =>
  (a.awaiting.dueAt ?? dueSometime).localeCompare(b.awaiting.dueAt ?? dueSometime) ||
  a._id.localeCompare(b._id)

/** The server's order of that list: what is due first on top, of the others what is newest. */
export const orderOf = (turn: Turn) => (turn === 'mentor' ? dueFirst : newestFirst)

/**
 * What the pages show, in the list's order. A page names a conversation at the place that it had when the first page
 * was asked for; an event may have put it on an earlier one since.
 */
export function listOf({ pages }: Pick<ConversationPages, 'pages'>, turn: Turn): Conversation[] {
  const byId = new Map<string, Conversation>()
  for (const each of pages.flatMap(({ conversations }) => conversations)) {
    const known = byId.get(each._id)
    byId.set(each._id, known ? newerConversation(known, each) : each)
  }
  return [...byId.values()].sort(orderOf(turn))
}

/**
 * A list with a conversation as it is now: at its place by the order of the list, or gone from it where it belongs to
 * the other half. One whose place is on a page that has not been loaded comes with that page.
 */
export function placeConversation(
  data: ConversationPages,
  next: Conversation,
  turn: Turn,
): ConversationPages {
  const known = data.pages.flatMap(({ conversations }) => conversations).find(({ _id }) => _id === next._id)
  if (!belongsTo(turn, next)) return known ? withoutConversation(data, next) : data
  if (known && orderOf(turn)(known, next) === 0)
    return mapConversations(data, (each) => (each._id === next._id ? next : each))
  const rest = known ? withoutConversation(data, next) : data
  const index = pageFor(rest, next, turn)
  if (index === -1) return rest
  const pages = rest.pages.map((page, at) =>
    at === index ? { ...page, conversations: [...page.conversations, next].sort(orderOf(turn)) } : page,
  )
  return { ...rest, pages }
}

/** The first page that has one behind it; at the end of all only where there are no more pages to come. */
function pageFor({ pages }: ConversationPages, next: Conversation, turn: Turn): number {
  const isBefore = (each: Conversation) => orderOf(turn)(next, each) < 0
  const found = pages.findIndex(({ conversations }) => conversations.some(isBefore))
  if (found !== -1) return found
  return pages.at(-1)?.nextCursor ? -1 : pages.length - 1
}

const withoutConversation = (data: ConversationPages, gone: Conversation): ConversationPages => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    conversations: page.conversations.filter(({ _id }) => _id !== gone._id),
  })),
})

export const mapConversations = (
  data: ConversationPages,
  change: (conversation: Conversation) => Conversation,
): ConversationPages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, conversations: page.conversations.map(change) })),
})
