import type { Role } from '@marga/contract/roles'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { findByEmail } from './accounts.queries.ts'

type NewTotp = { sealedSecret: Buffer; createdAt: Date; lastStep: number }

export const findTotp = (db: Db, accountId: string) =>
  db.selectFrom('totp').selectAll().where('accountId', '=', accountId).executeTakeFirst()

/** @returns undefined, with nothing written, where it is on already */
export const replaceUnconfirmedTotp = (db: Db, accountId: string, fresh: NewTotp) =>
  db
    .insertInto('totp')
    .values({ accountId, ...fresh })
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet(fresh).where('totp.confirmedAt', 'is', null),
    )
    .returning('accountId')
    .executeTakeFirst()

/** @returns whether it was not on before, and this secret is the one that was begun last */
export const confirmTotp = async (
  db: Db,
  { accountId, sealedSecret }: { accountId: string; sealedSecret: Buffer },
  now: Date,
): Promise<boolean> =>
  (await db
    .updateTable('totp')
    .set({ confirmedAt: now })
    .where('accountId', '=', accountId)
    .where('sealedSecret', '=', sealedSecret)
    .where('confirmedAt', 'is', null)
    .returning('accountId')
    .executeTakeFirst()) !== undefined

/** @returns whether no code of this step or a later one was taken before, and the secret is the same still */
export const advanceStep = async (
  db: Db,
  { accountId, sealedSecret }: { accountId: string; sealedSecret: Buffer },
  step: number,
): Promise<boolean> =>
  (await db
    .updateTable('totp')
    .set({ lastStep: step })
    .where('accountId', '=', accountId)
    .where('sealedSecret', '=', sealedSecret)
    .where('lastStep', '<', step)
    .returning('accountId')
    .executeTakeFirst()) !== undefined

/** @returns whether there was such a code */
export const spendBackupCode = async (db: Db, accountId: string, codeHash: Buffer): Promise<boolean> =>
  (await db
    .deleteFrom('backupCode')
    .where('accountId', '=', accountId)
    .where('codeHash', '=', codeHash)
    .returning('accountId')
    .executeTakeFirst()) !== undefined

export async function countBackupCodes(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('backupCode')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

export async function replaceBackupCodes(db: Db, accountId: string, hashes: readonly Buffer[]) {
  await db.deleteFrom('backupCode').where('accountId', '=', accountId).execute()
  await db
    .insertInto('backupCode')
    .values(hashes.map((codeHash) => ({ accountId, codeHash })))
    .execute()
}

/** @returns whether there was anything to delete */
export async function deleteTwoFactor(tx: Tx, accountId: string): Promise<boolean> {
  await tx.deleteFrom('backupCode').where('accountId', '=', accountId).execute()
  const gone = await tx.deleteFrom('totp').where('accountId', '=', accountId).executeTakeFirstOrThrow()
  return gone.numDeletedRows > 0n
}

/** Turns off what was turned on since then. @returns whether it was */
export const deleteTwoFactorSince = async (tx: Tx, accountId: string, since: Date): Promise<boolean> => {
  const totp = await findTotp(tx, accountId)
  return totp?.confirmedAt && totp.confirmedAt > since ? deleteTwoFactor(tx, accountId) : false
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
