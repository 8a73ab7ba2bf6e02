import type { Insertable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Preference } from '../../platform/db/types.generated.ts'

export const findPreferences = (db: Db, accountId: string) =>
  db.selectFrom('preference').selectAll().where('accountId', '=', accountId).executeTakeFirst()

export const findModeratorPreferences = (db: Db, accountId: string) =>
  db.selectFrom('preference').select('emailCases').where('accountId', '=', accountId).executeTakeFirst()

/** Those that are not given stay as they are. */
export const savePreferences = (db: Db, accountId: string, row: Omit<Insertable<Preference>, 'accountId'>) =>
  db
    .insertInto('preference')
    .values({ accountId, ...row })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(row))
    .execute()
