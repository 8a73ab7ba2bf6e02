import { AsyncResource } from 'node:async_hooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { openDatabase } from './database.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** How many contexts each promise of this process carries, as Node 20 and 22 keep them: one property each. */
const carried = () => Object.getOwnPropertySymbols(new AsyncResource('a promise')).length

it('a database that is closed leaves nothing for the promises of the process to carry', async () => {
  const before = carried()
  for (let n = 0; n < 3; n++) {
    const db = openDatabase({ url: test.databaseUrl, poolSize: 1, onError: () => {} })
    const answer = await db.runAsSession(
      async () => {},
      () => db.transact(async () => db.isInTransaction()),
    )
    expect(answer).toBe(true)
    await db.close()
  }
  expect(carried()).toBe(before)
})
