import type { Clock, NewId } from './clock.ts'
import type { Database } from './db/database.ts'
import type { Cursors } from './db/paging.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Log } from './log.ts'
import type { ProductClock } from './product-clock.ts'
import type { Timeouts } from './timeouts.ts'

/** What every feature is built on. */
export type Core = {
  db: Database
  /** The clock of the product's rules, which the demo may move ahead. */
  clock: ProductClock
  /** The real one, for sessions, tokens, tries and caches. */
  realClock: Clock
  newId: NewId
  jobs: Jobs
  log: Log
  /** The address people use, known once the port is. */
  publicUrl: () => string
  cursors: Cursors
  /** From which every purpose derives a key of its own. */
  secret: Uint8Array
  productName: string
  timeouts: Timeouts
}
