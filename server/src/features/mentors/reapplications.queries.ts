import type { Db } from '../../platform/db/database.ts'

export const replaceReapplication = (
  db: Db,
  accountId: string,
  fresh: { tokenHash: Buffer; expiresAt: Date },
) =>
  db
    .insertInto('reapplication')
    .values({ accountId, ...fresh })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(fresh))
    .execute()

/** @returns whose it was; undefined for one that is unknown or has expired */
export const spendReapplication = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .deleteFrom('reapplication')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .returning('accountId')
    .executeTakeFirst()
