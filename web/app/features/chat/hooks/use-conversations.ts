import type { Conversation } from '@marga/contract/chat'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { ChatOwner } from '../chat-api.ts'
import { listOf, type Turn } from '../conversation-pages.ts'
import { conversationsQuery } from '../queries.ts'

/** One list of an inbox, as far as it is loaded. */
export function useConversationList(owner: ChatOwner, name: string, turn: Turn, isEnabled = true) {
  const query = useInfiniteQuery({ ...conversationsQuery(owner, { name, turn }), enabled: isEnabled })
  return { ...query, turn, conversations: query.data && listOf(query.data, turn) }
}
export type ConversationListQuery = ReturnType<typeof useConversationList>

/**
 * The conversations whose other person's name holds `name`: a mentor's in two lists, those that wait for an answer and
 * the others; a mentee's in one.
 */
export function useConversations(owner: ChatOwner, name: string) {
  const asked = useDeferredValue(name.trim())
  const isMentor = owner.role === 'mentor'
  const first = useConversationList(owner, asked, isMentor ? 'mentor' : undefined)
  const others = useConversationList(owner, asked, 'mentee', isMentor)
  const lists = isMentor ? [first, others] : [first]
  // A further page that failed is said beside its button.
  const failed = lists.find(({ isError, isFetchNextPageError }) => isError && !isFetchNextPageError)
  return { lists, conversations: allOf(lists), error: failed?.error ?? null }
}

/** Undefined until every list is there: what is in none of them is then known to be in none. */
function allOf(lists: readonly ConversationListQuery[]): readonly Conversation[] | undefined {
  if (lists.some(({ conversations }) => !conversations)) return undefined
  return lists.flatMap(({ conversations }) => conversations ?? [])
}
