import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { findFirstModerator } from './contact.queries.ts'

type Deps = { db: Database; clock: Clock; configured: string | undefined }

const rememberedMs = 60_000

/** Where people write who cannot sign in: the address that the operator names, else that of the first moderator. */
export function createContact({ db, clock, configured }: Deps) {
  let known: { address: string; untilMs: number } | undefined

  return {
    async address(tx: Db = db.query): Promise<string | null> {
      if (configured) return configured
      const nowMs = clock.now().getTime()
      if (known && known.untilMs > nowMs) return known.address
      const address = (await findFirstModerator(tx))?.email ?? null
      // That there is none yet is not remembered: the first moderator may be made at any moment.
      known = address ? { address, untilMs: nowMs + rememberedMs } : undefined
      return address
    },
  }
}
export type Contact = ReturnType<typeof createContact>
