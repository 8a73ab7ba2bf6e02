import { limits } from '@marga/contract/limits'
import type { MemberRole } from '@marga/contract/roles'
import { sql } from 'kysely'
import { after, daysMs } from '../../platform/clock.ts'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import { isBlockBetween } from '../accounts/block-fragments.queries.ts'
import { currentStandstill } from '../response-times/standstill-fragments.queries.ts'
import type { AnswerStep, WaitingColumns } from '../response-times/waiting.rules.ts'

export type Pair = { menteeId: string; mentorId: string }

export const insertConversation = (db: Db, row: Pair & { id: string; updatedAt: Date }) =>
  db
    .insertInto('conversation')
    .values(row)
    .onConflict((conflict) => conflict.columns(['menteeId', 'mentorId']).doNothing())
    .execute()

/** Conversations with both people, the last message and what the viewer has not read. */
export const conversations = (db: Db, viewer: MemberRole, now: Date) =>
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
      'conversation.waitingSince',
      'conversation.silentSince',
      'conversation.answerDueAt',
      'conversation.refundableFrom',
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
    .select(['conversation.answerStepAt', sql<AnswerStep | null>`conversation.answer_step`.as('answerStep')])
    .select([unreadCount(viewer).as('unreadCount'), currentStandstill(now).as('standstill')])
export type ConversationRow = Awaited<ReturnType<ReturnType<typeof conversations>['executeTakeFirstOrThrow']>>

export const ownerOf = (viewer: MemberRole) =>
  viewer === 'mentee' ? 'conversation.menteeId' : 'conversation.mentorId'

const otherOf = (viewer: MemberRole): MemberRole => (viewer === 'mentee' ? 'mentor' : 'mentee')

/** The number that triggers keep; what stands uncounted from before there were any is counted. */
const unreadCount = (viewer: MemberRole) =>
  sql<number>`coalesce(${sql.ref(`conversation.${viewer}_unread`)}, (select count(*) from message as m
    where m.conversation_id = conversation.id and m.sender_type = ${otherOf(viewer)}
      and m.seq > ${sql.ref(`conversation.${viewer}_read_seq`)}))`

/** As both people see it: `unreadCount` is the mentee's. */
const conversationsOfBoth = (db: Db, now: Date) =>
  conversations(db, 'mentee', now).select(unreadCount('mentor').as('mentorUnreadCount'))
export type ConversationOfBoth = Awaited<
  ReturnType<ReturnType<typeof conversationsOfBoth>['executeTakeFirstOrThrow']>
>

export const findConversationsOfBoth = (db: Db, ids: readonly string[], now: Date) =>
  conversationsOfBoth(db, now).where('conversation.id', '=', anyOf(ids)).execute()

/** How many conversations of each account hold something from the other side that was not read. */
export async function countUnread(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom(
      sql<{ accountId: string }>`unnest(${accountIds}::uuid[])`.as<'given'>(sql`given (account_id)`),
    )
    .leftJoin('unreadConversations as known', 'known.accountId', 'given.accountId')
    .select([
      'given.accountId',
      sql<number>`coalesce(known.count, count_unread_conversations(given.account_id))`.as('count'),
    ])
    .execute()
  return new Map(rows.map(({ accountId, count }) => [accountId, count]))
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
  sql`update conversation set ${countersGiven}
    from unnest(${counterArrays(rows)}) as given (id, last_seq, mentee_read_seq, mentor_read_seq, updated_at)
    where conversation.id = given.id`.execute(db)

/** The same with the clocks, which few messages change: by one statement, too. */
export const writeCountersAndClocks = (db: Db, rows: readonly (Counters & WaitingColumns)[]) =>
  sql`update conversation set ${countersGiven},
      waiting_since = given.waiting_since, silent_since = given.silent_since,
      answer_due_at = given.answer_due_at, refundable_from = given.refundable_from,
      answer_step = given.answer_step, answer_step_at = given.answer_step_at
    from unnest(${counterArrays(rows)}, ${rows.map((row) => row.waitingSince)}::timestamptz(3)[],
      ${rows.map((row) => row.silentSince)}::timestamptz(3)[],
      ${rows.map((row) => row.answerDueAt)}::timestamptz(3)[],
      ${rows.map((row) => row.refundableFrom)}::timestamptz(3)[],
      ${rows.map((row) => row.answerStep)}::text[], ${rows.map((row) => row.answerStepAt)}::timestamptz(3)[])
      as given (id, last_seq, mentee_read_seq, mentor_read_seq, updated_at, waiting_since, silent_since,
        answer_due_at, refundable_from, answer_step, answer_step_at)
    where conversation.id = given.id`.execute(db)

const countersGiven = sql`last_seq = given.last_seq, mentee_read_seq = given.mentee_read_seq,
  mentor_read_seq = given.mentor_read_seq, updated_at = given.updated_at`
const counterArrays = (rows: readonly Counters[]) =>
  sql`${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.lastSeq)}::int[],
    ${rows.map((row) => row.menteeReadSeq)}::int[], ${rows.map((row) => row.mentorReadSeq)}::int[],
    ${rows.map((row) => row.updatedAt)}::timestamptz(3)[]`

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

export type RightsRow = Awaited<ReturnType<typeof findRights>>[number]

/** What decides who may write, of each pair, in their order. */
export const findRights = (db: Db, pairs: readonly Pair[], now: Date) =>
  db
    .selectFrom(
      sql<Pair & { place: number }>`unnest(${pairs.map(({ menteeId }) => menteeId)}::uuid[],
        ${pairs.map(({ mentorId }) => mentorId)}::uuid[]) with ordinality`.as<'pair'>(
        sql`pair (mentee_id, mentor_id, place)`,
      ),
    )
    .leftJoin('enrollment as live', (join) =>
      join
        .onRef('live.menteeId', '=', 'pair.menteeId')
        .onRef('live.mentorId', '=', 'pair.mentorId')
        .on('live.status', '!=', 'ended'),
    )
    .select([
      'live.status',
      'live.periodEnd',
      'live.pastDueSince',
      'live.pausedFrom',
      'live.pausedUntil',
      sql<boolean>`exists (select from account where id in (pair.mentee_id, pair.mentor_id) and is_blocked)
        or ${isBlockBetween('pair.menteeId', 'pair.mentorId')}`.as('isClosed'),
      sql<boolean>`exists (select from enrollment
        where mentee_id = pair.mentee_id and mentor_id = pair.mentor_id)`.as('isEverEnrolled'),
      sql<boolean>`exists (select from slot
        where mentee_id = pair.mentee_id and mentor_id = pair.mentor_id and type = 'intro'
          and status in ('booked', 'completed')
          and ends_at > ${after(now, -daysMs(limits.introWritableAfterDays))})`.as('hasRecentIntro'),
    ])
    .orderBy('pair.place')
    .execute()
