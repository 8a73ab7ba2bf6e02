import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { limits } from '@marga/contract/limits'
import { sql } from 'kysely'
import { after, type Clock, hoursMs, minutesMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'

export type CodePurpose = 'reset' | 'delete'

/** A new code gives five new tries, so codes are rationed too. */
const codesPerHour = 10

export function createOneTimeCodes({
  db,
  clock,
  secret,
}: {
  db: Database
  clock: Clock
  secret: Uint8Array
}) {
  const hashOf = (accountId: string, purpose: CodePurpose, code: string) =>
    createHmac('sha256', secret).update(`code\0${accountId}\0${purpose}\0${code}`).digest()

  return {
    /** Replaces the account's code. @returns the new one, or undefined when too many were made this hour */
    async make(tx: Tx, accountId: string, purpose: CodePurpose): Promise<string | undefined> {
      const now = clock.now()
      const code = randomInt(0, 1_000_000).toString().padStart(6, '0')
      const fresh = {
        codeHash: hashOf(accountId, purpose, code),
        tries: 0,
        expiresAt: after(now, minutesMs(limits.otpMinutes)),
      }
      const isNewWindow = sql<boolean>`one_time_code.window_start < ${after(now, -hoursMs(1))}`
      const made = await tx
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
      return made && code
    },

    /**
     * Whether this is the account's code. The try is spent, in a transaction of its own, before anything is
     * compared, so that guesses in parallel cannot share one; the right code works once.
     */
    async spend(accountId: string, purpose: CodePurpose, code: string): Promise<boolean> {
      const spent = await db.query
        .updateTable('oneTimeCode')
        .set({ tries: sql`tries + 1` })
        .where('accountId', '=', accountId)
        .where('purpose', '=', purpose)
        .where('tries', '<', limits.otpTries)
        .where('expiresAt', '>', clock.now())
        .returning('codeHash')
        .executeTakeFirst()
      const hash = hashOf(accountId, purpose, code)
      if (!spent || !timingSafeEqual(spent.codeHash, hash)) return false
      const used = await db.query
        .updateTable('oneTimeCode')
        .set({ tries: limits.otpTries })
        .where('accountId', '=', accountId)
        .where('purpose', '=', purpose)
        .where('codeHash', '=', spent.codeHash)
        .where('expiresAt', '>', clock.now())
        .returning('accountId')
        .executeTakeFirst()
      return Boolean(used)
    },
  }
}
export type OneTimeCodes = ReturnType<typeof createOneTimeCodes>
