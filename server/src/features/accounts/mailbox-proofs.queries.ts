import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** What lets somebody in, or lets them go on reading or hearing, besides the account's own row. */
const footholds = [
  'identity',
  'totp',
  'backupCode',
  'oneTimeCode',
  'emailVerification',
  'knownDevice',
  'pushSubscription',
  // The answers in it were given to whoever made the account.
  'idempotencyKey',
] as const

export async function deleteFootholds(db: Db, accountId: string) {
  for (const table of footholds) await db.deleteFrom(table).where('accountId', '=', accountId).execute()
}

/** @returns undefined where the address was proven before: nothing is changed then */
export const markFirstProof = (
  db: Db,
  accountId: string,
  { isPasswordNew, now }: { isPasswordNew: boolean; now: Date },
) =>
  db
    .updateTable('account')
    .set({
      isEmailVerified: true,
      calendarGeneration: sql`calendar_generation + 1`,
      devicesTrustedSince: now,
      ...(isPasswordNew ? {} : { passwordHash: null }),
    })
    .where('id', '=', accountId)
    .where('isEmailVerified', '=', false)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
