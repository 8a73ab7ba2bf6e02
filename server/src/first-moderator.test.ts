import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeFirstModerator } from './first-moderator.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const email = 'first@example.com'
const start = (password = 'walnut-harbour-91') => makeFirstModerator(test.app, { email, password })
const count = async () => (await test.app.moderators.ids(test.app.db.query)).length

it('of two processes that start at once on a new database one makes the first moderator, and both start', async () => {
  await Promise.all([start(), start()])
  expect(await count()).toBe(1)
  await test.app.db.pool.query("delete from account where role = 'moderator'")
})

it('the first moderator is made by a start, once, and not by a password that everybody knows', async () => {
  await expect(start('password')).rejects.toThrow('MODERATOR_PASSWORD: ')
  await start()
  await start()
  expect(await count()).toBe(1)
})

it('a moderator whom the operator has ended does not come back with the next start, the only one either', async () => {
  expect(await test.app.leaving.remove(email)).toBe(true)
  await start()
  expect(await count()).toBe(0)
  // By command one is made all the same.
  expect(await test.app.accounts.createModerator({ email, password: 'walnut-harbour-92' })).toBe(true)
  expect(await count()).toBe(1)
})
