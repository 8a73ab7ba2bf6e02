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
const conversations = (db: Db, viewer: SenderType) =>
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

const ownerOf = (viewer: SenderType) =>
  viewer === 'mentee' ? 'conversation.menteeId' : 'conversation.mentorId'

type Viewer = { id: string; role: SenderType }

/** The viewer's own alone. */
export const findConversationOf = (db: Db, viewer: Viewer, conversationId: string) =>
  conversations(db, viewer.role)
    .where('conversation.id', '=', conversationId)
    .where(ownerOf(viewer.role), '=', viewer.id)
    .executeTakeFirst()

export const findConversationOfPair = (db: Db, viewer: SenderType, pair: Pair) =>
  conversations(db, viewer)
    .where('conversation.menteeId', '=', pair.menteeId)
    .where('conversation.mentorId', '=', pair.mentorId)
    .executeTakeFirst()

/** The viewer's own, those alone in whose other person's name `otherName` stands, if it is given. */
export function conversationsOf(db: Db, viewer: Viewer, otherName: string | undefined) {
  const other = viewer.role === 'mentee' ? 'mentor' : 'mentee'
  return conversations(db, viewer.role)
    .where(ownerOf(viewer.role), '=', viewer.id)
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
}
const sqlZero = '0'

const readSeq = (viewer: SenderType) =>
  viewer === 'mentee' ? sql.ref('conversation.mentee_read_seq') : sql.ref('conversation.mentor_read_seq')

const unreadCount = (viewer: SenderType) =>
  sql<number>`(select count(*) from message as m where m.conversation_id = conversation.id
    and m.seq > ${readSeq(viewer)} and m.sender_type <> ${viewer})`

/** As both people see it: `unreadCount` is the mentee's. */
const conversationsOfBoth = (db: Db) =>
  conversations(db, 'mentee').select(unreadCount('mentor').as('mentorUnreadCount'))
export type ConversationOfBoth = Awaited<
  ReturnType<ReturnType<typeof conversationsOfBoth>['executeTakeFirstOrThrow']>
>

export const findConversationsOfBoth = (db: Db, ids: readonly string[]) =>
  conversationsOfBoth(db).where('conversation.id', '=', anyOf(ids)).execute()

/** How many conversations of each account hold something from the other side that was not read. */
export async function countUnread(
  db: Db,
  viewer: SenderType,
  accountIds: readonly string[],
): Promise<Map<string, number>> {
  if (accountIds.length === 0) return new Map()
  const owner = ownerOf(viewer)
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
