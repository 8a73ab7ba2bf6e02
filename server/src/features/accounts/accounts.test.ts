import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  menteeForm,
  mentorForm,
  newApplicant,
  newMentee,
  newMentor,
  newModerator,
  ok,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

const refresh = (refreshToken: string) => test.call(api.accounts.regenerateMentee, { body: { refreshToken } })
const isAccepted = async (person: { id: string; token: string }) =>
  (await test.call(api.enrollments.subscribedMentors, { params: { menteeId: person.id } }, person)).status ===
  200

describe('signing in', () => {
  it('answers a wrong password and an unknown email alike: 401 for mentees, 409 for the others', async () => {
    const mentee = await newMentee(test)
    const wrong = await test.call(api.accounts.loginMentee, {
      body: { email: mentee.email, password: 'not this one' },
    })
    const unknown = await test.call(api.accounts.loginMentee, {
      body: { email: 'nobody@example.com', password: 'not this one' },
    })
    expect([wrong.status, wrong.body.code, wrong.body.message]).toEqual([
      401,
      'invalid_credentials',
      'Please verify the entered Email and Password',
    ])
    expect({ ...unknown.body, requestId: 0 }).toEqual({ ...wrong.body, requestId: 0 })
    for (const endpoint of [api.accounts.loginMentor, api.accounts.loginModerator]) {
      const response = await test.call(endpoint, { body: { email: mentee.email, password: testPassword } })
      expect([response.status, response.body.code]).toEqual([409, 'invalid_credentials'])
    }
  })

  it('names the mentor’s tokens with their prefix', async () => {
    const mentor = await newMentor(test, moderator)
    const login = ok(
      await test.call(api.accounts.loginMentor, { body: { email: mentor.email, password: testPassword } }),
    )
    expect(Object.keys(login).sort()).toEqual([
      'mentorAccessToken',
      'mentorId',
      'mentorName',
      'mentorRefreshToken',
      'profileImageUrl',
    ])
  })

  it('tells an applicant that the application is in review, and a refused one that it was refused', async () => {
    const form = mentorForm()
    const mentorId = await newApplicant(test, moderator, form)
    const login = () =>
      test.call(api.accounts.loginMentor, { body: { email: form.email, password: testPassword } })
    expect((await login()).body.code).toBe('application_in_review')
    ok(
      await test.call(
        api.moderation.reject,
        { body: { mentorId, reason: 'Please describe your work.' } },
        moderator,
      ),
    )
    expect((await login()).body.code).toBe('application_rejected')
  })
})

