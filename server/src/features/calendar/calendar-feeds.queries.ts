import type { MemberRole } from '@marga/contract/roles'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export const findGeneration = async (db: Db, accountId: string): Promise<number> =>
  (
    await db
      .selectFrom('account')
      .select('calendarGeneration')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).calendarGeneration

export const advanceGeneration = async (db: Db, accountId: string): Promise<number> =>
  (
    await db
      .updateTable('account')
      .set({ calendarGeneration: sql`calendar_generation + 1` })
      .where('id', '=', accountId)
      .returning('calendarGeneration')
      .executeTakeFirstOrThrow()
  ).calendarGeneration

/** The account, unless it is blocked or erased. */
export const findFeedAccount = (db: Db, role: MemberRole, accountId: string) =>
  db
    .selectFrom('account')
    .select(['id', 'calendarGeneration'])
    .where('id', '=', accountId)
    .where('role', '=', role)
    .where('isBlocked', '=', false)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

/** With the name of the other person. */
export const findCalendarSessions = (
  db: Db,
  { role, accountId }: { role: MemberRole; accountId: string },
  since: Date,
) => {
  const [own, other] =
    role === 'mentee' ? (['menteeId', 'mentorId'] as const) : (['mentorId', 'menteeId'] as const)
  return db
    .selectFrom('slot')
    .innerJoin('account', 'account.id', `slot.${other}`)
    .select([
      'slot.id',
      'slot.bookingId',
      'slot.startsAt',
      'slot.endsAt',
      'slot.topic',
      'slot.bookedAt',
      'slot.calendarSequence',
      'account.firstName',
      'account.lastName',
    ])
    .where(`slot.${own}`, '=', accountId)
    .where('slot.status', 'in', ['booked', 'completed'])
    .where('slot.startsAt', '>', since)
    .orderBy('slot.startsAt')
    .limit(500)
    .execute()
}
