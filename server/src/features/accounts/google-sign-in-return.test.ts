import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Issuer, type IssuerVisitor, startIssuer } from '../../../../testkit/oidc-issuer.mjs'
import { outboxOf } from '../../testing/outbox.ts'
import { newMentee, newModerator, ok, testPassword } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { isSignInProven } from './sign-in-proof.rules.ts'

const publicUrl = 'http://localhost:3999'
const start = '/api/mentees/google_auth_mentee'
const callback = `${start}/callback`
let count = 0
const somebody = (more: Partial<IssuerVisitor> = {}): IssuerVisitor => ({
  sub: `subject-${++count}`,
  email: `google-${count}@example.com`,
  email_verified: true,
  given_name: 'Nila',
  family_name: 'Sen',
  ...more,
})

let test: TestApp
let issuer: Issuer
beforeAll(async () => {
  issuer = await startIssuer(`${publicUrl}${callback}`)
  test = await startTestApp({
    env: issuer.env,
  })
})
afterAll(async () => {
  await test.close()
  await issuer.close()
})

const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']).split(';')[0]!
async function begin() {
  const { status, headers } = await test.request('GET', start)
  expect(status).toBe(302)
  return {
    location: String(headers.location),
    cookie: cookieOf(headers),
    setCookie: String(headers['set-cookie']),
  }
}
/** Back from the issuer, with what the browser kept. @returns where the person is sent */
async function comeBack(address: string, cookie: string) {
  const { pathname, search } = new URL(address)
  const { status, headers } = await test.request('GET', pathname + search, { headers: { cookie } })
  expect(status).toBe(302)
  return { location: new URL(String(headers.location), publicUrl), headers }
}
async function signIn(person: IssuerVisitor | 'cancels') {
  issuer.visit(person)
  const { location, cookie } = await begin()
  return (await comeBack(await issuer.browse(location), cookie)).location
}
const errorOf = (location: URL) => {
  expect(location.pathname).toBe('/auth/login')
  expect(location.searchParams.has('mentees')).toBe(true)
  return location.searchParams.get('error')
}
async function loginOf(location: URL) {
  expect(location.pathname).toBe('/auth/mentee/googleauthsuccess')
  const { menteeId, menteeName, accessToken, refreshToken } = Object.fromEntries(location.searchParams)
  const params = { menteeId: menteeId! }
  const profile = await test.call(api.accountSettings.menteeProfile, { params }, { token: accessToken })
  return { menteeId, menteeName, refreshToken: refreshToken!, profile: ok(profile).menteeProfileDetails }
}

