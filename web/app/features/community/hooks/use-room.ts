import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { sendRequest } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { useToldReading } from '../../../lib/messaging/use-told-reading.ts'
import { useCatchUp, useServerEvent } from '../../../lib/use-connection.ts'
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
  const seq = query.data?.messages.at(-1)?.seq ?? 0
  useToldReading(role, { id: mentorId, seq }, async (read) => {
    const input = { params: { mentorId: read.id }, body: { seq: read.seq } }
    const { unread } = await sendRequest(api.community.markRead, input, { role })
    applyRoomRead(client, role, read.id, unread)
  })

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
