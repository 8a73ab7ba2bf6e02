import type { Conversation } from '@marga/contract/chat'
import { useQuery } from '@tanstack/react-query'
import type { ChatOwner } from '../chat-api.ts'
import { conversationQuery } from '../queries.ts'

/**
 * The conversation of an address: from the list if that shows it, else asked for by itself. `isMissing`
 * when there is none of that id among one's own.
 */
export function useConversation(
  { role }: ChatOwner,
  conversationId: string,
  listed: readonly Conversation[] | undefined,
) {
  const inList = listed?.find(({ _id }) => _id === conversationId)
  const { data, error } = useQuery({
    ...conversationQuery(role, conversationId),
    enabled: listed !== undefined && !inList,
  })
  return { conversation: inList ?? data, error: inList ? null : error }
}
