import { sql } from 'kysely'
import { defaultTimeZone } from '../../platform/date-format.ts'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import { standstillsOf } from './standstill-fragments.queries.ts'
import type {
  AnswerStep,
  ClockFacts,
  EndedWaiting,
  KnownStandstill,
  WaitingColumns,
} from './waiting.rules.ts'

const clockColumns = [
  'conversation.id',
  'conversation.menteeId',
  'conversation.mentorId',
  'conversation.waitingSince',
  'conversation.silentSince',
  'conversation.answerDueAt',
  'conversation.refundableFrom',
  'conversation.answerStepAt',
] as const

export type FactsOfConversation = ClockFacts & { isLive: boolean }

/** Whoever writes to the conversation waits. */
const lockedClocks = (db: Db) =>
  db
    .selectFrom('conversation')
    .select(clockColumns)
    .select(sql<AnswerStep | null>`answer_step`.as('answerStep'))
    .forNoKeyUpdate()

export const lockClock = (db: Db, conversationId: string) =>
  lockedClocks(db).where('id', '=', conversationId).executeTakeFirst()

export const lockClockOfPair = (db: Db, { menteeId, mentorId }: { menteeId: string; mentorId: string }) =>
  lockedClocks(db).where('menteeId', '=', menteeId).where('mentorId', '=', mentorId).executeTakeFirst()

export const writeClock = (db: Db, conversationId: string, columns: WaitingColumns) =>
  db.updateTable('conversation').set(columns).where('id', '=', conversationId).execute()

type FactsRow = {
  id: string
  timeZone: string
  isLive: boolean
  standstills: { because: KnownStandstill['because']; from: string; until: string | null }[]
}

/** What the clocks of these conversations are reckoned with, and whether the mentee's subscription is live. */
export async function findClockFacts(
  db: Db,
  conversationIds: readonly string[],
): Promise<Map<string, FactsOfConversation>> {
  const { rows } = await sql<FactsRow>`
    select conversation.id, coalesce(mentor.time_zone, ${defaultTimeZone}) as time_zone,
      exists (select from enrollment where enrollment.mentee_id = conversation.mentee_id
        and enrollment.mentor_id = conversation.mentor_id and enrollment.status <> 'ended') as is_live,
      coalesce((select json_agg(json_build_object('because', because,
          'from', starts_at, 'until', ends_at))
        from ${standstillsOf(sql.ref('conversation.mentee_id'), sql.ref('conversation.mentor_id'))} as standstill
      ), '[]') as standstills
    from conversation join account as mentor on mentor.id = conversation.mentor_id
    where conversation.id = ${anyOf(conversationIds)}`.execute(db)
  return new Map(
    rows.map(({ id, timeZone, isLive, standstills }) => [
      id,
      {
        timeZone,
        isLive,
        standstills: standstills.map(({ because, from, until }) => ({
          because,
          from: new Date(from),
          until: until === null ? null : new Date(until),
        })),
      },
    ]),
  )
}

export const findClockFactsOf = async (db: Db, conversationId: string): Promise<FactsOfConversation> =>
  (await findClockFacts(db, [conversationId])).get(conversationId)!

/** One statement, whatever their number. */
export const insertResponses = (db: Db, rows: readonly (EndedWaiting & { id: string })[]) =>
  sql`insert into mentor_response
      (id, conversation_id, mentor_id, mentee_id, since, due_at, ended_at, outcome, waited_ms)
    select * from unnest(${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ conversationId }) => conversationId)}::uuid[],
      ${rows.map(({ mentorId }) => mentorId)}::uuid[], ${rows.map(({ menteeId }) => menteeId)}::uuid[],
      ${rows.map(({ since }) => since)}::timestamptz(3)[], ${rows.map(({ dueAt }) => dueAt)}::timestamptz(3)[],
      ${rows.map(({ endedAt }) => endedAt)}::timestamptz(3)[], ${rows.map(({ outcome }) => outcome)}::text[],
      ${rows.map(({ waitedMs }) => waitedMs)}::bigint[])`.execute(db)

/** The last question whose waiting has ended without the mentee's objection. */
export const findLastEnded = (db: Db, conversationId: string, endedAfter: Date) =>
  db
    .selectFrom('mentorResponse')
    .selectAll()
    .where('conversationId', '=', conversationId)
    .where('outcome', '!=', 'over')
    .where('reopenedAt', 'is', null)
    .where('endedAt', '>', endedAfter)
    .orderBy('endedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const hasReopenedSince = async (db: Db, conversationId: string, moment: Date): Promise<boolean> =>
  (await db
    .selectFrom('mentorResponse')
    .select('id')
    .where('conversationId', '=', conversationId)
    .where('reopenedAt', '>', moment)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** When the mentor wrote first after that moment. */
export const findAnswerAfter = async (
  db: Db,
  conversationId: string,
  moment: Date,
): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('message')
      .select('createdAt')
      .where('conversationId', '=', conversationId)
      .where('senderType', '=', 'mentor')
      .where('createdAt', '>', moment)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst()
  )?.createdAt

/** It is counted anew, as what it is now. */
export const markReopened = (db: Db, id: string, now: Date) =>
  db.updateTable('mentorResponse').set({ reopenedAt: now, isCounted: false }).where('id', '=', id).execute()

export const findSaid = async (db: Db, conversationId: string, since: Date): Promise<Set<AnswerStep>> =>
  new Set(
    (
      await db
        .selectFrom('responseNotification')
        .select('kind')
        .where('conversationId', '=', conversationId)
        .where('since', '=', since)
        .execute()
    ).map(({ kind }) => kind as AnswerStep),
  )
