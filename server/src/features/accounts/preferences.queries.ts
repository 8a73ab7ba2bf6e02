import type { Insertable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Preference } from '../../platform/db/types.generated.ts'

export const findPreferences = (db: Db, accountId: string) =>
  db.selectFrom('preference').selectAll().where('accountId', '=', accountId).executeTakeFirst()

export const findModeratorPreferences = (db: Db, accountId: string) =>
  db.selectFrom('preference').select('emailCases').where('accountId', '=', accountId).executeTakeFirst()

type Columns = Omit<Insertable<Preference>, 'accountId'>

/** Those that are not given, or undefined, stay as they are. */
export const savePreferences = (
  db: Db,
  accountId: string,
  changes: { [C in keyof Columns]?: Columns[C] | undefined },
) => {
  const row: Columns = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return db
    .insertInto('preference')
    .values({ accountId, ...row })
    .onConflict((conflict) => {
      const known = conflict.column('accountId')
      return Object.keys(row).length > 0 ? known.doUpdateSet(row) : known.doNothing()
    })
    .execute()
}
