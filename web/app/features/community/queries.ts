import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { fetchMissed, messageListOptions } from '../../lib/messaging/catch-up.ts'
import { mergeRooms, type Room } from './room.ts'

export const roomKey = (role: MemberRole, mentorId: string) => ['community', role, mentorId] as const

const pageSize = 50

type Range = { before?: number; after?: number }

export const fetchRoom = (role: MemberRole, mentorId: string, range: Range, signal?: AbortSignal) =>
  sendRequest(
    api.community.messages,
    { params: { mentorId }, query: { ...range, limit: pageSize } },
    { role, signal },
  )

/**
 * A room only grows: the first answer brings the newest page, every later one the newest page again
 * (with what was taken back) and what lies between it and what is held.
 */
export const roomQuery = (role: MemberRole, mentorId: string) =>
  queryOptions({
    queryKey: roomKey(role, mentorId),
    queryFn: ({ client, signal }) => catchUp(client, role, mentorId, signal),
    // Events go on arriving while a fetch runs: what is held is merged, not replaced.
    structuralSharing: (known, fetched) => mergeRooms(known as Room | undefined, fetched as Room),
    ...messageListOptions,
  })

async function catchUp(
  client: QueryClient,
  role: MemberRole,
  mentorId: string,
  signal: AbortSignal,
): Promise<Room> {
  const newest = await fetchRoom(role, mentorId, {}, signal)
  const held = () => client.getQueryData<Room>(roomKey(role, mentorId))?.messages ?? []
  const fetchAfter = (after: number) => fetchRoom(role, mentorId, { after }, signal)
  const messages = await fetchMissed({ held, fetchAfter, newest: newest.messages })
  return { messages, members: newest.members, hasEarlier: newest.hasMore }
}
