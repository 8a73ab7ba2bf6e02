import type { ClientEvents } from '@marga/contract/realtime'
import type { Actor, Member } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { Conversations } from './conversations.service.ts'
import type { MessageStore } from './message-store.service.ts'

const memberOf = (actor: Actor): Member => {
  if (actor.role === 'moderator') throw new AppError('forbidden')
  return actor as Member
}

type Deps = { conversations: Conversations; messageStore: MessageStore }

/** What the two sides of a conversation tell each other. */
export const chatEvents = ({ conversations, messageStore }: Deps) => ({
  message: async (actor: Actor, { conversationId, ...written }: ClientEvents['message']) => {
    const { message } = await messageStore.send(memberOf(actor), conversationId, written)
    return { message }
  },
  typing: (actor: Actor, { conversationId, isTyping }: ClientEvents['typing']) =>
    conversations.announceTyping(memberOf(actor), conversationId, isTyping),
  read: (actor: Actor, { conversationId, seq }: ClientEvents['read']) =>
    conversations.readUpTo(memberOf(actor), conversationId, seq),
})
