import type { Db } from '../../platform/db/database.ts'

/** Whoever is about to give the account something, such as a subscription, waits, and finds it erased. */
export const lockAccount = (db: Db, accountId: string) =>
  db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
