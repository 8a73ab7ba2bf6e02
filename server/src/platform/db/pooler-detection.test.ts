import { pino } from 'pino'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { administrate, dropDatabase, withDatabase } from '../../testing/databases.ts'
import { hasPooler, type Pooler, type PoolMode, startPooler } from '../../testing/pooler.ts'
import { createBoundedReads } from './bounded-reads.ts'
import { openDatabase } from './database.ts'
import { requireSessionPooling, sharesConnections } from './pooler-detection.ts'

const adminUrl = inject('engines').server ?? inject('engines').embedded
const name = `marga_sessions_${process.pid}`
let pooler: Pooler | undefined

const start = async (mode: PoolMode, settings?: Record<string, string>) => {
  await administrate(adminUrl, `create database ${name}`)
  pooler = await startPooler(withDatabase(adminUrl, name), mode, settings)
  return pooler.url
}
afterEach(async () => {
  await pooler?.stop()
  pooler = undefined
  await dropDatabase(adminUrl, name)
})

it('finds sessions of its own where nobody is in between', async () => {
  expect(await sharesConnections(adminUrl)).toBe(false)
})

describe.skipIf(!hasPooler)('behind pgbouncer', () => {
  it('in session mode it serves, with the limits that each connection gets', async () => {
    const url = await start('session')
    await requireSessionPooling(url)
    const db = openDatabase({ url, poolSize: 2, onError: () => {} })
    const { rows } = await db.pool.query(`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`)
    expect(rows).toEqual([{ statement: '15s', idle: '30s' }])
    expect(await db.locks.hold({ space: 'installation', name: 'server', isExclusive: true })).toBe(true)
    await db.close()
  })

  it('in session mode it serves searches, too, each statement of them ended after its time', async () => {
    const db = openDatabase({ url: await start('session'), poolSize: 1, onError: () => {} })
    const reads = createBoundedReads({
      db,
      connections: 1,
      statementMs: 60_000,
      log: pino({ enabled: false }),
    })
    const { rows } = await reads.pool.query("select current_setting('statement_timeout') as statement")
    expect(rows).toEqual([{ statement: '1min' }])
    await reads.close()
    await db.close()
  })

  it.each([
    ['transaction', {}],
    ['transaction', { server_round_robin: '1', min_pool_size: '6' }],
    ['statement', {}],
  ] as const)('in %s mode (%o) it is refused, in words', async (mode, settings) => {
    const url = await start(mode, settings)
    await expect(requireSessionPooling(url)).rejects.toThrow(/pool_mode = session/)
  })
})
