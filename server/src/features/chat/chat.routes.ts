import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { type BoundRoute, respond, route } from '../../http/route.ts'
import type { Member } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Community } from './community.service.ts'
import type { Conversations } from './conversations.service.ts'
import type { NewMessage } from './message-acceptance.rules.ts'
import type { MessageStore } from './message-store.service.ts'
import type { Messages } from './messages.service.ts'
import { findSavedReplies, putSavedReplies } from './saved-replies.queries.ts'

type Deps = {
  db: Database
  conversations: Conversations
  messages: Messages
  messageStore: MessageStore
  community: Community
}

export const chatRoutes = (deps: Deps): BoundRoute[] => [
  ...conversationRoutes(deps),
  ...communityRoutes(deps),
  ...savedReplyRoutes(deps),
]

function conversationRoutes({ conversations, messages, messageStore, community }: Deps): BoundRoute[] {
  async function mark(
    actor: Member,
    conversationId: string,
    body: { conversationId: string; isRead: boolean; seq?: number | undefined },
  ) {
    if (body.conversationId !== conversationId) throw new AppError('not_found')
    return { conversation: await conversations.mark(actor, conversationId, body) }
  }
  async function send(actor: Member, conversationId: string, body: NewMessage) {
    const sent = await messageStore.send(actor, conversationId, body)
    return respond(sent.isRepeat ? 200 : 201, { responseFromMessageCreation: sent.message })
  }
  const unread = async (actor: Member) => ({
    unreadConversations: await conversations.countUnread(actor),
    communities: await community.unread(actor),
  })
  const { mentee, mentor } = api.chat

  return [
    route(api.chat.pairMessages, ({ actor, body }) => messages.ofPair(actor, body, limits.pageSizeDefault)),

    route(mentee.open, async ({ actor, body }) => ({
      conversations: await conversations.open(actor, body.mentorId),
    })),
    route(mentee.conversations, ({ actor, query }) =>
      conversations.list(actor, { ...query, otherName: query.mentorName }, query),
    ),
    route(mentee.markRead, ({ actor, params, body }) => mark(actor, params.conversationId, body)),
    route(mentee.notAnswered, async ({ actor, params }) => ({
      conversation: await conversations.restoreQuestion(actor, params.conversationId),
    })),
    route(mentee.unread, ({ actor }) => unread(actor)),
    route(mentee.messages, ({ actor, params, query }) => messages.list(actor, params.conversationId, query)),
    route(mentee.send, ({ actor, params, body }) => send(actor, params.conversationId, body)),

    route(mentor.open, async ({ actor, body }) => ({
      conversations: await conversations.open(actor, body.menteeId),
    })),
    route(mentor.conversations, ({ actor, query }) =>
      conversations.list(actor, { ...query, otherName: query.menteeName }, query),
    ),
    route(mentor.markRead, ({ actor, params, body }) => mark(actor, params.conversationId, body)),
    route(mentor.settled, async ({ actor, params }) => ({
      conversation: await conversations.settle(actor, params.conversationId),
    })),
    route(mentor.unread, ({ actor }) => unread(actor)),
    route(mentor.messages, ({ actor, params, query }) => messages.list(actor, params.conversationId, query)),
    route(mentor.send, ({ actor, params, body }) => send(actor, params.conversationId, body)),
  ]
}

const communityRoutes = ({ community }: Deps): BoundRoute[] => [
  route(api.community.messages, ({ actor, params, query }) => community.list(actor, params.mentorId, query)),
  route(api.community.send, async ({ actor, params, body }) => {
    const sent = await community.send(actor, params.mentorId, body)
    return respond(sent.isRepeat ? 200 : 201, { data: sent.message })
  }),
  route(api.community.markRead, async ({ actor, params, body }) => ({
    unread: await community.markRead(actor, params.mentorId, body.seq),
  })),
  route(api.community.remove, async ({ actor, params }) => ({
    data: await community.remove(actor, params.mentorId, params.messageId),
  })),
]

const savedReplyRoutes = ({ db }: Deps): BoundRoute[] => [
  route(api.savedReplies.list, async ({ actor }) => ({
    savedReplies: await findSavedReplies(db.query, actor.id),
  })),
  route(api.savedReplies.save, async ({ actor, body }) => {
    await db.transact((tx) => putSavedReplies(tx, actor.id, body.savedReplies))
    return { savedReplies: body.savedReplies }
  }),
]
