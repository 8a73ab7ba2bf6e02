import type { Db } from '../../platform/db/database.ts'
import type { Pair } from './enrollments.queries.ts'

/** Both people, held until the commit, against a block at the same moment. */
export const holdPeople = (db: Db, pair: Pair) =>
  db
    .selectFrom('account')
    .select(['id', 'isBlocked', 'isRestricted', 'deletedAt'])
    .where('id', 'in', [pair.menteeId, pair.mentorId])
    .orderBy('id')
    .forShare()
    .execute()

/** Whether both are known here, each in that role. */
export const isPairHere = async (db: Db, pair: Pair): Promise<boolean> =>
  (
    await db
      .selectFrom('account')
      .select('id')
      .where(({ or, and, eb }) =>
        or([
          and([eb('id', '=', pair.menteeId), eb('role', '=', 'mentee')]),
          and([eb('id', '=', pair.mentorId), eb('role', '=', 'mentor')]),
        ]),
      )
      .execute()
  ).length === 2

export const findFirstName = async (db: Db, accountId: string): Promise<string> => {
  const { firstName } = await db
    .selectFrom('account')
    .select('firstName')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return firstName
}
