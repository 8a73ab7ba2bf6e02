import type pg from 'pg'

/** How many statements of this database wait for a lock that somebody holds. */
export async function countLockWaits(by: Pick<pg.Pool, 'query'> | pg.ClientBase): Promise<number> {
  const { rows } = await (by as pg.ClientBase).query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows[0]!.n
}
