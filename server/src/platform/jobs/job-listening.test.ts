import type pg from 'pg'
import { expect, it } from 'vitest'
import { listenThrough } from './job-listening.ts'

/** A pool whose database is away for the first of so many calls. */
function poolAwayFor(failures: number, error: Error) {
  const client = { query: async () => ({ rows: [] }), release: () => {} }
  const pool = {
    ending: false,
    asked: 0,
    async connect() {
      pool.asked += 1
      if (pool.asked <= failures) throw error
      return client
    },
  }
  return pool
}
const throughOf = (pool: ReturnType<typeof poolAwayFor>, patience: { isOver: boolean }) =>
  listenThrough(pool as unknown as pg.Pool, patience).pool

const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

it('waits for a database that is away, however often it is asked in vain', async () => {
  const pool = poolAwayFor(4, away())
  const client = await throughOf(pool, { isOver: false }).connect()
  expect(await client.query('select 1')).toEqual({ rows: [] })
  expect(pool.asked).toBe(5)
})

it('waits no longer once it is told to end, nor for what no waiting mends', async () => {
  await expect(throughOf(poolAwayFor(1, away()), { isOver: true }).connect()).rejects.toThrow('ECONNREFUSED')
  const refused = Object.assign(new Error('password authentication failed'), { code: '28P01' })
  await expect(throughOf(poolAwayFor(1, refused), { isOver: false }).connect()).rejects.toThrow('password')
})
