import type { SenderType } from '@marga/contract/chat'
import { sql } from 'kysely'
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

/** How many conversations of the account hold something from the other side that was not read. */
export async function countUnread(db: Db, viewer: SenderType, accountId: string): Promise<number> {
  const owner = viewer === 'mentee' ? 'conversation.menteeId' : 'conversation.mentorId'
  const { count } = await db
    .selectFrom('conversation')
    .select(sql<number>`count(*)`.as('count'))
    .where(owner, '=', accountId)
    .where(
      sql<boolean>`exists (select 1 from message as m where m.conversation_id = conversation.id
        and m.seq > ${readSeq(viewer)} and m.sender_type <> ${viewer})`,
    )
    .executeTakeFirstOrThrow()
  return count
}

/** The next seq of a conversation; the row's lock makes senders take turns, so there are no gaps. */
export const takeSeq = async (db: Db, conversationId: string, sender: SenderType, now: Date) =>
  (
    await db
      .updateTable('conversation')
      .set({
        lastSeq: sql`last_seq + 1`,
        updatedAt: sql`greatest(updated_at, ${now}::timestamptz(3))`,
        // Whoever writes has read what stands above.
        ...(sender === 'mentee'
          ? { menteeReadSeq: sql`last_seq + 1` }
          : { mentorReadSeq: sql`last_seq + 1` }),
      })
      .where('id', '=', conversationId)
      .returning('lastSeq')
      .executeTakeFirstOrThrow()
  ).lastSeq

export const lockConversation = (db: Db, id: string) =>
  db.selectFrom('conversation').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

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

export const findByClientId = (db: Db, senderId: string, clientMessageId: string) =>
  messages(db)
    .where('message.senderId', '=', senderId)
    .where('message.clientMessageId', '=', clientMessageId)
    .executeTakeFirst()

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
