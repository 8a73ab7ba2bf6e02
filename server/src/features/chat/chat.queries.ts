import type { SenderType } from '@marga/contract/chat'
import { sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'

export type Pair = { menteeId: string; mentorId: string }

export const insertConversation = (db: Db, row: Pair & { id: string; updatedAt: Date }) =>
  db
    .insertInto('conversation')
    .values(row)
    .onConflict((conflict) => conflict.columns(['menteeId', 'mentorId']).doNothing())
    .execute()

/** Conversations with both people, the last message and what the viewer has not read. */
export const conversations = (db: Db, viewer: SenderType) =>
  db
    .selectFrom('conversation')
    .innerJoin('account as mentee', 'mentee.id', 'conversation.menteeId')
    .innerJoin('account as mentor', 'mentor.id', 'conversation.mentorId')
    .leftJoin('message as last', (join) =>
      join
        .onRef('last.conversationId', '=', 'conversation.id')
        .onRef('last.seq', '=', 'conversation.lastSeq'),
    )
    .select([
      'conversation.id',
      'conversation.menteeId',
      'conversation.mentorId',
      'conversation.lastSeq',
      'conversation.menteeReadSeq',
      'conversation.mentorReadSeq',
      'conversation.updatedAt',
      'mentee.firstName as menteeFirstName',
      'mentee.lastName as menteeLastName',
      'mentee.profileImageUrl as menteeImage',
      'mentor.firstName as mentorFirstName',
      'mentor.lastName as mentorLastName',
      'mentor.profileImageUrl as mentorImage',
      'last.id as lastId',
      'last.senderId as lastSenderId',
      'last.senderType as lastSenderType',
      'last.body as lastBody',
      'last.masked as lastMasked',
      'last.clientMessageId as lastClientMessageId',
      'last.createdAt as lastCreatedAt',
    ])
    .select(unreadCount(viewer).as('unreadCount'))
export type ConversationRow = Awaited<ReturnType<ReturnType<typeof conversations>['executeTakeFirstOrThrow']>>

const readSeq = (viewer: SenderType) =>
  viewer === 'mentee' ? sql.ref('conversation.mentee_read_seq') : sql.ref('conversation.mentor_read_seq')

const unreadCount = (viewer: SenderType) =>
  sql<number>`(select count(*) from message as m where m.conversation_id = conversation.id
    and m.seq > ${readSeq(viewer)} and m.sender_type <> ${viewer})`

/** As both people see it: `unreadCount` is the mentee's. */
export const conversationsOfBoth = (db: Db) =>
  conversations(db, 'mentee').select(unreadCount('mentor').as('mentorUnreadCount'))

/** How many conversations of each account hold something from the other side that was not read. */
export async function countUnread(
  db: Db,
  viewer: SenderType,
  accountIds: readonly string[],
): Promise<Map<string, number>> {
  if (accountIds.length === 0) return new Map()
  const owner = viewer === 'mentee' ? 'conversation.menteeId' : 'conversation.mentorId'
  const rows = await db
    .selectFrom('conversation')
    .select([`${owner} as accountId`, sql<number>`count(*)`.as('count')])
    .where(owner, '=', anyOf(accountIds))
    .where(
      sql<boolean>`exists (select 1 from message as m where m.conversation_id = conversation.id
        and m.seq > ${readSeq(viewer)} and m.sender_type <> ${viewer})`,
    )
    .groupBy(owner)
    .execute()
  const counts = new Map(rows.map(({ accountId, count }) => [accountId, count]))
  return new Map(accountIds.map((id) => [id, counts.get(id) ?? 0]))
}

/** Whoever writes to one of them waits; always by id, so that nobody waits for each other. */
export const lockConversations = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('conversation')
    .select('id')
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export type Counters = {
  id: string
  lastSeq: number
  menteeReadSeq: number
  mentorReadSeq: number
  updatedAt: Date
}

/** What stands in the rows is taken from the given, which whoever holds their locks has counted. */
export const writeCounters = (db: Db, rows: readonly Counters[]) =>
  sql`update conversation set last_seq = given.last_seq, mentee_read_seq = given.mentee_read_seq,
      mentor_read_seq = given.mentor_read_seq, updated_at = given.updated_at
    from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.lastSeq)}::int[],
      ${rows.map((row) => row.menteeReadSeq)}::int[], ${rows.map((row) => row.mentorReadSeq)}::int[],
      ${rows.map((row) => row.updatedAt)}::timestamptz(3)[])
      as given (id, last_seq, mentee_read_seq, mentor_read_seq, updated_at)
    where conversation.id = given.id`.execute(db)

/** One statement, whatever their number. */
export const insertMessages = (db: Db, rows: readonly MessageRow[]) =>
  sql`insert into message
      (id, conversation_id, seq, sender_id, sender_type, body, masked, client_message_id, created_at)
    select * from unnest(${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => row.conversationId)}::uuid[], ${rows.map((row) => row.seq)}::int[],
      ${rows.map((row) => row.senderId)}::uuid[], ${rows.map((row) => row.senderType)}::text[],
      ${rows.map((row) => row.body)}::text[], ${rows.map((row) => row.masked)}::boolean[],
      ${rows.map((row) => row.clientMessageId)}::text[],
      ${rows.map((row) => row.createdAt)}::timestamptz(3)[])`.execute(db)

export const messages = (db: Db) =>
  db
    .selectFrom('message')
    .innerJoin('account', 'account.id', 'message.senderId')
    .select([
      'message.id',
      'message.conversationId',
      'message.seq',
      'message.senderId',
      'message.senderType',
      'message.body',
      'message.masked',
      'message.clientMessageId',
      'message.createdAt',
      'account.firstName',
    ])
export type MessageRow = Awaited<ReturnType<ReturnType<typeof messages>['executeTakeFirstOrThrow']>>

/** What the senders have sent before under these ids of theirs. */
export const findByClientIds = (
  db: Db,
  sent: readonly { senderId: string; clientMessageId: string }[],
): Promise<MessageRow[]> =>
  sent.length === 0
    ? Promise.resolve([])
    : messages(db)
        .where(
          sql<boolean>`(message.sender_id, message.client_message_id) in (
            select * from unnest(${sent.map(({ senderId }) => senderId)}::uuid[],
              ${sent.map(({ clientMessageId }) => clientMessageId)}::text[]))`,
        )
        .execute()

/** Moves the reading mark; forward only, unless something is marked unread. */
export const setReadSeq = (db: Db, id: string, viewer: SenderType, seq: number, mayGoBack: boolean) => {
  const column = viewer === 'mentee' ? 'menteeReadSeq' : 'mentorReadSeq'
  return db
    .updateTable('conversation')
    .set({ [column]: sql`least(${seq}::int, last_seq)` })
    .where('id', '=', id)
    .$if(!mayGoBack, (query) => query.where(column, '<', seq))
    .execute()
}

export const lastSeqOfOther = async (db: Db, conversationId: string, viewer: SenderType) =>
  (
    await db
      .selectFrom('message')
      .select('seq')
      .where('conversationId', '=', conversationId)
      .where('senderType', '!=', viewer)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.seq
