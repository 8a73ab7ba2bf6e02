import type { Db } from '../../platform/db/database.ts'

/**
 * Of a link that a version before this one mailed, which is good once and for 14 days. @returns whose it was; undefined
 * for one that is unknown or has expired
 */
export const spendReapplication = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .deleteFrom('reapplication')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .returning('accountId')
    .executeTakeFirst()
