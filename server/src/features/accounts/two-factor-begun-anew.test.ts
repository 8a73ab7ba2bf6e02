import { api } from '@marga/contract/api'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { countLockWaits } from '../../testing/lock-waits.ts'
import { newMentee, ok, type TestPerson, testPassword } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { codeAt } from './two-factor.rules.ts'

let test: TestApp
let gate: pg.Client
beforeAll(async () => {
  test = await startTestApp()
  // Whoever turns it on waits here, after the code was found right, while the gate is shut.
  await test.app.db.pool.query(`
    create function wait_at_gate() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(4711); return null; end';
    create trigger totp_gate before update of confirmed_at on totp for each statement execute function wait_at_gate()`)
})
afterAll(() => test.close())
beforeEach(async () => {
  gate = new pg.Client({ connectionString: test.databaseUrl })
  gate.on('error', () => {})
  await gate.connect()
  await gate.query('select pg_advisory_lock(4711)')
})
afterEach(() => gate.end())

const { beginTwoStep, confirmTwoStep, twoStep } = api.accountSettings.mentee
const begin = async (person: TestPerson) =>
  ok(await test.call(beginTwoStep, { body: { password: testPassword } }, person)).secret
const confirm = (person: TestPerson, code: string) => test.call(confirmTwoStep, { body: { code } }, person)
const waiting = (count: number) => expect.poll(() => countLockWaits(test.app.db.pool)).toBe(count)
const open = () => gate.query('select pg_advisory_unlock(4711)')

it('is not turned on with a secret that another tab has begun meanwhile, and no code has proven', async () => {
  const person = await newMentee(test)
  const secret = await begin(person)
  const confirming = confirm(person, codeAt(secret, test.clock.now()))
  await waiting(1)
  await begin(person)
  await open()
  expect((await confirming).body.code).toBe('invalid_code')
  expect(ok(await test.call(twoStep, {}, person))).toEqual({ isOn: false, backupCodesLeft: 0 })
})

it('is turned on once: of two codes at the same time one is given the backup codes, and these count', async () => {
  const person = await newMentee(test)
  const secret = await begin(person)
  const now = test.clock.now().getTime()
  const first = confirm(person, codeAt(secret, new Date(now)))
  await waiting(1)
  const second = confirm(person, codeAt(secret, new Date(now + 30_000)))
  await waiting(2)
  await open()
  const both = [await first, await second]
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const { backupCodes } = both.find(({ status }) => status === 200)!.body
  const body = { email: person.email, password: testPassword, totp: (backupCodes as string[])[0]! }
  ok(await test.call(api.accounts.loginMentee, { body }))
})
