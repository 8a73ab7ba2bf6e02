import { sql } from 'kysely'
import { after, type Clock, systemClock } from './clock.ts'
import type { Database } from './db/database.ts'

/** The channel on which processes hear that the clock was moved. */
export const clockMovedChannel = 'product_clock_moved'

/** The clock of every rule of the product. It runs as the real one does, and ahead of it where the demo has moved it. */
export type ProductClock = Clock & {
  /** How far it runs ahead of the real one, in milliseconds. */
  aheadMs(): number
  /** Reads how far it was moved, by whichever process. */
  load(db: Database): Promise<void>
  /** Moves it forward to a moment, for every process; one that has passed changes nothing. */
  moveTo(db: Database, moment: Date): Promise<void>
}

export function createProductClock(realClock: Clock = systemClock): ProductClock {
  let aheadMs = 0
  const clock: ProductClock = {
    now: () => after(realClock.now(), aheadMs),
    aheadMs: () => aheadMs,
    async load(db) {
      const row = await db.query.selectFrom('productClock').select('aheadMs').executeTakeFirst()
      aheadMs = Math.max(aheadMs, row?.aheadMs ?? 0)
    },
    async moveTo(db, moment) {
      const wanted = Math.ceil(moment.getTime() - realClock.now().getTime())
      if (wanted <= aheadMs) return
      await db.transact(async (tx) => {
        await sql`
          insert into product_clock (ahead_ms) values (${wanted})
          on conflict (is_only) do update set
            ahead_ms = greatest(product_clock.ahead_ms, excluded.ahead_ms), changed_at = now()`.execute(tx)
        await sql`select pg_notify(${clockMovedChannel}, '')`.execute(tx)
      })
      await clock.load(db)
    },
  }
  return clock
}
