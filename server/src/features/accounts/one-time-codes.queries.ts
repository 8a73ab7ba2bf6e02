import { limits } from '@marga/contract/limits'
import { sql } from 'kysely'
import { after, hoursMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'

export type CodePurpose = 'reset' | 'delete'
type CodeOf = { accountId: string; purpose: CodePurpose; codeHash: Buffer }

/** A new code gives five new tries, so codes are rationed too. */
const codesPerHour = 10

/** @returns undefined, with nothing written, when too many were made this hour */
export function replaceCode(
  db: Db,
  { accountId, purpose, codeHash, expiresAt }: CodeOf & { expiresAt: Date },
  now: Date,
) {
  const fresh = { codeHash, tries: 0, expiresAt }
  const isNewWindow = sql<boolean>`one_time_code.window_start < ${after(now, -hoursMs(1))}`
  return db
    .insertInto('oneTimeCode')
    .values({ accountId, purpose, ...fresh, windowStart: now })
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'purpose'])
        .doUpdateSet({
          ...fresh,
          sentCount: sql`case when ${isNewWindow} then 1 else one_time_code.sent_count + 1 end`,
          windowStart: sql`case when ${isNewWindow} then ${now}::timestamptz else one_time_code.window_start end`,
        })
        .where((eb) => eb.or([eb('oneTimeCode.sentCount', '<', codesPerHour), isNewWindow])),
    )
    .returning('accountId')
    .executeTakeFirst()
}

/** @returns the code to compare with, or undefined when there is none, or no try is left of it */
export const spendTry = (db: Db, accountId: string, purpose: CodePurpose, now: Date) =>
  db
    .updateTable('oneTimeCode')
    .set({ tries: sql`tries + 1` })
    .where('accountId', '=', accountId)
    .where('purpose', '=', purpose)
    .where('tries', '<', limits.otpTries)
    .where('expiresAt', '>', now)
    .returning('codeHash')
    .executeTakeFirst()

/** Leaves no try of a code. */
export const exhaustCode = (db: Db, { accountId, purpose, codeHash }: CodeOf, now: Date) =>
  db
    .updateTable('oneTimeCode')
    .set({ tries: limits.otpTries })
    .where('accountId', '=', accountId)
    .where('purpose', '=', purpose)
    .where('codeHash', '=', codeHash)
    .where('expiresAt', '>', now)
    .returning('accountId')
    .executeTakeFirst()
