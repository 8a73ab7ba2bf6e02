import type { Conversation } from '@marga/contract/chat'
import type { MemberRole } from '@marga/contract/roles'
import type { Actor, Member } from '../../platform/actor.ts'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { formerListTimes } from '../../platform/db/former-list-times.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { AppError } from '../../platform/errors.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { ResponseClocks } from '../response-times/response-clocks.service.ts'
import { presentConversation } from './chat.presenter.ts'
import * as queries from './chat.queries.ts'
import type { ChatPolicy } from './chat-policy.service.ts'
import * as reads from './conversations.queries.ts'
import { lastSeqOfOther } from './messages.queries.ts'
import { noteReadBefore } from './unread-mails.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  cursors: Cursors
  realtime: Realtime
  chatPolicy: ChatPolicy
  responseClocks: ResponseClocks
  notifications: Pick<Notifications, 'markConversationsRead'>
}
type Viewer = Pick<Member, 'id' | 'role'>
type ListFilter = { otherName?: string | undefined; turn?: MemberRole | undefined }

/** The conversations of mentees and mentors: opened, listed, read. */
export function createConversations(deps: Deps) {
  return {
    find: (tx: Db, viewer: Viewer, conversationId: string) => find(deps, tx, viewer, conversationId),
    findByPair: (tx: Db, viewer: MemberRole, pair: queries.Pair) =>
      reads.findConversationOfPair(tx, viewer, pair, deps.clock.now()),
    ensure: (tx: Db, pair: queries.Pair) => ensure(deps, tx, pair),
    open: (actor: Member, otherId: string) => open(deps, actor, otherId),
    list: (actor: Member, filter: ListFilter, input: PageInput) => list(deps, actor, filter, input),
    mark: (actor: Member, conversationId: string, mark: Mark) => markRead(deps, actor, conversationId, mark),

    /** Read up to a seq, as the open conversation reports it. */
    readUpTo: async (actor: Member, conversationId: string, seq: number) =>
      read(deps, actor, await find(deps, deps.db.query, actor, conversationId), seq),

    settle: (mentor: Actor<'mentor'>, conversationId: string) =>
      changeClock(deps, mentor, conversationId, deps.responseClocks.settle),
    restoreQuestion: (mentee: Actor<'mentee'>, conversationId: string) =>
      changeClock(deps, mentee, conversationId, deps.responseClocks.restore),

    announceTyping: (actor: Member, conversationId: string, isTyping: boolean) =>
      announceTyping(deps, actor, conversationId, isTyping),
    countUnread: (viewer: Viewer) => countUnread(deps, viewer),
    announceUnread: (viewer: Viewer, readConversationId?: string) =>
      announceUnread(deps, viewer, readConversationId),
  }
}
export type Conversations = ReturnType<typeof createConversations>

/** The viewer's own conversation; somebody else's does not exist. @throws AppError not_found */
async function find({ clock }: Pick<Deps, 'clock'>, tx: Db, viewer: Viewer, conversationId: string) {
  const row = await reads.findConversationOf(tx, viewer, conversationId, clock.now())
  if (!row) throw new AppError('not_found')
  return row
}

const ensure = ({ clock, newId }: Deps, tx: Db, pair: queries.Pair) =>
  queries.insertConversation(tx, { id: newId(), ...pair, updatedAt: clock.now() })

/** Makes it if the pair may write and has none yet. @throws AppError not_enrolled */
async function open(deps: Deps, actor: Member, otherId: string): Promise<Conversation> {
  const { db, clock, chatPolicy } = deps
  const pair =
    actor.role === 'mentee'
      ? { menteeId: actor.id, mentorId: otherId }
      : { menteeId: otherId, mentorId: actor.id }
  const existing = await reads.findConversationOfPair(db.query, actor.role, pair, clock.now())
  if (existing) return present(deps, existing)
  if (!(await chatPolicy.canWrite(db.query, pair))) throw new AppError('not_enrolled')
  await ensure(deps, db.query, pair)
  return present(deps, (await reads.findConversationOfPair(db.query, actor.role, pair, clock.now()))!)
}

async function list(deps: Deps, actor: Member, filter: ListFilter, input: PageInput) {
  if (filter.turn === 'mentor') return listWaiting(deps, actor, filter.otherName, input)
  const { items, nextCursor } = await deps.cursors.page(
    reads.conversationsOf(deps.db.query, actor, filter, deps.clock.now()),
    {
      list: `conversations of a ${actor.role}`,
      columns: ['conversation.updatedAt', 'conversation.id'],
      order: 'desc',
      markOf: (row) => [row.updatedAt, row.id],
      dated: reads.lastMessageTimes,
    },
    input,
  )
  return { conversations: await presentAll(deps, items), nextCursor }
}