describe('refreshing', () => {
  it('goes on for half a year at most, however often it is done', async () => {
    const mentee = await newMentee(test)
    const { rows } = await test.app.db.pool.query<{ id: string }>(
      "update login_session set created_at = now() - interval '170 days' where account_id = $1 returning id",
      [mentee.id],
    )
    ok(await refresh(mentee.refreshToken))
    const left = await test.app.db.pool.query<{ days: number }>(
      'select extract(epoch from expires_at - now()) / 86400 as days from login_session where id = $1',
      [rows[0]!.id],
    )
    expect(Number(left.rows[0]!.days)).toBeCloseTo(10, 1)
  })

  it('rotates both tokens and gives racing tabs the same pair for 30 seconds', async () => {
    const mentee = await newMentee(test)
    const first = ok(await refresh(mentee.refreshToken))
    const racing = ok(await refresh(mentee.refreshToken))
    expect(racing.refreshToken).toBe(first.refreshToken)
    expect(first.refreshToken).not.toBe(mentee.refreshToken)
    expect(await isAccepted({ id: mentee.id, token: racing.accessToken })).toBe(true)
    ok(await refresh(first.refreshToken))
  })

  it('ends the whole family when a superseded token comes back after the grace', async () => {
    const mentee = await newMentee(test)
    const next = ok(await refresh(mentee.refreshToken))
    test.clock.advance(31_000)
    expect((await refresh(mentee.refreshToken)).status).toBe(401)
    expect((await refresh(next.refreshToken)).status).toBe(401)
    await expect.poll(() => isAccepted({ id: mentee.id, token: next.accessToken })).toBe(false)
  })

  describe('after a restore that has taken the session back', () => {
    const rowOf = async ({ id }: TestPerson) =>
      (
        await test.app.db.pool.query<{ generation: number; token_hash: Buffer; superseded_at: Date[] }>(
          'select generation, token_hash, superseded_at from login_session where account_id = $1',
          [id],
        )
      ).rows[0]!

    /** @returns the tokens that were given since the backup, the newest last */
    async function restored(mentee: TestPerson, refreshes: number) {
      const before = await rowOf(mentee)
      const given = [mentee.refreshToken]
      while (given.length <= refreshes) given.push(ok(await refresh(given.at(-1)!)).refreshToken)
      await test.app.db.pool.query(
        'update login_session set generation = $2, token_hash = $3, superseded_at = $4 where account_id = $1',
        [mentee.id, before.generation, before.token_hash, before.superseded_at],
      )
      test.clock.advance(31_000)
      return given
    }

    it('goes on with the newest token, which came after the backup, in racing tabs too', async () => {
      const mentee = await newMentee(test)
      const newest = (await restored(mentee, 3)).at(-1)!
      const tabs = [ok(await refresh(newest)), ok(await refresh(newest))]
      expect(tabs[1]!.refreshToken).toBe(tabs[0]!.refreshToken)
      expect(await isAccepted({ id: mentee.id, token: tabs[0]!.accessToken })).toBe(true)
      ok(await refresh(tabs[0]!.refreshToken))
    })

    it('ends the whole family when an older token comes after it', async () => {
      const mentee = await newMentee(test)
      const given = await restored(mentee, 3)
      const next = ok(await refresh(given.at(-1)!))
      expect((await refresh(given.at(-2)!)).status).toBe(401)
      expect((await refresh(next.refreshToken)).status).toBe(401)
    })
  })

  it('refuses forged, foreign and garbage tokens', async () => {
    const mentee = await newMentee(test)
    const bytes = Buffer.from(mentee.refreshToken, 'base64url')
    bytes[40]! ^= 1
    for (const token of [bytes.toString('base64url'), 'garbage', '', moderator.refreshToken]) {
      expect((await refresh(token)).status, token).toBe(401)
    }
  })

  it('lets an access token live ten minutes', async () => {
    const mentee = await newMentee(test)
    test.clock.advance(9 * 60_000)
    expect(await isAccepted(mentee)).toBe(true)
    test.clock.advance(2 * 60_000)
    expect(await isAccepted(mentee)).toBe(false)
    ok(await refresh(mentee.refreshToken))
  })
})

describe('signing out', () => {
  it('ends the session by its refresh token alone, and the access token with it', async () => {
    const mentee = await newMentee(test)
    const response = await test.call(api.accounts.logoutMentee, {
      body: { refreshToken: mentee.refreshToken },
    })
    expect(response.status).toBe(200)
    expect((await refresh(mentee.refreshToken)).status).toBe(401)
    await expect.poll(() => isAccepted(mentee)).toBe(false)
  })

  it('leaves the person’s other sessions alone', async () => {
    const mentee = await newMentee(test)
    const other = ok(
      await test.call(api.accounts.loginMentee, { body: { email: mentee.email, password: testPassword } }),
    )
    ok(await test.call(api.accounts.logoutMentee, { body: {} }, mentee))
    expect(await isAccepted({ id: mentee.id, token: other.accessToken })).toBe(true)
  })
})

describe('a blocked mentee', () => {
  it('is out at once and told so at login, with the right password only, and at registration', async () => {
    const mentee = await newMentee(test)
    const blocker = await newModerator(test)
    ok(
      await test.call(
        api.moderation.changeMenteeStatus,
        { body: { menteeId: mentee.id, isBlocked: true } },
        blocker,
      ),
    )
    await expect.poll(() => isAccepted(mentee)).toBe(false)
    expect((await refresh(mentee.refreshToken)).status).toBe(401)
    const login = (password: string) =>
      test.call(api.accounts.loginMentee, { body: { email: mentee.email, password } })
    const right = await login(testPassword)
    expect([right.status, right.body.code, right.body.isBlocked]).toEqual([403, 'account_blocked', true])
    expect((await login('a wrong password')).status).toBe(401)
    const again = await test.call(api.accounts.registerMentee, { body: menteeForm(mentee.email) })
    expect([again.status, again.body.isBlocked]).toEqual([403, true])
    ok(await test.call(api.moderation.changeMenteeStatus, { body: { menteeId: mentee.id } }, blocker))
    ok(await login(testPassword))
  })
})
