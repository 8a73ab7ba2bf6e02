import { sql } from 'kysely'
import { after, type Clock, daysMs } from '../clock.ts'
import type { Database } from '../db/database.ts'

type Deps = { db: Database; clock: Clock }

/** The provider forgets a key after one day. */
const rememberedDays = 2

/** Which attempt at making a thing is under way: all processes agree, so that of two at once both use one key. */
export function createProviderAttempts({ db, clock }: Deps) {
  return {
    /** How often it failed; undefined where no attempt has ended otherwise than well. */
    async failedSoFar(name: string): Promise<number | undefined> {
      const row = await db.query
        .selectFrom('providerAttempt')
        .select('failed')
        .where('name', '=', name)
        .executeTakeFirst()
      return row?.failed
    },

    /** Notes that attempt `no` has failed; whoever notes the same one second changes nothing. @returns the next one's number */
    async noteFailure(name: string, no: number): Promise<number> {
      const { failed } = await db.query
        .insertInto('providerAttempt')
        .values({ name, failed: no + 1, failedAt: clock.now() })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet({
            failed: sql`greatest(provider_attempt.failed, excluded.failed)`,
            failedAt: clock.now(),
          }),
        )
        .returning('failed')
        .executeTakeFirstOrThrow()
      return failed
    },

    /** Notes that what became of an attempt is not known. */
    noteUnanswered: (name: string) =>
      db.query
        .insertInto('providerAttempt')
        .values({ name, failed: 0, failedAt: clock.now() })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ failedAt: clock.now() }))
        .execute(),

    deleteOld: () =>
      db.query
        .deleteFrom('providerAttempt')
        .where('failedAt', '<', after(clock.now(), -daysMs(rememberedDays)))
        .execute(),
  }
}
export type ProviderAttempts = ReturnType<typeof createProviderAttempts>
