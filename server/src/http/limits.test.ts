import { api } from '@marga/contract/api'
import { rateLimits } from '@marga/contract/rate-limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newMentee, newMentor, newModerator, testPassword } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ env: { RATE_LIMIT_FACTOR: '0.05' } })
})
afterAll(() => test.close())

describe('limits', () => {
  it('answer 429 with Retry-After once an address has used up its minute', async () => {
    const refresh = () => test.call(api.accounts.regenerateMentee, { body: { refreshToken: 'x' } })
    const allowed = Math.ceil(rateLimits.refresh.perMinute * 0.05)
    for (let n = 0; n < allowed; n++) expect((await refresh()).status).toBe(401)
    const refused = await refresh()
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    // Another bucket is not touched.
    expect((await test.call(api.installation.config, {})).status).toBe(200)
  })

  it('let a mentor name few calendars a minute', async () => {
    const mentor = await newMentor(test, await newModerator(test))
    const allowed = Math.ceil(rateLimits.calendar.perMinute * 0.05)
    const add = () =>
      test.call(api.availability.addFeed, { body: { url: 'http://127.0.0.1/calendar.ics' } }, mentor)
    for (let n = 0; n < allowed; n++) expect((await add()).status).toBe(400)
    expect((await add()).status).toBe(429)
  })

  it('refuse a body that is too large, before it is read to the end', async () => {
    const response = await test.request('POST', '/api/mentees/login', {
      body: { email: 'x'.repeat(300_000), password: 'x' },
    })
    expect([response.status, response.body.code]).toEqual([413, 'too_large'])
  })
})

describe('headers', () => {
  it('keep what is one person’s, or holds tokens, out of every cache', async () => {
    const person = await newMentee(test)
    const responses = await Promise.all([
      test.call(api.accountSettings.mentee.preferences, { params: { ownId: person.id } }, person),
      test.call(api.accounts.loginMentee, { body: { email: person.email, password: testPassword } }),
    ])
    for (const { status, headers } of responses)
      expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  })

  it('carry a policy with nonces and nothing unsafe, another nonce each time', async () => {
    const policies = await Promise.all(
      [1, 2].map(async () =>
        String((await test.request('GET', '/healthz')).headers['content-security-policy']),
      ),
    )
    expect(policies[0]).not.toMatch(/unsafe/)
    expect(policies[0]).toMatch(/script-src 'self' 'nonce-/)
    expect(policies[0]).not.toBe(policies[1])
  })
})
