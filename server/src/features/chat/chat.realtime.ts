import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { ChatActor, Conversations } from './conversations.service.ts'

const chatActor = (actor: Actor): ChatActor => {
  if (actor.role === 'moderator') throw new AppError('forbidden')
  return actor as ChatActor
}

/** What the two sides of a conversation tell each other between messages. */
export const chatEvents = ({ conversations }: { conversations: Conversations }) => ({
  typing: (actor: Actor, payload: { conversationId: string; isTyping: boolean }) =>
    conversations.announceTyping(chatActor(actor), payload.conversationId, payload.isTyping),
  read: (actor: Actor, payload: { conversationId: string; seq: number }) =>
    conversations.readUpTo(chatActor(actor), payload.conversationId, payload.seq),
})
