import type { SenderType } from '@marga/contract/chat'
import type { CommunityMessage } from '@marga/contract/community'
import type { QueryClient } from '@tanstack/react-query'
import { roomKey } from './queries.ts'
import { isMissingSome, mergeMessages, type Room, unknownRoom } from './rules.ts'

/**
 * A message that came in, or was taken back; a jump in the numbers makes the room catch up. Before the
 * first answer it is kept beside it: that answer may have been written a moment earlier.
 */
export function applyCommunityMessage(
  client: QueryClient,
  role: SenderType,
  incoming: CommunityMessage,
): void {
  const key = roomKey(role, incoming.mentorId)
  const isKnown = client.getQueryData<Room>(key) !== undefined
  const room = client.setQueryData<Room>(key, (known = unknownRoom) => ({
    ...known,
    messages: mergeMessages(known.messages, [incoming]),
  }))
  if (isKnown && room && isMissingSome(room.messages)) void client.invalidateQueries({ queryKey: key })
}
