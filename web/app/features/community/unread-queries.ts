import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { useCatchUpQueries } from '../../lib/use-catch-up-queries.ts'
import { useServerEvent } from '../../lib/use-connection.ts'
import { type UnreadRooms, unreadRooms, withArrival, withRead } from './unread-rules.ts'

type Owner = { role: MemberRole; userId: string }

const unreadKey = (role: MemberRole) => ['community', role, 'unread'] as const

export const communityUnreadQuery = ({ role, userId }: Owner) =>
  queryOptions({
    queryKey: unreadKey(role),
    queryFn: async ({ signal }): Promise<UnreadRooms> => {
      const { communities } = await (role === 'mentee'
        ? sendRequest(api.chat.mentee.unread, { query: { menteeId: userId } }, { signal })
        : sendRequest(api.chat.mentor.unread, { query: { mentorId: userId } }, { signal }))
      return unreadRooms(communities)
    },
    throwOnError: false,
    refetchInterval: 60_000,
  })

const nothing: UnreadRooms = {}

/** What is unread in which room; nothing while that is not known. */
export const useCommunityUnread = (owner: Owner): UnreadRooms =>
  useQuery(communityUnreadQuery(owner)).data ?? nothing

/** Keeps the badge current while the area is open; its layout calls this once. */
export function useCommunityUnreadLive({ role, userId }: Owner): void {
  const client = useQueryClient()
  useCatchUpQueries(role, [unreadKey(role)])
  useServerEvent(role, 'community', (incoming) =>
    client.setQueryData<UnreadRooms>(
      unreadKey(role),
      (known) => known && withArrival(known, incoming, userId),
    ),
  )
}

export const applyRoomRead = (client: QueryClient, role: MemberRole, mentorId: string, left: number) =>
  client.setQueryData<UnreadRooms>(unreadKey(role), (known) => known && withRead(known, mentorId, left))
