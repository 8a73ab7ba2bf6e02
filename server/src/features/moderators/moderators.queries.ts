import type { Db } from '../../platform/db/database.ts'

export const findActiveModerators = (db: Db) =>
  db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'moderator')
    .where('isBlocked', '=', false)
    .where('deletedAt', 'is', null)
    .execute()
