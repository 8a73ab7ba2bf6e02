import { sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import { isBlockBetween } from '../accounts/block-fragments.queries.ts'

/** By mentee: the mentors whose communities they belong to. */
export const findMentorsOf = async (db: Db, menteeIds: readonly string[]) =>
  new Map(
    (
      await db
        .selectFrom('enrollment')
        .select(['menteeId', sql<string[]>`json_agg(mentor_id)`.as('mentorIds')])
        .where('menteeId', '=', anyOf(menteeIds))
        .where('status', '!=', 'ended')
        .where(({ not }) => not(isBlockBetween('enrollment.menteeId', 'enrollment.mentorId')))
        .groupBy('menteeId')
        .execute()
    ).map(({ menteeId, mentorIds }) => [menteeId, mentorIds]),
  )

export const countMembers = async (db: Db, mentorId: string): Promise<number> =>
  (
    await db
      .selectFrom('enrollment')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('mentorId', '=', mentorId)
      .where('status', '!=', 'ended')
      .where(({ not }) => not(isBlockBetween('enrollment.menteeId', 'enrollment.mentorId')))
      .executeTakeFirstOrThrow()
  ).count

/** Whose subscription of the mentor ended since then, and whom one of the two has blocked since then. */
export const findLeftSince = async (db: Db, mentorId: string, since: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('enrollment')
      .select('menteeId as id')
      .where('mentorId', '=', mentorId)
      .where('status', '=', 'ended')
      .where('endedAt', '>', since)
      .where(
        sql<boolean>`not exists (select from enrollment as live where live.mentor_id = enrollment.mentor_id
          and live.mentee_id = enrollment.mentee_id and live.status <> 'ended')`,
      )
      .unionAll(
        db
          .selectFrom('blockedPerson')
          .select('personId as id')
          .where('accountId', '=', mentorId)
          .where('createdAt', '>', since),
      )
      .unionAll(
        db
          .selectFrom('blockedPerson')
          .select('accountId as id')
          .where('personId', '=', mentorId)
          .where('createdAt', '>', since),
      )
      .execute()
  ).map(({ id }) => id)

/** Of a mentor's subscriptions that have not ended, those whose paid period has: whoever has no access now is among them. */
export const findOverdue = (db: Db, mentorId: string, now: Date) =>
  db
    .selectFrom('enrollment')
    .select(['menteeId', 'status', 'periodEnd', 'pastDueSince', 'pausedFrom', 'pausedUntil'])
    .where('mentorId', '=', mentorId)
    .where('status', '!=', 'ended')
    .where('periodEnd', '<=', now)
    .execute()
