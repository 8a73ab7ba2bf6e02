import type { Message } from '@marga/contract/chat'
import type { Member } from '../../platform/actor.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { presentMessage } from './chat.presenter.ts'
import type { Pair } from './chat.queries.ts'
import type { ChatPolicy } from './chat-policy.service.ts'
import type { Conversations } from './conversations.service.ts'
import { findMessages } from './messages.queries.ts'

type Deps = { db: Database; chatPolicy: ChatPolicy; conversations: Conversations }

export type MessageRange = { before?: number | undefined; after?: number | undefined; limit: number }

/** Reading what was written; `message-store.service.ts` writes. */
export function createMessages({ db, chatPolicy, conversations }: Deps) {
  return {
    /** @throws AppError not_found */
    async list(actor: Member, conversationId: string, range: MessageRange) {
      const row = await conversations.find(db.query, actor, conversationId)
      const page = await findPage(db.query, conversationId, range)
      // As the event says it, and to nobody else.
      if (!(await chatPolicy.canWrite(db.query, row))) return page
      return { ...page, readByOther: actor.role === 'mentee' ? row.mentorReadSeq : row.menteeReadSeq }
    },

    /** The newest page of a pair. @throws AppError not_found */
    async ofPair(actor: Member, pair: Pair, limit: number) {
      if (actor.id !== (actor.role === 'mentee' ? pair.menteeId : pair.mentorId))
        throw new AppError('forbidden')
      const row = await conversations.findByPair(db.query, actor.role, pair)
      if (!row) throw new AppError('not_found')
      return { messages: (await findPage(db.query, row.id, { limit })).messages, conversationId: row.id }
    },
  }
}
export type Messages = ReturnType<typeof createMessages>

async function findPage(
  db: Db,
  conversationId: string,
  range: MessageRange,
): Promise<{ messages: Message[]; hasMore: boolean }> {
  const rows = await findMessages(db, conversationId, range)
  const shown = rows.slice(0, range.limit).map(presentMessage)
  return {
    messages: range.after === undefined ? shown.reverse() : shown,
    hasMore: rows.length > range.limit,
  }
}
