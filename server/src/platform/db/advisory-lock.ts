import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'

/** Held until the transaction ends; for turns that have no row to lock yet. */
export const advisoryLock = (tx: Tx, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)

/** The same beside others that take it so, and never with one that has it alone. */
export const advisoryLockShared = (tx: Db, name: string) =>
  sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(tx)

/** @returns false at once while anybody else has it */
export async function tryAdvisoryLock(tx: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isTaken"`.execute(tx)
  return rows[0]!.isTaken
}

/** Statements for a connection of one's own, which holds the lock until it lets go or ends. */
export const lockExclusively = 'select pg_advisory_lock(hashtextextended($1, 0))'
/** @returns one row that says whether it is held now: `isMine` */
export const tryLock = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isMine"'
export const unlock = 'select pg_advisory_unlock(hashtextextended($1, 0))'

/** Held by a backup while it copies: a picture that its snapshot tells of must not go meanwhile. */
export const imagesLocked = 'pictures kept'

/** Like advisoryLock, beside others that take it the same way. @returns false at once while one holds it alone */
export async function tryAdvisoryLockShared(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${name}, 0)) as "isTaken"`.execute(tx)
  return rows[0]!.isTaken
}
