import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { deleteInParts } from '../../platform/db/parts.ts'
import type { AnswerStep } from './waiting.rules.ts'

/** Conversations of which something is due, the longest overdue first. */
export const findDue = async (db: Db, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('conversation')
      .select('id')
      .where('answerStepAt', '<=', now)
      .orderBy('answerStepAt')
      .execute()
  ).map(({ id }) => id)

/** When something falls due next; now, while a standstill waits to be applied or an answer to be counted. */
export async function findNextDue(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select case
      when exists (select from response_standstill where not is_applied)
        or exists (select from mentor_response where not is_counted) then ${now}::timestamptz(3)
      else (select min(answer_step_at) from conversation where answer_step_at is not null) end as at`.execute(
    db,
  )
  return rows[0]?.at ?? null
}

/** Of two that come to say it the second has nothing to say. */
export const insertNotification = async (
  db: Db,
  notice: { conversationId: string; since: Date; kind: AnswerStep; mentorId: string; sentAt: Date },
): Promise<boolean> =>
  (await db
    .insertInto('responseNotification')
    .values(notice)
    .onConflict((conflict) => conflict.columns(['conversationId', 'since', 'kind']).doNothing())
    .returning('since')
    .executeTakeFirst()) !== undefined

export type NewStandstill = {
  id: number
  mentorId: string | null
  menteeId: string | null
  endsAt: Date | null
}

/** Begun, ended or taken back since clocks were last set by them. */
export const findNewStandstills = (db: Db): Promise<NewStandstill[]> =>
  db
    .selectFrom('responseStandstill')
    .select(['id', 'mentorId', 'menteeId', 'endsAt'])
    .where('isApplied', '=', false)
    .orderBy('id')
    .execute()

/** Unless it has changed again meanwhile. */
export const markApplied = (db: Db, { id, endsAt }: NewStandstill) =>
  sql`update response_standstill set is_applied = true
    where id = ${id} and ends_at is not distinct from ${endsAt}::timestamptz(3)`.execute(db)

/** Taken back before they began, or the end of a subscription: what they say is done once it is applied. */
export const deleteSpentStandstills = (db: Db) =>
  deleteInParts(db, 'responseStandstill', sql`is_applied and (kind = 'end' or ends_at = starts_at)`)

export const findWaitingOf = async (
  db: Db,
  { mentorId, menteeId }: { mentorId: string | null; menteeId: string | null },
): Promise<string[]> =>
  (
    await db
      .selectFrom('conversation')
      .select('id')
      .where('waitingSince', 'is not', null)
      .$if(mentorId !== null, (some) => some.where('mentorId', '=', mentorId))
      .$if(menteeId !== null, (some) => some.where('menteeId', '=', menteeId))
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)
