import type { Message } from '@marga/contract/chat'
import { unauthenticated } from '../../platform/access-tokens.ts'
import { createBatcher } from '../../platform/batcher.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { LoginSessions } from '../accounts/login-sessions.service.ts'
import { presentMessage } from './chat.presenter.ts'
import * as queries from './chat.queries.ts'
import type { ChatActor, Conversations } from './conversations.service.ts'
import {
  createMessageStore,
  type MessageStoreDeps,
  type NewMessage,
  type Sending,
  type Sent,
} from './message-store.service.ts'

type Deps = MessageStoreDeps & { conversations: Conversations; loginSessions: LoginSessions }

export type MessageRange = { before?: number | undefined; after?: number | undefined; limit: number }

export function createMessages(deps: Deps) {
  const { db, conversations, loginSessions } = deps
  const storeAll = createMessageStore(deps)
  const groups = createBatcher<Sending, Sent>({
    run: (sendings) => db.transact((tx) => storeOfTheLive(tx, sendings)),
    sizeMax: 100,
  })

  /** A group is nobody's request: whose session has ended is found here. */
  async function storeOfTheLive(tx: Tx, sendings: Sending[]): Promise<(Sent | AppError)[]> {
    const held = await loginSessions.lockAll(
      tx,
      sendings.map(({ actor }) => actor),
    )
    const isLive = ({ actor }: Sending) => held.has(actor.sessionId)
    const stored = await storeAll(tx, sendings.filter(isLive))
    return sendings.map((sending) => (isLive(sending) ? stored.shift()! : unauthenticated()))
  }

  async function page(
    conversationId: string,
    range: MessageRange,
  ): Promise<{ messages: Message[]; hasMore: boolean }> {
    const isForward = range.after !== undefined
    const rows = await queries
      .messages(db.query)
      .where('message.conversationId', '=', conversationId)
      .$if(isForward, (query) => query.where('message.seq', '>', range.after!))
      .$if(range.before !== undefined, (query) => query.where('message.seq', '<', range.before!))
      .orderBy('message.seq', isForward ? 'asc' : 'desc')
      .limit(range.limit + 1)
      .execute()
    const shown = rows.slice(0, range.limit).map(presentMessage)
    return { messages: isForward ? shown : shown.reverse(), hasMore: rows.length > range.limit }
  }

  return {
    /** @throws AppError not_found */
    async list(actor: ChatActor, conversationId: string, range: MessageRange) {
      await conversations.find(db.query, actor, conversationId)
      return page(conversationId, range)
    },

    /** The newest page of a pair. @throws AppError not_found */
    async ofPair(actor: ChatActor, pair: queries.Pair, limit: number) {
      if (actor.id !== (actor.role === 'mentee' ? pair.menteeId : pair.mentorId))
        throw new AppError('forbidden')
      const row = await conversations.findByPair(db.query, actor.role, pair)
      if (!row) throw new AppError('not_found')
      return { messages: (await page(row.id, { limit })).messages, conversationId: row.id }
    },

    /**
     * Stores, then tells both people on every device. A repeated clientMessageId is announced again, because the
     * first announcement may have been what was lost.
     * @throws AppError not_found, not_enrolled, idempotency_conflict
     */
    async send(actor: ChatActor, conversationId: string, input: NewMessage): Promise<Sent> {
      const sending = { actor, conversationId, input }
      // What is in a transaction already is stored by that one, and with nobody else's.
      if (!db.isInTransaction()) return groups.add(sending)
      const [sent] = await db.transact((tx) => storeAll(tx, [sending]))
      if (sent instanceof AppError) throw sent
      return sent!
    },
  }
}
export type Messages = ReturnType<typeof createMessages>
