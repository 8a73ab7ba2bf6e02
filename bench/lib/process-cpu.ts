import { readFileSync } from 'node:fs'
import type pg from 'pg'

const ticksPerSecond = 100

/** Milliseconds of CPU that a process has taken so far; 0 once it has ended. */
export function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000
  } catch {
    return 0
  }
}

export type DatabaseUse = { cpuMs: number; commits: number }

/** What PostgreSQL has taken so far for a database, by the backends that are there. Those of one span must outlive it. */
export async function databaseUse(database: pg.Client): Promise<DatabaseUse> {
  const { rows } = await database.query<{ pids: number[]; commits: string }>(
    `select array_agg(pid) as pids, (select xact_commit from pg_stat_database where datname = current_database()) as commits
     from pg_stat_activity where datname = current_database()`,
  )
  const [{ pids, commits } = { pids: [], commits: '0' }] = rows
  return { cpuMs: pids.reduce((sum, pid) => sum + cpuOf(pid), 0), commits: Number(commits) }
}
