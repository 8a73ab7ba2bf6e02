import type { CommunityMessage } from '@marga/contract/community'
import type { MemberRole } from '@marga/contract/roles'
import type { QueryClient } from '@tanstack/react-query'
import { hasGap } from '../../lib/messaging/message-list.ts'
import { roomKey } from './queries.ts'
import { mergeRoomMessages, type Room, unknownRoom } from './room.ts'

/**
 * A message that came in, or was taken back; a jump in the numbers makes the room catch up. Before the
 * first answer it is kept beside it: that answer may have been written a moment earlier.
 */
export function applyCommunityMessage(
  client: QueryClient,
  role: MemberRole,
  incoming: CommunityMessage,
): void {
  const key = roomKey(role, incoming.mentorId)
  const isKnown = client.getQueryData<Room>(key) !== undefined
  const room = client.setQueryData<Room>(key, (known = unknownRoom) => ({
    ...known,
    messages: mergeRoomMessages(known.messages, [incoming]),
  }))
  if (isKnown && room && hasGap(room.messages)) void client.invalidateQueries({ queryKey: key })
}
