import { limits } from '@marga/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import { after, daysMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { currentStandstill } from './standstill-fragments.queries.ts'

export type Figures = {
  mentorId: string
  answers: number
  medianMinutes: number | null
  withinPercent: number | null
}

const windowStart = (now: Date) => after(now, -daysMs(limits.responseDays))

/**
 * Of mentors, how they answered. What was due and got no answer counts as not within 24 hours; what a mentee said
 * was no answer does not count as one. The share is rounded down: 95 is never less.
 */
const figuresOf = (mentors: RawBuilder<unknown>, now: Date) => sql`(
  select mentor.account_id as mentor_id, coalesce(ended.answers, 0)::int as answers,
    round(ended.median_ms / 60000)::int as median_minutes,
    (100 * ended.in_time / nullif(ended.answers + ended.missed + waiting.missed, 0))::int as within_percent
  from mentor_profile as mentor
  left join lateral (
    select count(*) filter (where outcome = 'answered') as answers,
      count(*) filter (where outcome = 'answered' and (due_at is null or ended_at < due_at)) as in_time,
      count(*) filter (where outcome <> 'answered' and ended_at >= due_at) as missed,
      percentile_cont(0.5) within group (order by waited_ms) filter (where outcome = 'answered') as median_ms
    from mentor_response
    where mentor_id = mentor.account_id and ended_at > ${windowStart(now)} and reopened_at is null
  ) as ended on true
  left join lateral (
    select count(*) as missed from conversation
    where conversation.mentor_id = mentor.account_id and waiting_since is not null and answer_due_at <= ${now}
  ) as waiting on true
  where ${mentors})`

export async function findFigures(db: Db, mentorId: string, now: Date): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select * from ${figuresOf(sql`mentor.account_id = ${mentorId}`, now)} as figures`.execute(db)
  return rows[0]!
}

/** Mentors whose profile shows other figures than there are. */
export async function findOutdated(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ mentorId: string }>`
    select figures.mentor_id from ${figuresOf(
      sql`mentor.response_count is not null
        or mentor.account_id in (select mentor_id from mentor_response where ended_at > ${windowStart(now)})`,
      now,
    )} as figures
    join mentor_profile as profile on profile.account_id = figures.mentor_id
    where (profile.response_count, profile.response_median_minutes, profile.response_within_percent)
      is distinct from (
        case when answers >= ${limits.responsesMin} then answers end,
        case when answers >= ${limits.responsesMin} then median_minutes end,
        case when answers >= ${limits.responsesMin} then within_percent end)`.execute(db)
  return rows.map(({ mentorId }) => mentorId)
}

/** @returns whether the profile showed others; null where there are too few to show */
export const writeFigures = async (
  db: Db,
  mentorId: string,
  shown: { count: number; medianMinutes: number; within24hPercent: number } | null,
): Promise<boolean> => {
  const { rows } = await sql`
    update mentor_profile set response_count = ${shown?.count ?? null},
      response_median_minutes = ${shown?.medianMinutes ?? null},
      response_within_percent = ${shown?.within24hPercent ?? null}
    where account_id = ${mentorId}
      and (response_count, response_median_minutes, response_within_percent) is distinct from
        (${shown?.count ?? null}::int, ${shown?.medianMinutes ?? null}::int, ${shown?.within24hPercent ?? null}::int)
    returning account_id`.execute(db)
  return rows.length > 0
}

/** Mentors with answers that are not part of their figures yet. */
export const findUncounted = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('mentorResponse')
      .select('mentorId')
      .distinct()
      .where('isCounted', '=', false)
      .execute()
  ).map(({ mentorId }) => mentorId)

/** Mentors with so many late answers in no case that one is due. */
export async function findDueForCase(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ mentorId: string }>`
    select mentor_id from response_notification
    where kind = 'late' and ticket_id is null and sent_at > ${after(now, -daysMs(limits.lateAnswersDays))}
    group by mentor_id having count(*) >= ${limits.lateAnswersMax}`.execute(db)
  return rows.map(({ mentorId }) => mentorId)
}

export const markCounted = (db: Db, mentorId: string) =>
  db
    .updateTable('mentorResponse')
    .set({ isCounted: true })
    .where('mentorId', '=', mentorId)
    .where('isCounted', '=', false)
    .execute()

/** Of those who count a mentor's late answers at once the second waits for the first. */
export const holdMentor = (db: Db, mentorId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`late answers of ${mentorId}`}, 0))`.execute(db)

