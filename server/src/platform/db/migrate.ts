import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { neverEndWhenSilent } from './silent-connections.ts'

/** Any number that no other advisory lock of this database uses. */
const migrationLock = 7_202_611

/** Set while a backup is being restored; left behind by a restore that did not come to its end. */
export const restoreMark = 'restore_under_way'

export type MigrateOptions = {
  /**
   * How long a statement waits for its lock. Everybody who comes after it waits behind it, readers
   * too, so it must give up long before they notice.
   */
  lockTimeoutMs?: number
  /** After which the start fails: somebody holds a table open for good. */
  maxWaitMs?: number
  /** Called with each try that had to give way. */
  onGivenWay?: (name: string) => void
}

/**
 * Applies every .sql file of the folder that the database has not seen, in name order, each in its
 * own transaction. Several processes may start at once: one migrates, the others wait.
 * @returns the names applied now
 */
export async function migrate(
  pool: pg.Pool,
  folder: string,
  options: MigrateOptions = {},
): Promise<string[]> {
  // A start with nothing to do waits for nobody, not for a backup either.
  if ((await readPending(pool, folder)).length === 0) return []
  return underMigrationLock(pool, async (client) =>
    applyMigrations(client, await readPending(client, folder), folder, options),
  )
}

/** Until the connection ends no migration runs: a table that is rewritten looks empty to an older snapshot. */
export async function holdMigrationsBack(client: pg.ClientBase) {
  await waitForTurn(client, 'pg_try_advisory_lock_shared')
}

const lookAgainMs = 100

/**
 * Asks again and again: a statement that waits for the lock is one whose end an index awaits that is built concurrently
 * by whoever holds it, and PostgreSQL would end one of the two as a deadlock.
 */
async function waitForTurn(
  client: pg.ClientBase,
  attempt: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
) {
  for (;;) {
    const { rows } = await client.query<{ isMine: boolean }>(`select ${attempt}($1) as "isMine"`, [
      migrationLock,
    ])
    if (rows[0]!.isMine) return
    await sleep(lookAgainMs)
  }
}

/** Runs `work` on a connection that alone may change the tables. */
export async function underMigrationLock<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    neverEndWhenSilent(client)
    // Waiting for another process, and building an index, take longer than any request may.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await waitForTurn(client, 'pg_try_advisory_lock')
    return await work(client)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
    // Closed, not given back: its settings are not those of a request.
    client.release(true)
  }
}

export async function listMigrations(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

type Asked = Pick<pg.Pool, 'query'> | pg.ClientBase

/** @throws when half a backup is in the database */
async function readPending(client: Asked, folder: string): Promise<string[]> {
  const { rows } = await client.query<{ mark: string | null }>('select to_regclass($1) as mark', [
    `public.${restoreMark}`,
  ])
  if (rows[0]?.mark)
    throw new Error(
      'A backup is being restored into this database, or its restore did not come to its end. Restore it again.',
    )
  const applied = new Set(await readApplied(client))
  return (await listMigrations(folder)).filter((name) => !applied.has(name))
}

/** The names of the migrations that the database has seen. */
export async function readApplied(client: Asked): Promise<string[]> {
  const { rows: found } = await client.query<{ there: string | null }>(
    "select to_regclass('public.migration') as there",
  )
  if (!found[0]?.there) return []
  const { rows } = await client.query<{ name: string }>('select name from migration order by name')
  return rows.map(({ name }) => name)
}

/** Applies the named files; call it under the lock. @returns the names */
export async function applyMigrations(
  client: pg.ClientBase,
  names: readonly string[],
  folder: string,
  { lockTimeoutMs = 2_000, maxWaitMs = 120_000, onGivenWay = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  await client.query(
    'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
  )
  // From here on only: the turn of other processes that start may be waited for as long as it takes.
  await client.query(`set lock_timeout = ${Number(lockTimeoutMs)}`)
  for (const name of names) {
    const sql = await readFile(join(folder, name), 'utf8')
    for (const giveUpMs = performance.now() + maxWaitMs; ; onGivenWay(name)) {
      const outcome = await attempt(client, name, sql)
      if (outcome === 'applied') break
      if (performance.now() > giveUpMs) throw new Error(`Migration ${name} failed: ${outcome}`)
      // Long enough for those who queued up behind it.
      await sleep(lockTimeoutMs * (0.5 + Math.random()))
    }
  }
  await client.query('reset lock_timeout')
  return [...names]
}

/** A file that says so runs outside a transaction: an index that is built while others write must. */
const isExclusive = (sql: string) => /^-- outside a transaction\b/m.test(sql)

/** @returns 'applied', or why a lock was not to be had */
async function attempt(client: pg.ClientBase, name: string, sql: string): Promise<string> {
  const note = () => client.query('insert into migration (name) values ($1)', [name])
  try {
    if (isExclusive(sql)) {
      // One statement a query: several in one would be a transaction again.
      for (const statement of statementsOf(sql)) await client.query(statement)
      await note()
    } else {
      await client.query('begin')
      await client.query(sql)
      await note()
      await client.query('commit')
    }
    return 'applied'
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    if (isLockTimeout(cause)) return (cause as Error).message
    throw new Error(`Migration ${name} failed: ${(cause as Error).message}`, { cause })
  }
}

/** Without function bodies, which such files have no use for. */
const statementsOf = (sql: string) =>
  sql
    .replace(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)

const isLockTimeout = (error: unknown) => (error as { code?: string }).code === '55P03'
