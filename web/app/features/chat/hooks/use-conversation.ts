import type { Conversation } from '@marga/contract/chat'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api-client.ts'
import type { ChatOwner } from '../chat-api.ts'
import { conversationQuery } from '../queries.ts'

/** Statuses that say the same whenever it is asked: no such conversation, or no id at all. */
const missing: readonly number[] = [400, 404]

/**
 * The conversation of an address: from the list if that shows it, else asked for by itself. `listed` is undefined
 * while the list is on its way; `isMissing` when there is none of that id among one's own.
 */
export function useConversation(
  { role }: ChatOwner,
  conversationId: string,
  listed: readonly Conversation[] | undefined,
) {
  const inList = listed?.find(({ _id }) => _id === conversationId)
  const { data, error, refetch } = useQuery({
    ...conversationQuery(role, conversationId),
    enabled: listed !== undefined && !inList,
  })
  const failure = inList ? null : error
  return {
    conversation: inList ?? data,
    error: failure,
    isMissing: failure instanceof ApiError && missing.includes(failure.status),
    retry: () => void refetch(),
  }
}
