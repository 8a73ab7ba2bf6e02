import type { Insertable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { EmailVerification } from '../../platform/db/types.generated.ts'

export const deleteExpiredVerificationsOf = (db: Db, accountId: string, now: Date) =>
  db
    .deleteFrom('emailVerification')
    .where('accountId', '=', accountId)
    .where('expiresAt', '<=', now)
    .execute()

export const putVerification = (db: Db, verification: Insertable<EmailVerification>) =>
  db
    .insertInto('emailVerification')
    .values(verification)
    .onConflict((conflict) => conflict.column('tokenHash').doUpdateSet({ expiresAt: verification.expiresAt }))
    .execute()

/** Whose link it is, while it is valid. */
export const findVerification = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('emailVerification')
    .select('accountId')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** Of two who use one link at once, the second gets nothing. */
export const spendVerification = (db: Db, tokenHash: Buffer) =>
  db
    .deleteFrom('emailVerification')
    .where('tokenHash', '=', tokenHash)
    .returning(['accountId', 'email'])
    .executeTakeFirst()

/** Nothing happens where the account has another address by now. */
export const confirmEmail = (db: Db, { accountId, email }: { accountId: string; email: string }) =>
  db
    .updateTable('account')
    .set({ isEmailVerified: true })
    .where('id', '=', accountId)
    .where('email', '=', email)
    .execute()
