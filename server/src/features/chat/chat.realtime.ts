import type { Actor, Member } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { Conversations } from './conversations.service.ts'

const memberOf = (actor: Actor): Member => {
  if (actor.role === 'moderator') throw new AppError('forbidden')
  return actor as Member
}

/** What the two sides of a conversation tell each other between messages. */
export const chatEvents = ({ conversations }: { conversations: Conversations }) => ({
  typing: (actor: Actor, payload: { conversationId: string; isTyping: boolean }) =>
    conversations.announceTyping(memberOf(actor), payload.conversationId, payload.isTyping),
  read: (actor: Actor, payload: { conversationId: string; seq: number }) =>
    conversations.readUpTo(memberOf(actor), payload.conversationId, payload.seq),
})
