import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { toast } from 'sonner'
import { sendRequest } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { useCatchUp, useServerEvent } from '../../../lib/use-connection.ts'
import { useHasAttention } from '../../../lib/use-has-attention.ts'
import { fetchRoom, roomKey, roomQuery } from '../queries.ts'
import { applyCommunityMessage } from '../realtime.ts'
import { mergeRoomMessages, type Room } from '../room.ts'
import { applyRoomRead } from '../unread-queries.ts'

/** The room as it is now, kept current while it is shown. */
export function useRoom(role: MemberRole, mentorId: string) {
  const client = useQueryClient()
  const query = useQuery(roomQuery(role, mentorId))
  useServerEvent(role, 'community', (incoming) => applyCommunityMessage(client, role, incoming))

  useCatchUp(role, () => void client.invalidateQueries({ queryKey: roomKey(role, mentorId) }))
  useRoomReading(role, mentorId, query.data?.messages.at(-1)?.seq ?? 0)

  const earlier = useMutation({
    mutationFn: () => fetchRoom(role, mentorId, { before: query.data?.messages[0]?.seq ?? 0 }),
    onSuccess: ({ messages, hasMore }) =>
      client.setQueryData<Room>(
        roomKey(role, mentorId),
        (known) =>
          known && { ...known, messages: mergeRoomMessages(known.messages, messages), hasEarlier: hasMore },
      ),
    onError: (error) => toast.error(errorMessage('loadMessages', error)),
  })
  const remove = useMutation({
    mutationFn: (messageId: string) =>
      sendRequest(api.community.remove, { params: { mentorId, messageId } }, { role }),
    onSuccess: ({ data }) => applyCommunityMessage(client, role, data),
    onError: (error) => toast.error('The message was not removed', { description: error.message }),
  })
  return { query, earlier, remove }
}

type Reading = { role: MemberRole; mentorId: string; seq: number }

/** Tells the server how far the open room was read; what it did not hear of, again when the connection is back. */
function useRoomReading(role: MemberRole, mentorId: string, seq: number) {
  const client = useQueryClient()
  const hasAttention = useHasAttention()
  const untold = useRef<Reading | null>(null)
  // Before the effect below, or both would tell of a room that is just opened.
  useCatchUp(role, () => {
    if (untold.current) void report(client, untold.current, untold)
  })
  useEffect(() => {
    if (!hasAttention || seq === 0) return
    const reading = { role, mentorId, seq }
    untold.current = reading
    void report(client, reading, untold)
  }, [client, role, mentorId, seq, hasAttention])
}

async function report(client: QueryClient, reading: Reading, untold: { current: Reading | null }) {
  const { role, mentorId, seq } = reading
  try {
    const read = { params: { mentorId }, body: { seq } }
    const { unread } = await sendRequest(api.community.markRead, read, { role })
    applyRoomRead(client, role, mentorId, unread)
    if (untold.current === reading) untold.current = null
  } catch {
    // Nobody has to know.
  }
}
