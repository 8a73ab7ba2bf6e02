import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../platform/log.ts'
import { outboxWith } from '../testing/outbox.ts'
import { newModerator, ok, testPassword } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { makePair, type PairWorld } from '../testing/two-pairs.ts'

const lines: string[] = []
let test: TestApp
let pair: PairWorld
beforeAll(async () => {
  test = await startTestApp({
    env: { METRICS_PORT: '0' },
    log: createLog('trace', { write: (line) => void lines.push(line) }),
  })
  pair = await makePair(test, await newModerator(test), 'what-the-two-have-written', 3)
})
afterAll(() => test.close())

describe('the log of a busy day', () => {
  it('is JSON, a line an event, with the request’s id', async () => {
    const response = await test.request('GET', '/api/mentees/mentors?search=private-words')
    const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(events.length).toBeGreaterThan(20)
    expect(events.at(-1)).toMatchObject({
      path: '/api/mentees/mentors',
      status: 200,
      reqId: response.headers['x-request-id'],
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

  it('has every sign-in by the identity provider, too, and why one was refused', async () => {
    const come = async (form: Record<string, string>) => {
      const begun = await test.request('GET', '/api/mentees/google_auth_mentee')
      const cookie = String(begun.headers['set-cookie']).split(';')[0]!
      const asked = Object.fromEntries(
        new URL(String(begun.headers.location), 'http://localhost').searchParams,
      )
      const answered = await test.request('POST', '/sandbox/google', {
        body: new URLSearchParams({ ...asked, ...form }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      return test.request('GET', String(answered.headers.location), { headers: { cookie } })
    }
    const visitor = { email: pair.mentee.email, firstName: 'Asha', lastName: 'Rao', outcome: 'sign-in' }
    const seen = lines.length
    await come({ ...visitor, verified: 'yes' })
    await come({ outcome: 'cancel' })
    await come({ ...visitor, email: 'somebody@elsewhere.example' })
    await test.request('GET', '/api/mentees/google_auth_mentee/callback?code=1&state=2')
    const events = lines.slice(seen).map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(
      events
        .filter(({ event }) => event === 'sign-in')
        .map(({ role, by, outcome, accountId }) => [role, by, outcome, accountId]),
    ).toEqual([
      ['mentee', 'identity provider', 'in', pair.mentee.id],
      ['mentee', 'identity provider', 'cancelled', undefined],
      ['mentee', 'identity provider', 'unverified_email', undefined],
      ['mentee', 'identity provider', 'expired', undefined],
    ])
  })

  it('and the figures hold no secret of a calendar feed or a link to unsubscribe, however the address is written', async () => {
    const { url } = ok(await test.call(api.accountSettings.mentee.renewCalendarFeed, {}, pair.mentee))
    const feed = new URL(url).pathname
    const [mail] = await outboxWith(test, pair.mentee.email, 'Booked')
    const unsubscribe = new URL(/http\S+\/api\/unsubscribe\/[\w-]+/.exec(mail!.text)![0]).pathname
    const seen = lines.length
    for (const [path, statuses] of [
      [feed, [200]],
      [unsubscribe, [200]],
      [feed.replace('calendar', '%63alendar'), [200, 404]],
      [feed.replace('.ics', ''), [404]],
      [feed.replace('/calendar/', '//calendar//'), [200, 404]],
      [`${unsubscribe}/`, [200]],
      [`${unsubscribe}/more`, [404]],
      [unsubscribe.toUpperCase().replace('/API/UNSUBSCRIBE', '/API/unsubscribe'), [404]],
    ] as const)
      for (const method of ['GET', 'PUT'])
        expect([...statuses, 404, 405]).toContain((await test.request(method, `${path}?a=1`)).status)
    await test.app.db.pool.query('alter table preference rename to preference_away')
    expect((await test.request('POST', unsubscribe)).status).toBe(500)
    await test.app.db.pool.query('alter table preference_away rename to preference')
    const text = lines.slice(seen).join('') + (await test.app.metrics!.text())
    expect(text).toContain('/api/unsubscribe/:secret')
    for (const address of [feed, unsubscribe]) {
      const secret = address.split('/').at(-1)!.replace('.ics', '')
      expect(secret.length).toBeGreaterThan(20)
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
    }
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
