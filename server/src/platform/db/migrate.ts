import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** Any number that no other advisory lock of this database uses. */
const migrationLock = 7_202_611

/**
 * Applies every .sql file of the folder that the database has not seen, in name order, each in its
 * own transaction. Several processes may start at once: one migrates, the others wait.
 * @returns the names applied now
 */
export async function migrate(pool: pg.Pool, folder: string): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migration')
    const applied = new Set(rows.map((row) => row.name))
    const pending = (await readdir(folder))
      .filter((name) => name.endsWith('.sql') && !applied.has(name))
      .sort()
    for (const name of pending) await apply(client, folder, name)
    return pending
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
    client.release()
  }
}

async function apply(client: pg.PoolClient, folder: string, name: string) {
  const sql = await readFile(join(folder, name), 'utf8')
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into migration (name) values ($1)', [name])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    throw new Error(`Migration ${name} failed: ${(cause as Error).message}`, { cause })
  }
}
