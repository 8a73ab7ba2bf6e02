import type { Role } from '@marga/contract/roles'
import type { Database, Tx } from '../../platform/db/database.ts'
import { findByEmail } from './accounts.queries.ts'

/** @returns whether there was anything to delete */
export async function deleteTwoFactor(tx: Tx, accountId: string): Promise<boolean> {
  await tx.deleteFrom('backupCode').where('accountId', '=', accountId).execute()
  const gone = await tx.deleteFrom('totp').where('accountId', '=', accountId).executeTakeFirstOrThrow()
  return gone.numDeletedRows > 0n
}

/**
 * The operator's way out for somebody who has lost every other, also where TOKEN_SECRET has changed.
 * @returns undefined when nobody has that address, false when it was not on
 */
export async function resetTwoFactorOf(
  db: Database,
  role: Role,
  email: string,
): Promise<boolean | undefined> {
  const account = await findByEmail(db.query, role, email)
  return account && db.transact((tx) => deleteTwoFactor(tx, account.id))
}
