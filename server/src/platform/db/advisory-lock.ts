import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Held until the transaction ends; for turns that have no row to lock yet. */
export const advisoryLock = (tx: Tx, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
