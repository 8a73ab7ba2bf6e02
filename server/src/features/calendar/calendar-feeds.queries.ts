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

type Owner = { role: MemberRole; accountId: string }
const sessionsMax = 500

/** Those that begin from then on, the nearest first. */
export const findComingSessions = (db: Db, owner: Owner, from: Date) =>
  calendarSessions(db, owner)
    .where('slot.startsAt', '>=', from)
    .orderBy('slot.startsAt')
    .limit(sessionsMax)
    .execute()

/** Those that began between the two, the last ones where there are too many. */
export const findPastSessions = (db: Db, owner: Owner, { since, before }: { since: Date; before: Date }) =>
  calendarSessions(db, owner)
    .where('slot.startsAt', '>', since)
    .where('slot.startsAt', '<', before)
    .orderBy('slot.startsAt', 'desc')
    .limit(sessionsMax)
    .execute()

/** With the name of the other person. */
const calendarSessions = (db: Db, { role, accountId }: Owner) => {
  const [own, other] =
    role === 'mentee' ? (['menteeId', 'mentorId'] as const) : (['mentorId', 'menteeId'] as const)
  return db
    .selectFrom('slot')
    .innerJoin('account', 'account.id', `slot.${other}`)
    .select([
      'slot.id',
      'slot.type',
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
}
