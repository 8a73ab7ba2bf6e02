import type { Conversation, SenderType } from '@marga/contract/chat'
import type { Actor } from '../../platform/actor.ts'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { AppError } from '../../platform/errors.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import { presentConversation } from './chat.presenter.ts'
import * as queries from './chat.queries.ts'
import type { ChatPolicy } from './chat-policy.service.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  cursors: Cursors
  realtime: Realtime
  chatPolicy: ChatPolicy
  notifications: Pick<Notifications, 'markConversationsRead'>
}
export type ChatActor = Actor<SenderType>

export function createConversations(deps: Deps) {
  const { db, clock, newId, cursors, realtime, chatPolicy, notifications } = deps
  const ownerOf = (viewer: SenderType) =>
    viewer === 'mentee' ? 'conversation.menteeId' : 'conversation.mentorId'

  /** The viewer's own conversation; somebody else's does not exist. @throws AppError not_found */
  async function find(tx: Db, actor: { id: string; role: SenderType }, conversationId: string) {
    const row = await queries
      .conversations(tx, actor.role)
      .where('conversation.id', '=', conversationId)
      .where(ownerOf(actor.role), '=', actor.id)
      .executeTakeFirst()
    if (!row) throw new AppError('not_found')
    return row
  }

  const findByPair = (tx: Db, viewer: SenderType, pair: queries.Pair) =>
    queries
      .conversations(tx, viewer)
      .where('conversation.menteeId', '=', pair.menteeId)
      .where('conversation.mentorId', '=', pair.mentorId)
      .executeTakeFirst()

  async function presentAll(tx: Db, rows: queries.ConversationRow[]): Promise<Conversation[]> {
    const of = await chatPolicy.ofAll(tx, rows)
    return rows.map((row, index) => presentConversation(row, of[index]!.canWrite))
  }
  const present = async (tx: Db, row: queries.ConversationRow) => (await presentAll(tx, [row]))[0]!

  const countUnread = async ({ id, role }: Pick<ChatActor, 'id' | 'role'>) =>
    (await queries.countUnread(db.query, role, [id])).get(id)!

  const announceUnread = async (actor: { id: string; role: SenderType }, readConversationId?: string) => {
    const unreadConversations = await countUnread(actor)
    db.afterCommit(() => realtime.emit(actor.id, 'unread', { unreadConversations, readConversationId }))
  }

  /** Reads up to a seq; what was told of a conversation that is read to its end needs no telling. */
  async function read(actor: ChatActor, row: queries.ConversationRow, seq: number) {
    const upTo = Math.min(seq, row.lastSeq)
    await queries.setReadSeq(db.query, row.id, actor.role, upTo, false)
    const isAll = upTo === row.lastSeq
    if (isAll) {
      const reader = { accountId: actor.id, conversationId: row.id }
      await notifications.markConversationsRead(db.query, [reader])
    }
    await announceUnread(actor, isAll ? row.id : undefined)
    await announceRead(actor, row, upTo)
  }

  return {
    find,
    findByPair,
    ensure: (tx: Db, pair: queries.Pair) =>
      queries.insertConversation(tx, { id: newId(), ...pair, updatedAt: clock.now() }),

    /** Makes it if the pair may write and has none yet. @throws AppError not_enrolled */
    async open(actor: ChatActor, otherId: string): Promise<Conversation> {
      const pair =
        actor.role === 'mentee'
          ? { menteeId: actor.id, mentorId: otherId }
          : { menteeId: otherId, mentorId: actor.id }
      const existing = await findByPair(db.query, actor.role, pair)
      if (existing) return present(db.query, existing)
      if (!(await chatPolicy.canWrite(db.query, pair))) throw new AppError('not_enrolled')
      await queries.insertConversation(db.query, { id: newId(), ...pair, updatedAt: clock.now() })
      return present(db.query, (await findByPair(db.query, actor.role, pair))!)
    },

    async list(actor: ChatActor, otherName: string | undefined, input: PageInput) {
      const other = actor.role === 'mentee' ? 'mentor' : 'mentee'
      const query = queries
        .conversations(db.query, actor.role)
        .where(ownerOf(actor.role), '=', actor.id)
        .$if(Boolean(otherName), (some) =>
          some.where(({ eb, fn, val }) =>
            eb(
              fn<string>('strpos', [
                fn('lower', [fn('concat_ws', [val(' '), `${other}.firstName`, `${other}.lastName`])]),
                fn('lower', [val(otherName ?? '')]),
              ]),
              '>',
              sqlZero,
            ),
          ),
        )
      const { items, nextCursor } = await cursors.page(
        query,
        {
          list: `conversations of a ${actor.role}`,
          columns: ['conversation.updatedAt', 'conversation.id'],
          order: 'desc',
          markOf: (row) => [row.updatedAt, row.id],
        },
        input,
      )
      return { conversations: await presentAll(db.query, items), nextCursor }
    },

    /** @throws AppError not_found */
    async mark(actor: ChatActor, conversationId: string, isRead: boolean): Promise<Conversation> {
      const row = await find(db.query, actor, conversationId)
      if (isRead) await read(actor, row, row.lastSeq)
      else {
        const seq = await queries.lastSeqOfOther(db.query, row.id, actor.role)
        if (seq !== undefined) await queries.setReadSeq(db.query, row.id, actor.role, seq - 1, true)
        await announceUnread(actor)
      }
      return present(db.query, await find(db.query, actor, conversationId))
    },

    /** Read up to a seq, as the open conversation reports it. */
    async readUpTo(actor: ChatActor, conversationId: string, seq: number) {
      await read(actor, await find(db.query, actor, conversationId), seq)
    },

    async announceTyping(actor: ChatActor, conversationId: string, isTyping: boolean) {
      const row = await find(db.query, actor, conversationId)
      if (!(await chatPolicy.canWrite(db.query, row))) return
      realtime.emit(otherOf(actor, row), 'typing', { conversationId, isTyping })
    },

    countUnread,
    announceUnread,
  }

  /** The other hears of it while the two may write to each other. */
  async function announceRead(actor: ChatActor, row: queries.ConversationRow, seq: number) {
    if (!(await chatPolicy.canWrite(db.query, row))) return
    db.afterCommit(() => realtime.emit(otherOf(actor, row), 'read', { conversationId: row.id, seq }))
  }
}
export type Conversations = ReturnType<typeof createConversations>

const sqlZero = '0'
const otherOf = (actor: ChatActor, row: queries.Pair) =>
  actor.role === 'mentee' ? row.mentorId : row.menteeId
