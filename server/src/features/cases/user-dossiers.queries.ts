import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export const findStanding = (db: Db, accountId: string) =>
  db
    .selectFrom('account')
    .leftJoin('mentorProfile', 'mentorProfile.accountId', 'account.id')
    .select(['account.isRestricted', 'mentorProfile.probationSince'])
    // A warning that is not taken back.
    .select(
      sql<number>`(select count(*)::integer from sanction
        where sanction.account_id = account.id and kind = 'warn' and ended_at is null)`.as('warnings'),
    )
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow()