/** What is due first on top. */
async function listWaiting(deps: Deps, actor: Member, otherName: string | undefined, input: PageInput) {
  const { items, nextCursor } = await deps.cursors.page(
    reads.waitingConversationsOf(deps.db.query, actor, otherName, deps.clock.now()),
    {
      list: `waiting conversations of a ${actor.role}`,
      columns: ['turn.dueAt', 'conversation.id'],
      order: 'asc',
      markOf: (row) => [row.answerDueAt ?? reads.dueSometime, row.id],
      dated: formerListTimes('turn.dueAt', 'conversation.id'),
    },
    input,
  )
  return { conversations: await presentAll(deps, items), nextCursor }
}

/** The two are shown whose turn it is now. */
async function changeClock<A extends Member>(
  deps: Deps,
  actor: A,
  conversationId: string,
  change: (tx: Tx, actor: A, conversationId: string) => Promise<void>,
): Promise<Conversation> {
  const { db, realtime } = deps
  return db.transact(async (tx) => {
    await change(tx, actor, conversationId)
    const row = await find(deps, tx, actor, conversationId)
    const conversation = await present(deps, row)
    const { awaiting } = conversation
    db.afterCommit(() => {
      for (const id of [row.menteeId, row.mentorId])
        realtime.emit(id, 'awaiting', { conversationId, awaiting })
    })
    return conversation
  })
}

async function presentAll(
  { db, clock, chatPolicy }: Deps,
  rows: queries.ConversationRow[],
): Promise<Conversation[]> {
  const of = await chatPolicy.ofAll(db.query, rows)
  return rows.map((row, index) => presentConversation(row, of[index]!, clock.now()))
}

const present = async (deps: Deps, row: queries.ConversationRow) => (await presentAll(deps, [row]))[0]!

/** Read up to a message, or to the end; or unread from the last one of the other on. */
type Mark = { isRead: boolean; seq?: number | undefined }

/** @throws AppError not_found */
async function markRead(
  deps: Deps,
  actor: Member,
  conversationId: string,
  { isRead, seq: upTo }: Mark,
): Promise<Conversation> {
  const { db } = deps
  const row = await find(deps, db.query, actor, conversationId)
  if (isRead) await read(deps, actor, row, upTo ?? row.lastSeq)
  else {
    const seq = await lastSeqOfOther(db.query, row.id, actor.role)
    if (seq !== undefined) {
      await reads.setReadSeq(db.query, row.id, actor.role, seq - 1, 'back')
      if (row.unreadCount === 0)
        await noteReadBefore(db.query, { conversationId: row.id, accountId: actor.id, seq })
    }
    await announceUnread(deps, actor)
  }
  return present(deps, await find(deps, db.query, actor, conversationId))
}

/** Reads up to a seq; what was told of a conversation that is read to its end needs no telling. */
async function read(deps: Deps, actor: Member, row: queries.ConversationRow, seq: number) {
  const { db, notifications } = deps
  const upTo = Math.min(seq, row.lastSeq)
  const moved = await reads.setReadSeq(db.query, row.id, actor.role, upTo, 'forward')
  // Own messages may stand above the last that there was to read. What was stored since `row` was looked at is none of it.
  const isAll = upTo === moved?.lastSeq || upTo >= ((await lastSeqOfOther(db.query, row.id, actor.role)) ?? 0)
  if (isAll) {
    const reader = { accountId: actor.id, conversationId: row.id }
    await notifications.markConversationsRead(db.query, [reader])
  }
  await announceUnread(deps, actor, isAll ? row.id : undefined)
  await announceRead(deps, actor, row, upTo)
}

const countUnread = async ({ db }: Deps, { id }: Viewer) =>
  (await queries.countUnread(db.query, [id])).get(id)!

async function announceUnread(deps: Deps, viewer: Viewer, readConversationId?: string) {
  const { db, realtime } = deps
  const unreadConversations = await countUnread(deps, viewer)
  db.afterCommit(() => realtime.emit(viewer.id, 'unread', { unreadConversations, readConversationId }))
}

/** The other hears of it while the two may write to each other. */
async function announceRead(
  { db, realtime, chatPolicy }: Deps,
  actor: Member,
  row: queries.ConversationRow,
  seq: number,
) {
  if (!(await chatPolicy.canWrite(db.query, row))) return
  db.afterCommit(() => realtime.emit(otherOf(actor, row), 'read', { conversationId: row.id, seq }))
}

async function announceTyping(deps: Deps, actor: Member, conversationId: string, isTyping: boolean) {
  const { db, realtime, chatPolicy } = deps
  const row = await find(deps, db.query, actor, conversationId)
  if (!(await chatPolicy.canWrite(db.query, row))) return
  realtime.emit(otherOf(actor, row), 'typing', { conversationId, isTyping })
}

const otherOf = (actor: Member, row: queries.Pair) => (actor.role === 'mentee' ? row.mentorId : row.menteeId)
