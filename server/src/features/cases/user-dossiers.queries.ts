import type { Db } from '../../platform/db/database.ts'

export const findStanding = (db: Db, accountId: string) =>
  db
    .selectFrom('account')
    .leftJoin('mentorProfile', 'mentorProfile.accountId', 'account.id')
    .select(['account.isRestricted', 'mentorProfile.probationSince'])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow()
