import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shutGate } from '../../testing/gates.ts'
import { newMentee, ok, type TestPerson, testPassword } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { codeAt } from './two-factor.rules.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** Whoever turns it on waits there, after the code was found right. */
const shut = () => shutGate(test, 'totp', 'update of confirmed_at')

const { beginTwoStep, confirmTwoStep, twoStep } = api.accountSettings.mentee
const begin = async (person: TestPerson) =>
  ok(await test.call(beginTwoStep, { body: { password: testPassword } }, person)).secret
const confirm = (person: TestPerson, code: string) => test.call(confirmTwoStep, { body: { code } }, person)

it('is not turned on with a secret that another tab has begun meanwhile, and no code has proven', async () => {
  const person = await newMentee(test)
  const secret = await begin(person)
  const gate = await shut()
  const confirming = confirm(person, codeAt(secret, test.clock.now()))
  await gate.waiting(1)
  await begin(person)
  await gate.open()
  expect((await confirming).body.code).toBe('invalid_code')
  expect(ok(await test.call(twoStep, {}, person))).toEqual({ isOn: false, backupCodesLeft: 0 })
})

it('is turned on once: of two codes at the same time one is given the backup codes, and these count', async () => {
  const person = await newMentee(test)
  const secret = await begin(person)
  const now = test.clock.now().getTime()
  const gate = await shut()
  const first = confirm(person, codeAt(secret, new Date(now)))
  await gate.waiting(1)
  const second = confirm(person, codeAt(secret, new Date(now + 30_000)))
  await gate.waiting(2)
  await gate.open()
  const both = [await first, await second]
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const { backupCodes } = both.find(({ status }) => status === 200)!.body
  const body = { email: person.email, password: testPassword, totp: (backupCodes as string[])[0]! }
  ok(await test.call(api.accounts.loginMentee, { body }))
})
