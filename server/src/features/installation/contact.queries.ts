import type { Db } from '../../platform/db/database.ts'

/** Of those who can sign in, who has been one the longest. */
export const findFirstModerator = (db: Db) =>
  db
    .selectFrom('account')
    .select('email')
    .where('role', '=', 'moderator')
    .where('isBlocked', '=', false)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
