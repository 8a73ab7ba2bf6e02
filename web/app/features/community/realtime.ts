import type { SenderType } from '@marga/contract/chat'
import type { CommunityMessage } from '@marga/contract/community'
import type { QueryClient } from '@tanstack/react-query'
import { roomKey } from './queries.ts'
import { isMissingSome, mergeMessages, type Room } from './rules.ts'

/** A message that came in, or was taken back; a jump in the numbers makes the room catch up. */
export function applyCommunityMessage(client: QueryClient, role: SenderType, told: CommunityMessage): void {
  const key = roomKey(role, told.mentorId)
  const room = client.setQueryData<Room>(
    key,
    (known) => known && { ...known, messages: mergeMessages(known.messages, [told]) },
  )
  if (room && isMissingSome(room.messages)) void client.invalidateQueries({ queryKey: key })
}
