import type { CommunityMessage } from '@marga/contract/community'
import { mergeMessages } from '../../lib/messaging/message-list.ts'

/** What is held of a room: messages by seq, and whether there are earlier ones. */
export type Room = { messages: readonly CommunityMessage[]; members: number; hasEarlier: boolean }

/** Before the first response: nobody is counted yet. */
export const unknownRoom: Room = { messages: [], members: 0, hasEarlier: false }

/** Copies that arrive are newer, their sender's name and image too; but a message that was taken back stays so. */
const isReplaced = (known: CommunityMessage) => !known.isDeleted

export const mergeRoomMessages = (
  known: readonly CommunityMessage[],
  incoming: readonly CommunityMessage[],
): readonly CommunityMessage[] => mergeMessages(known, incoming, isReplaced)

/** What was held with what was fetched; whichever reaches back further knows whether there is more. */
export function mergeRooms(known: Room | undefined, fetched: Room): Room {
  if (!known) return fetched
  const firstSeq = ({ messages }: Room) => messages[0]?.seq ?? Number.POSITIVE_INFINITY
  return {
    messages: mergeRoomMessages(known.messages, fetched.messages),
    members: fetched.members,
    hasEarlier: firstSeq(known) < firstSeq(fetched) ? known.hasEarlier : fetched.hasEarlier,
  }
}

/** Its author takes a message back; the room's mentor takes back any. */
export const mayRemove = (message: CommunityMessage, ownId: string): boolean =>
  !message.isDeleted && (message.sender.senderId._id === ownId || message.mentorId === ownId)
