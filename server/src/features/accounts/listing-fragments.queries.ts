import type { Db } from '../../platform/db/database.ts'
import { preparedOne } from '../../platform/db/prepared-statements.ts'

/** Whether there is such a mentor, whom everyone may look at; the search leaves out who is restricted. */
export const isListed = async (db: Db, mentorId: string): Promise<boolean> =>
  (await preparedOne(
    db,
    db
      .selectFrom('mentorProfile')
      .innerJoin('account', 'account.id', 'mentorProfile.accountId')
      .select('account.id')
      .where('account.id', '=', mentorId)
      .where('account.isBlocked', '=', false)
      .where('mentorProfile.status', '=', 'accepted'),
  )) !== undefined
