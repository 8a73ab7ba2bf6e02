import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../platform/log.ts'
import { newModerator, ok, testPassword } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { makePair, type PairWorld } from '../testing/two-pairs.ts'

const lines: string[] = []
let test: TestApp
let pair: PairWorld
beforeAll(async () => {
  test = await startTestApp({ log: createLog('trace', { write: (line) => void lines.push(line) }) })
  pair = await makePair(test, await newModerator(test), 'what-the-two-have-written', 3)
})
afterAll(() => test.close())

describe('the log of a busy day', () => {
  it('is JSON, a line an event, with the request’s id', async () => {
    const answer = await test.request('GET', '/api/mentees/mentors?search=private-words')
    const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(events.length).toBeGreaterThan(20)
    expect(events.at(-1)).toMatchObject({
      path: '/api/mentees/mentors',
      status: 200,
      reqId: answer.headers['x-request-id'],
    })
  })

  it('has every sign-in with its outcome, and whose it was once that is proven', async () => {
    const { mentee } = pair
    const signIn = (password: string) =>
      test.call(api.accounts.loginMentee, { body: { email: mentee.email, password } })
    const seen = lines.length
    await signIn('a wrong passphrase')
    await signIn(testPassword)
    const events = lines.slice(seen).map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(
      events
        .filter(({ event }) => event === 'sign-in')
        .map(({ role, outcome, accountId }) => [role, outcome, accountId]),
    ).toEqual([
      ['mentee', 'invalid_credentials', undefined],
      ['mentee', 'in', mentee.id],
    ])
  })

  it('holds no address, number, token, password, text or search of anybody', async () => {
    const { mentee, mentor } = pair
    // What goes wrong is logged in detail: refusals, and a failure inside.
    await test.call(api.accounts.loginMentee, {
      body: { email: mentee.email, password: 'a wrong passphrase' },
    })
    await test.request('POST', '/api/mentees/login', { body: `{"email":"${mentee.email}",` })
    await test.call(api.accountSettings.mentee.sendOtp, { body: { email: mentee.email } })
    ok(await test.call(api.accounts.regenerateMentee, { body: { refreshToken: mentee.refreshToken } }))
    await test.app.db.pool.query('alter table review rename to review_away')
    const failed = await test.request('GET', `/api/mentees/mentor/reviews/${mentor.id}`)
    await test.app.db.pool.query('alter table review_away rename to review')
    expect([failed.status, failed.body.code, Object.keys(failed.body).sort()]).toEqual([
      500,
      'internal',
      ['code', 'message', 'requestId'],
    ])
    const text = lines.join('')
    expect(text).toContain('request failed')
    const secrets = [
      mentee.email,
      mentor.email,
      mentee.token,
      mentee.refreshToken,
      mentor.token,
      testPassword,
      'a wrong passphrase',
      '9876543210',
      pair.secret,
      'private-words',
    ]
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    expect(text).not.toMatch(/[\w.+-]+@example\.com|Bearer /)
  })
})
