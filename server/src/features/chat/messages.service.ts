import type { Message } from '@marga/contract/chat'
import type { Member } from '../../platform/actor.ts'
import { createBatcher } from '../../platform/batcher.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { presentMessage } from './chat.presenter.ts'
import type { Pair } from './chat.queries.ts'
import type { Conversations } from './conversations.service.ts'
import type { NewMessage, Sending, Sent } from './message-acceptance.rules.ts'
import { createMessageStore, type MessageStoreDeps } from './message-store.service.ts'
import { findMessages } from './messages.queries.ts'

type Deps = MessageStoreDeps & { conversations: Conversations }

export type MessageRange = { before?: number | undefined; after?: number | undefined; limit: number }

export function createMessages(deps: Deps) {
  const { db, conversations } = deps
  const messageStore = createMessageStore(deps)
  const batches = createBatcher<Sending, Sent>({ run: messageStore.storeTogether, sizeMax: 100 })

  return {
    /** @throws AppError not_found */
    async list(actor: Member, conversationId: string, range: MessageRange) {
      await conversations.find(db.query, actor, conversationId)
      return findPage(db.query, conversationId, range)
    },

    /** The newest page of a pair. @throws AppError not_found */
    async ofPair(actor: Member, pair: Pair, limit: number) {
      if (actor.id !== (actor.role === 'mentee' ? pair.menteeId : pair.mentorId))
        throw new AppError('forbidden')
      const row = await conversations.findByPair(db.query, actor.role, pair)
      if (!row) throw new AppError('not_found')
      return { messages: (await findPage(db.query, row.id, { limit })).messages, conversationId: row.id }
    },

    /**
     * Stores, then tells both people on every device. A repeated clientMessageId is announced again, because the
     * first announcement may have been what was lost.
     * @throws AppError not_found, not_enrolled, idempotency_conflict
     */
    async send(actor: Member, conversationId: string, input: NewMessage): Promise<Sent> {
      const sending = { actor, conversationId, input }
      // What is in a transaction already is stored by that one, and with nobody else's.
      if (!db.isInTransaction()) return batches.add(sending)
      const [sent] = await db.transact((tx) => messageStore.storeIn(tx, [sending]))
      if (sent instanceof AppError) throw sent
      return sent!
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
