import { api } from '@marga/contract/api'
import type { SenderType } from '@marga/contract/chat'
import type { CommunityMessage } from '@marga/contract/community'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { isMissingSome, lastSafeSeq, mergeMessages, mergeRooms, type Room } from './rules.ts'

export const roomKey = (role: SenderType, mentorId: string) => ['community', role, mentorId] as const

const pageSize = 50
const catchUpRoundsMax = 100

type Range = { before?: number; after?: number }

export const fetchRoom = (role: SenderType, mentorId: string, range: Range, signal?: AbortSignal) =>
  sendRequest(
    api.community.messages,
    { params: { mentorId }, query: { ...range, limit: pageSize } },
    { role, signal },
  )

/**
 * A room only grows: the first answer brings the newest page, every later one the newest page again
 * (with what was taken back) and what lies between it and what is held.
 */
export const roomQuery = (role: SenderType, mentorId: string) =>
  queryOptions({
    queryKey: roomKey(role, mentorId),
    queryFn: ({ client, signal }) => catchUp(client, role, mentorId, signal),
    // Events go on arriving while a fetch runs: what is held is merged, not replaced.
    structuralSharing: (known, fetched) => mergeRooms(known as Room | undefined, fetched as Room),
    staleTime: 0,
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
    throwOnError: false,
  })

async function catchUp(
  client: QueryClient,
  role: SenderType,
  mentorId: string,
  signal: AbortSignal,
): Promise<Room> {
  const newest = await fetchRoom(role, mentorId, {}, signal)
  const held = () => client.getQueryData<Room>(roomKey(role, mentorId))?.messages ?? []
  let fetched: readonly CommunityMessage[] = newest.messages
  for (let round = 0; round < catchUpRoundsMax; round += 1) {
    const all = mergeMessages(held(), fetched)
    if (!isMissingSome(all)) break
    const missed = await fetchRoom(role, mentorId, { after: lastSafeSeq(all) }, signal)
    if (missed.messages.length === 0) break
    fetched = mergeMessages(fetched, missed.messages)
  }
  return { messages: fetched, members: newest.members, hasEarlier: newest.hasMore }
}