describe('coming back from the issuer', () => {
  it('makes an account without a password, and finds it again by the subject when the address changes', async () => {
    const person = somebody()
    const first = await loginOf(await signIn(person))
    expect(first.menteeName).toBe('Nila Sen')
    expect(first.profile).toMatchObject({ email: person.email, isEmailVerified: true })
    const body = { refreshToken: first.refreshToken }
    ok(await test.call(api.accounts.regenerateMentee, { body }))
    const login = { email: person.email, password: testPassword }
    expect((await test.call(api.accounts.loginMentee, { body: login })).status).toBe(401)
    const again = await loginOf(await signIn({ ...person, email: 'moved@example.com' }))
    expect(again.menteeId).toBe(first.menteeId)
  })

  it('keeps the tokens out of caches and referrers, and drops the cookie', async () => {
    issuer.visit(somebody())
    const { location, cookie } = await begin()
    const { headers } = await comeBack(await issuer.browse(location), cookie)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(String(headers['set-cookie'])).toContain('Max-Age=0')
  })

  it('leaves the browser a short proof of its tokens, which no script reads and no other tokens fit', async () => {
    issuer.visit(somebody())
    const { location, cookie } = await begin()
    const { location: success, headers } = await comeBack(await issuer.browse(location), cookie)
    const left = [headers['set-cookie']].flat().map(String)
    const proof = left.find((one) => one.startsWith('marga_signed_in='))!
    expect(proof).toMatch(/; Path=\/auth\/mentee\/googleauthsuccess; Max-Age=60; HttpOnly; SameSite=Lax$/)
    const token = success.searchParams.get('refreshToken')!
    expect(proof).not.toContain(token)
    const cookies = `a=b; ${proof.split(';')[0]}`
    expect(isSignInProven(cookies, token)).toBe(true)
    const other = (await signIn(somebody())).searchParams.get('refreshToken')!
    expect([
      isSignInProven(cookies, other),
      isSignInProven('a=b', token),
      isSignInProven(undefined, token),
    ]).toEqual([false, false, false])
    const refused = await comeBack(await issuer.browse((await begin()).location), '')
    expect(String(refused.headers['set-cookie'])).not.toContain('marga_signed_in')
  })

  it('refuses an address that the issuer has not verified', async () => {
    const person = somebody({ email_verified: false })
    expect(errorOf(await signIn(person))).toBe('unverified_email')
    const mentee = await newMentee(test)
    const thief = somebody({ email: mentee.email, email_verified: false })
    expect(errorOf(await signIn(thief))).toBe('unverified_email')
  })

  it('refuses a blocked person, whether known by subject or by address', async () => {
    const moderator = await newModerator(test)
    const person = somebody()
    const { menteeId } = await loginOf(await signIn(person))
    const body = { menteeId: menteeId!, isBlocked: true }
    ok(await test.call(api.moderation.changeMenteeStatus, { body }, moderator))
    expect(errorOf(await signIn(person))).toBe('account_blocked')
    expect(errorOf(await signIn(somebody({ email: person.email })))).toBe('account_blocked')
  })

  it('makes one account of two first sign-ins at once', async () => {
    const person = somebody()
    issuer.visit(person)
    const attempts = [await begin(), await begin()]
    const responses = await Promise.all(attempts.map(({ location }) => issuer.browse(location)))
    const back = await Promise.all(
      responses.map((response, index) => comeBack(response, attempts[index]!.cookie)),
    )
    const ids = await Promise.all(back.map(async ({ location }) => (await loginOf(location)).menteeId))
    expect(new Set(ids).size).toBe(1)
  })

  it('sends whoever cancels back to the sign-in', async () => {
    expect(errorOf(await signIn('cancels'))).toBe('cancelled')
  })

  it('refuses a state that was tampered with, one of another browser, and an answer without the cookie', async () => {
    issuer.visit(somebody())
    const { location, cookie } = await begin()
    const tampered = new URL(await issuer.browse(location))
    tampered.searchParams.set('state', 'x'.repeat(43))
    expect(errorOf((await comeBack(tampered.href, cookie)).location)).toBe('refused')

    const mine = await begin()
    const theirs = await begin()
    const response = await issuer.browse(theirs.location)
    expect(errorOf((await comeBack(response, mine.cookie)).location)).toBe('refused')
    expect(errorOf((await comeBack(response, '')).location)).toBe('expired')
    const forged = `${theirs.cookie.slice(0, -3)}AAA`
    expect(errorOf((await comeBack(response, forged)).location)).toBe('expired')
  })

  it('refuses an ID token that the issuer has not signed', async () => {
    const victim = somebody()
    const { menteeId } = await loginOf(await signIn(victim))
    issuer.forgeTokens({ sub: victim.sub, email: victim.email, email_verified: true })
    const location = await signIn(somebody())
    issuer.forgeTokens(undefined)
    expect(errorOf(location)).toBe('refused')
    expect((await loginOf(await signIn(victim))).menteeId).toBe(menteeId)
  })

  it('refuses a code that is used again', async () => {
    issuer.visit(somebody())
    const { location, cookie } = await begin()
    const response = await issuer.browse(location)
    await loginOf((await comeBack(response, cookie)).location)
    expect(errorOf((await comeBack(response, cookie)).location)).toBe('refused')
  })

  it('refuses an attempt that took longer than ten minutes', async () => {
    issuer.visit(somebody())
    const { location, cookie } = await begin()
    const response = await issuer.browse(location)
    test.clock.advance(11 * 60_000)
    expect(errorOf((await comeBack(response, cookie)).location)).toBe('expired')
  })

  it('lets a person without a password delete the account by the mailed code', async () => {
    const person = somebody()
    const location = await signIn(person)
    const { profile } = await loginOf(location)
    const token = location.searchParams.get('accessToken')!
    const calls = api.accountSettings.mentee
    ok(await test.call(calls.sendOtp, { body: { email: person.email } }))
    await test.app.jobHandlers['accounts:send-reset-code']({ role: 'mentee', email: person.email })
    const code = /\d{6}/.exec((await outboxOf(test, person.email))[0]!.subject)![0]!
    const wrong = await test.call(calls.deleteAccount, { body: {} }, { token })
    expect(wrong.body.code).toBe('wrong_password')
    ok(await test.call(calls.deleteAccount, { body: { code } }, { token }))
    const next = await loginOf(await signIn(person))
    expect(next.menteeId).not.toBe(profile._id)
  })
})
