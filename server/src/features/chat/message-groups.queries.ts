import { sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import { keepQuery } from '../../platform/db/prepared-statements.ts'
import type { NotificationRow } from '../notifications/grouping.rules.ts'
import type { NewPushNotification } from '../notifications/push-grouping.rules.ts'
import type { WaitingColumns } from '../response-times/waiting.rules.ts'
import { type ConversationOfBoth, conversationsOfBoth, type MessageRow } from './chat.queries.ts'

/** Whoever writes to one of them waits; always by id, so that nobody waits for each other. */
export const lockConversations = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('conversation')
    .select('id')
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

type Asked = {
  ids: readonly string[]
  /** Of the messages with an id of the sender's own, in the same order. */
  senderIds: readonly string[]
  clientMessageIds: readonly string[]
  now: Date
  introsEndAfter: Date
}
type EarlierJson = Omit<MessageRow, 'createdAt'> & { createdAt: string }

const groups = keepQuery((db, { ids, senderIds, clientMessageIds, now, introsEndAfter }: Asked) =>
  conversationsOfBoth(db, now, introsEndAfter)
    .select(
      sql<
        EarlierJson[] | null
      >`(select json_agg(json_build_object('id', sent.id, 'conversationId', sent.conversation_id,
          'seq', sent.seq, 'senderId', sent.sender_id, 'senderType', sent.sender_type, 'body', sent.body,
          'masked', sent.masked, 'clientMessageId', sent.client_message_id, 'createdAt', sent.created_at,
          'firstName', account.first_name))
        from message as sent join account on account.id = sent.sender_id
        where (sent.sender_id, sent.client_message_id) in (
          select * from unnest(${senderIds}::uuid[], ${clientMessageIds}::text[])))`.as('earlier'),
    )
    .where('conversation.id', '=', anyOf(ids)),
)

/** All that is to be known of a group of messages, by one statement: its conversations, and what was sent before. */
export async function readGroup(
  db: Db,
  ids: readonly string[],
  sent: readonly { senderId: string; clientMessageId: string }[],
  times: { now: Date; introsEndAfter: Date },
): Promise<{ conversations: ConversationOfBoth[]; earlier: MessageRow[] }> {
  const rows = await groups(db, {
    ids,
    senderIds: sent.map(({ senderId }) => senderId),
    clientMessageIds: sent.map(({ clientMessageId }) => clientMessageId),
    ...times,
  })
  return {
    conversations: rows,
    earlier: (rows[0]?.earlier ?? []).map((row) => ({ ...row, createdAt: new Date(row.createdAt) })),
  }
}

export type DecidedGroup = {
  writtenAt: Date
  sessions: readonly string[]
  /** As they were read, by id. */
  conversations: ReadonlyMap<string, ConversationOfBoth>
  messages: readonly MessageRow[]
  /** Conversations that take messages, and those whose clock these start or end. */
  carriedOn: readonly ConversationOfBoth[]
  clocks: readonly (WaitingColumns & { id: string })[]
  notifications: readonly NotificationRow[]
  notices: readonly NewPushNotification[]
  pushAfterSeconds: number
  seenAt: Date
  /** Who is to be told how many conversations hold something unread. */
  countedFor: readonly string[]
}

const store = keepQuery((db, given: StoredGroup) =>
  db.selectNoFrom(
    sql<Record<string, number> | null>`store_messages(${given.writtenAt}, ${given.sessions}::uuid[],
      ${given.conversations}::uuid[], ${given.versions}::text[], ${given.senders}::uuid[], ${given.countedFor}::uuid[],
      ${given.messages}::json, ${given.counters}::json, ${given.clocks}::json, ${given.notifications}::json,
      ${given.notices}::json, ${given.seenAt}, ${given.pushAfterSeconds})`.as('unread'),
  ),
)
type StoredGroup = ReturnType<typeof asParameters>

/** Rows as text, with their columns named: what all of them have in common is given once. */
const asParameters = (group: DecidedGroup) => ({
  writtenAt: group.writtenAt,
  sessions: group.sessions,
  conversations: [...group.conversations.keys()],
  versions: [...group.conversations.values()].map(({ version }) => version),
  senders: [...new Set(group.messages.map(({ senderId }) => senderId))],
  countedFor: group.countedFor,
  messages: JSON.stringify(group.messages.map(({ createdAt: _, firstName: __, ...row }) => row)),
  counters: JSON.stringify(
    group.carriedOn.map(({ id, lastSeq, menteeReadSeq, mentorReadSeq }) => ({
      id,
      lastSeq,
      menteeReadSeq,
      mentorReadSeq,
    })),
  ),
  clocks: group.clocks.length > 0 ? JSON.stringify(group.clocks.map(clockOf)) : null,
  notifications: JSON.stringify(
    group.notifications.map(({ id, accountId, content, conversationId }) => ({
      id,
      accountId,
      content,
      conversationId,
    })),
  ),
  notices: JSON.stringify(group.notices),
  seenAt: group.seenAt,
  pushAfterSeconds: group.pushAfterSeconds,
})

const clockOf = (row: WaitingColumns & { id: string }) => ({
  id: row.id,
  waitingSince: row.waitingSince,
  silentSince: row.silentSince,
  answerDueAt: row.answerDueAt,
  refundableFrom: row.refundableFrom,
  answerStep: row.answerStep,
  answerStepAt: row.answerStepAt,
})

/**
 * By one statement. @returns how many conversations hold something unread for each receiver; undefined, with nothing
 * written, where a session has ended or a conversation has changed since it was read
 */
export async function storeGroup(db: Db, group: DecidedGroup): Promise<Map<string, number> | undefined> {
  const [stored] = await store(db, asParameters(group))
  return stored?.unread ? new Map(Object.entries(stored.unread)) : undefined
}