/** Answers that came late before anybody said so: known as late like the others. */
export const noteLateAnswers = (db: Db, mentorId: string, now: Date) =>
  sql`insert into response_notification (conversation_id, since, kind, mentor_id, sent_at)
    select conversation_id, since, 'late', mentor_id, due_at from mentor_response
    where mentor_id = ${mentorId} and ended_at >= due_at and reopened_at is null
      and ended_at > ${after(now, -daysMs(limits.lateAnswersDays))}
    on conflict do nothing`.execute(db)

export type LateQuestion = {
  conversationId: string
  menteeId: string
  firstName: string
  lastName: string
  profileImageUrl: string | null
  since: Date
  answeredAt: Date | null
}

/** Late answers that no case holds yet, oldest first. */
export const findLateForCase = async (db: Db, mentorId: string, now: Date): Promise<LateQuestion[]> =>
  (
    await sql<LateQuestion>`
      select ${lateColumns} from response_notification as notice ${lateJoins}
      where notice.mentor_id = ${mentorId} and notice.kind = 'late' and notice.ticket_id is null
        and notice.sent_at > ${after(now, -daysMs(limits.lateAnswersDays))}
      order by notice.since, notice.conversation_id`.execute(db)
  ).rows

/** Every late answer of the days that figures are of, newest first. */
export const findLate = async (db: Db, mentorId: string, now: Date): Promise<LateQuestion[]> =>
  (
    await sql<LateQuestion>`
      select ${lateColumns} from (
        select conversation_id, since from mentor_response
        where mentor_id = ${mentorId} and ended_at > ${windowStart(now)} and ended_at >= due_at
          and reopened_at is null
        union
        select id, waiting_since from conversation
        where mentor_id = ${mentorId} and waiting_since is not null and answer_due_at <= ${now}
      ) as notice ${lateJoins}
      order by notice.since desc, notice.conversation_id limit ${limits.unpagedListMax}`.execute(db)
  ).rows

const lateColumns = sql`notice.conversation_id, mentee.id as mentee_id, mentee.first_name, mentee.last_name,
  mentee.profile_image_url, notice.since, answer.ended_at as answered_at`
const lateJoins = sql`
  join conversation on conversation.id = notice.conversation_id
  join account as mentee on mentee.id = conversation.mentee_id
  left join lateral (
    select ended_at from mentor_response as response
    where response.conversation_id = notice.conversation_id and response.since = notice.since
      and outcome = 'answered' and reopened_at is null
    order by ended_at desc limit 1
  ) as answer on true`

/** Those who wait for the mentor, the first due on top. */
export const findWaiting = (db: Db, mentorId: string, now: Date) =>
  db
    .selectFrom('conversation')
    .innerJoin('account as mentee', 'mentee.id', 'conversation.menteeId')
    .select([
      'conversation.id as conversationId',
      'mentee.id as menteeId',
      'mentee.firstName',
      'mentee.lastName',
      'mentee.profileImageUrl',
      sql<Date>`conversation.waiting_since`.as('since'),
      'conversation.answerDueAt as dueAt',
    ])
    .select(currentStandstill(now).as('standstill'))
    .where('conversation.mentorId', '=', mentorId)
    .where('conversation.waitingSince', 'is not', null)
    .orderBy('conversation.answerDueAt', (order) => order.asc().nullsLast())
    .orderBy('conversation.id')
    .limit(limits.unpagedListMax)
    .execute()

/** They are part of a case now. */
export const setCase = (
  db: Db,
  ticketId: string,
  questions: readonly { conversationId: string; since: Date }[],
) =>
  sql`update response_notification set ticket_id = ${ticketId}
    from unnest(${questions.map(({ conversationId }) => conversationId)}::uuid[],
      ${questions.map(({ since }) => since)}::timestamptz(3)[]) as given (conversation_id, since)
    where response_notification.conversation_id = given.conversation_id and response_notification.since = given.since
      and kind = 'late'`.execute(db)

export const findMentorName = (db: Db, mentorId: string) =>
  db
    .selectFrom('account')
    .select(['firstName', 'lastName'])
    .where('id', '=', mentorId)
    .executeTakeFirstOrThrow()
