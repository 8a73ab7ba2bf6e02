import pg from 'pg'
import { expect } from 'vitest'
import { countLockWaits } from './lock-waits.ts'
import type { TestApp } from './test-app.ts'

const lock = 4711

/**
 * Whatever does that to a table waits until the gate is opened: what its statement sees is settled by then, and rows
 * are not locked yet. @param what such as `delete`, or `update of confirmed_at`
 */
export async function shutGate(test: TestApp, table: string, what: string) {
  const holder = new pg.Client({ connectionString: test.databaseUrl })
  await holder.connect()
  await holder.query(`select pg_advisory_lock(${lock})`)
  await holder.query(
    `create function wait_at_gate() returns trigger language plpgsql as
       'begin perform pg_advisory_xact_lock_shared(${lock}); return null; end';
     create trigger gate before ${what} on ${table} for each statement execute function wait_at_gate()`,
  )
  return {
    /** As many wait, at the gate or behind somebody who does. */
    waiting: (count: number) => expect.poll(() => countLockWaits(test.app.db.pool)).toBe(count),
    async open() {
      await holder.query(`select pg_advisory_unlock(${lock})`)
      await holder.query(`drop trigger gate on ${table}; drop function wait_at_gate()`)
      await holder.end()
    },
  }
}
