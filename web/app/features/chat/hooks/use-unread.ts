import { useQuery } from '@tanstack/react-query'
import type { ChatOwner } from '../chat-api.ts'
import { unreadQuery } from '../queries.ts'

/** How many conversations hold something unread; 0 while that is not known. Live by `useChatLive`. */
export const useUnread = (owner: ChatOwner): number => useQuery(unreadQuery(owner)).data ?? 0
