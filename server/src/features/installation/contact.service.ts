import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'

type Deps = { db: Database; clock: Clock; configured: string | undefined }

const rememberedMs = 60_000

/** Where people write who cannot sign in: the address that the operator names, else that of the first moderator. */
export function createContact({ db, clock, configured }: Deps) {
  let known: { address: string; untilMs: number } | undefined

  async function firstModerator(tx: Db): Promise<string | null> {
    const row = await tx
      .selectFrom('account')
      .select('email')
      .where('role', '=', 'moderator')
      .where('isBlocked', '=', false)
      .where('deletedAt', 'is', null)
      .orderBy('createdAt')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    return row?.email ?? null
  }

  return {
    async address(tx: Db = db.query): Promise<string | null> {
      if (configured) return configured
      const nowMs = clock.now().getTime()
      if (known && known.untilMs > nowMs) return known.address
      const address = await firstModerator(tx)
      // That there is none yet is not remembered: the first moderator may be made at any moment.
      known = address ? { address, untilMs: nowMs + rememberedMs } : undefined
      return address
    },
  }
}
export type Contact = ReturnType<typeof createContact>
