import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createBoundedReads } from './bounded-reads.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

describe('a connection', () => {
  it('of requests has its plans carried out as they are, and its statements ended after a while', async () => {
    const { rows } = await test.app.db.pool.query(
      "select current_setting('jit') as jit, current_setting('statement_timeout') as timeout",
    )
    expect(rows).toEqual([{ jit: 'off', timeout: '15s' }])
  })

  it('of searches does so, too, with one plan for all values', async () => {
    const { log, db } = test.app
    const reads = createBoundedReads({ db, connections: 1, statementMs: 60_000, log })
    const { rows } = await reads.pool.query(
      "select current_setting('jit') as jit, current_setting('plan_cache_mode') as plans",
    )
    await reads.close()
    expect(rows).toEqual([{ jit: 'off', plans: 'force_generic_plan' }])
  })
})
