import type { SenderType } from '@marga/contract/chat'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

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

const messages = (db: Db) =>
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

/** One more than the limit, which says whether there are more: the oldest first after a number, else the newest first. */
export const findMessages = (
  db: Db,
  conversationId: string,
  { after, before, limit }: { after?: number | undefined; before?: number | undefined; limit: number },
) =>
  messages(db)
    .where('message.conversationId', '=', conversationId)
    .$if(after !== undefined, (query) => query.where('message.seq', '>', after!))
    .$if(before !== undefined, (query) => query.where('message.seq', '<', before!))
    .orderBy('message.seq', after === undefined ? 'desc' : 'asc')
    .limit(limit + 1)
    .execute()

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
