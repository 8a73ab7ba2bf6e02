import { limits } from '@marga/contract/limits'
import type { roles } from '@marga/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { api, endpoints } from '../../testing/every-endpoint.ts'
import {
  newMentee,
  newMentor,
  newModerator,
  ok,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { sampleBody } from '../../testing/sample-input.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/** Two processes on one database, with the limits as they are. */
let first: TestApp
let second: TestApp
let moderator: TestPerson
beforeAll(async () => {
  const env = { RATE_LIMIT_FACTOR: '1' }
  first = await startTestApp({ env })
  second = await startTestApp({ env, sharing: first })
  moderator = await newModerator(first)
})
afterAll(async () => {
  await second.close()
  await first.close()
})

const newPerson = (role: (typeof roles)[number]) =>
  role === 'mentee' ? newMentee(first) : role === 'mentor' ? newMentor(first, moderator) : newModerator(first)

/** Every call by which somebody who is signed in shows that the password is theirs. */
const confirmed = endpoints.filter(([, { access, body }]) => {
  if (!Array.isArray(access) || !body) return false
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  return 'password' in properties
})

it('there are calls that ask for the own password', () => {
  expect(confirmed.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'accountSettings.mentee.changePassword',
      'accountSettings.mentor.beginTwoStep',
      'accountSettings.moderator.endTwoStep',
      'accountSettings.mentee.deleteAccount',
    ]),
  )
})

describe('guessing the own password in an open session', () => {
  it.each(confirmed)('%s ends at the account, in every process', async (_, endpoint) => {
    const person = await newPerson((endpoint.access as readonly (typeof roles)[number][])[0]!)
    const send = (on: TestApp, password: string, n: number) =>
      on.request(endpoint.method, endpoint.path, {
        token: person.token,
        body: { ...sampleBody(endpoint, {}), password },
        // A retry that is answered once must not take the count back with its transaction.
        headers: { 'idempotency-key': `try-${n}` },
      })
    const statuses: number[] = []
    for (let n = 0; n < limits.ownPasswordTries; n++)
      statuses.push((await send(n % 2 ? first : second, `guess number ${n}`, n)).status)
    expect(new Set(statuses)).toEqual(new Set([403]))
    for (const on of [first, second]) {
      const refused = await send(on, testPassword, 99)
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  it('counts what was tried at one call for all others', async () => {
    const { mentee: calls } = api.accountSettings
    const person = await newMentee(first)
    const wrong = { password: 'not the password', newPassword: testPassword, confirmPassword: testPassword }
    for (let n = 0; n < limits.ownPasswordTries; n++)
      await first.call(calls.changePassword, { body: wrong }, person)
    const begun = await first.call(calls.beginTwoStep, { body: { password: testPassword } }, person)
    expect(begun.status).toBe(429)
    const erased = await first.call(calls.deleteAccount, { body: { password: testPassword } }, person)
    expect(erased.status).toBe(429)
  })

  it('does not count what was right', async () => {
    const { mentee: calls } = api.accountSettings
    const person = await newMentee(first)
    for (let n = 0; n < limits.ownPasswordTries + 2; n++)
      ok(await first.call(calls.beginTwoStep, { body: { password: testPassword } }, person))
  })

  it('says of a code that there is a password, and counts no try', async () => {
    const { mentee: calls } = api.accountSettings
    const person = await newMentee(first)
    for (let n = 0; n < limits.ownPasswordTries + 1; n++) {
      const refused = await first.call(calls.deleteAccount, { body: { code: '123456' } }, person)
      expect([refused.status, refused.body.fields]).toEqual([
        403,
        { code: expect.stringContaining('This account has a password.') },
      ])
    }
    ok(await first.call(calls.deleteAccount, { body: { password: testPassword } }, person))
  })
})
