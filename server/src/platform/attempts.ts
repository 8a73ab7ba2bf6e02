import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import { after } from './clock.ts'
import type { Database, Db } from './db/database.ts'
import { AppError } from './errors.ts'

export type AttemptLimit = { max: number; windowMs: number }
/** What is counted, such as `['login', 'mentee', email]`. */
export type AttemptKey = readonly string[]

/** Counts tries of what could be guessed. Every process counts the same. */
export type Attempts = {
  /** Spends a try before anything is compared. @throws AppError rate_limited when none is left */
  spend(key: AttemptKey, limit: AttemptLimit, db?: Db): Promise<void>
  /** Gives a try back that turned out to be no guess. */
  refund(key: AttemptKey): Promise<void>
  /** Writes the count again as it is, where a path must cost what another costs that writes. */
  touch(key: AttemptKey, db: Db): Promise<void>
  deleteExpired(): Promise<void>
}

type Options = { db: Database; clock: Clock; secret: Uint8Array; factor: number }

/** Counted in PostgreSQL, by one statement a try, so that tries at once cannot share one. */
export function createAttempts({ db, clock, secret, factor }: Options): Attempts {
  // Addresses and mail addresses are not kept as such.
  const hashOf = (key: AttemptKey) =>
    createHmac('sha256', secret)
      .update(`attempt\0${key.join('\0')}`)
      .digest()

  return {
    async spend(key, { max, windowMs }, on = db.query) {
      const now = clock.now()
      const { rows } = await sql<{ used: number; expiresAt: Date }>`
        insert into attempt as known (key_hash, used, expires_at)
        values (${hashOf(key)}, 1, ${after(now, windowMs)})
        on conflict (key_hash) do update set
          used = case when known.expires_at <= ${now} then 1 else known.used + 1 end,
          expires_at = case when known.expires_at <= ${now} then excluded.expires_at else known.expires_at end
        returning used, expires_at`.execute(on)
      const { used, expiresAt } = rows[0]!
      if (used <= Math.ceil(max * factor)) return
      throw new AppError('rate_limited', {
        retryAfterSeconds: Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)),
      })
    },

    async refund(key) {
      await sql`update attempt set used = used - 1 where key_hash = ${hashOf(key)} and used > 0`.execute(
        db.query,
      )
    },

    async touch(key, on) {
      await sql`update attempt set used = used where key_hash = ${hashOf(key)}`.execute(on)
    },

    async deleteExpired() {
      await sql`delete from attempt where expires_at < ${clock.now()}`.execute(db.query)
    },
  }
}
