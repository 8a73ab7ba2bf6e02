import type { MemberRole } from '@marga/contract/roles'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared-statements.ts'
import { isBlockBetween } from '../accounts/block-fragments.queries.ts'
import { wasNotRefused } from '../enrollments/refusal-fragments.queries.ts'
import { currentStandstill } from '../response-times/standstill-fragments.queries.ts'
import type { AnswerStep } from '../response-times/waiting.rules.ts'

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

/**
 * As both people see it, with what decides whether they may write: `unreadCount` is the mentee's, and `version` is
 * another after each change.
 */
export const conversationsOfBoth = (db: Db, now: Date, introsEndAfter: Date) =>
  conversations(db, 'mentee', now)
    .leftJoin('enrollment as live', (join) =>
      join
        .onRef('live.menteeId', '=', 'conversation.menteeId')
        .onRef('live.mentorId', '=', 'conversation.mentorId')
        .on('live.status', '!=', 'ended'),
    )
    .select(unreadCount('mentor').as('mentorUnreadCount'))
    .select(sql<string>`conversation.xmin::text`.as('version'))
    .select(rightsColumns('conversation', introsEndAfter))
export type ConversationOfBoth = Awaited<
  ReturnType<ReturnType<typeof conversationsOfBoth>['executeTakeFirstOrThrow']>
>

/** How many conversations of each account hold something from the other side that was not read. */
export async function countUnread(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  if (accountIds.length === 0) return new Map()
  const rows = await prepared(
    db,
    db
      .selectFrom(
        sql<{ accountId: string }>`unnest(${accountIds}::uuid[])`.as<'given'>(sql`given (account_id)`),
      )
      .leftJoin('unreadConversations as known', 'known.accountId', 'given.accountId')
      .select([
        'given.accountId',
        sql<number>`coalesce(known.count, count_unread_conversations(given.account_id))`.as('count'),
      ]),
  )
  return new Map(rows.map(({ accountId, count }) => [accountId, count]))
}

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

/** What decides who may write, of a pair that is given by the columns of that name; `live` is joined by `onLive`. */
const rightsColumns = (pair: 'pair' | 'conversation', introsEndAfter: Date) =>
  [
    'live.status',
    'live.periodEnd',
    'live.pastDueSince',
    'live.pausedFrom',
    'live.pausedUntil',
    sql<boolean>`exists (select from account
        where id in (${sql.ref(`${pair}.menteeId`)}, ${sql.ref(`${pair}.mentorId`)}) and is_blocked)
      or ${isBlockBetween(`${pair}.menteeId`, `${pair}.mentorId`)}`.as('isClosed'),
    sql<boolean>`exists (select from enrollment
      where mentee_id = ${sql.ref(`${pair}.menteeId`)} and mentor_id = ${sql.ref(`${pair}.mentorId`)}
        and ${wasNotRefused})`.as('isEverEnrolled'),
    sql<boolean>`exists (select from slot
      where mentee_id = ${sql.ref(`${pair}.menteeId`)} and mentor_id = ${sql.ref(`${pair}.mentorId`)}
        and type = 'intro' and status <> 'cancelled' and ends_at > ${introsEndAfter})`.as('hasRecentIntro'),
  ] as const
export type RightsRow = Awaited<ReturnType<typeof findRights>>[number]

/** Of each pair, in their order. @param introsEndAfter whose end lets the two write */
export const findRights = (db: Db, pairs: readonly Pair[], introsEndAfter: Date) =>
  prepared(
    db,
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
      .select(rightsColumns('pair', introsEndAfter))
      .orderBy('pair.place'),
  )
