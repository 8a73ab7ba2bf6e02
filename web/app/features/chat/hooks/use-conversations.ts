import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { ChatOwner } from '../chat-api.ts'
import { conversationsQuery } from '../queries.ts'

/** The conversations whose other person's name holds `name`, newest first. */
export function useConversations(owner: ChatOwner, name: string) {
  const asked = useDeferredValue(name.trim())
  const query = useInfiniteQuery(conversationsQuery(owner, asked))
  return { ...query, conversations: query.data?.pages.flatMap((page) => page.conversations) }
}
