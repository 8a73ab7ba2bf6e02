import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Issuer, type IssuerVisitor, startIssuer } from '../../../../testkit/oidc-issuer.mjs'
import { identityOf } from '../../platform/identity/open-id-provider.ts'
import { codeMailedTo, outboxOf } from '../../testing/outbox.ts'
import { menteeForm, newMentee, ok, type TestPerson, testPassword } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { codeAt } from './two-factor.rules.ts'

const publicUrl = 'http://localhost:3999'
const start = '/api/mentees/google_auth_mentee'
const calls = api.accountSettings.mentee
let count = 0
const somebody = (email: string): IssuerVisitor => ({
  sub: `subject-${++count}`,
  email,
  email_verified: true,
  given_name: 'Nila',
  family_name: 'Sen',
})

let test: TestApp
let issuer: Issuer
beforeAll(async () => {
  issuer = await startIssuer(`${publicUrl}${start}/callback`)
  test = await startTestApp({ env: issuer.env })
})
afterAll(async () => {
  await test.close()
  await issuer.close()
})

/** @returns where the person is sent */
async function signIn(person: IssuerVisitor) {
  issuer.visit(person)
  const begun = await test.request('GET', start)
  const cookie = String(begun.headers['set-cookie']).split(';')[0]!
  const { pathname, search } = new URL(await issuer.browse(String(begun.headers.location)))
  const { headers } = await test.request('GET', pathname + search, { headers: { cookie } })
  return new URL(String(headers.location), publicUrl)
}
const errorOf = (location: URL) => location.searchParams.get('error')
const idOf = (location: URL) => {
  expect(location.pathname).toBe('/auth/mentee/googleauthsuccess')
  return location.searchParams.get('menteeId')
}
const byPassword = (email: string, password = testPassword) =>
  test.call(api.accounts.loginMentee, { body: { email, password } })

async function resetBy({ email }: TestPerson, password: string) {
  await test.app.jobHandlers['accounts:send-reset-code']({ role: 'mentee', email })
  const otp = await codeMailedTo(test, email)
  ok(await test.call(calls.verifyOtp, { body: { email, otp, password, confirmPassword: password } }))
}

describe('an address that was proven here', () => {
  it('is joined, the password staying, and its owner is told', async () => {
    const mentee = await newMentee(test)
    const person = somebody(mentee.email.toUpperCase())
    expect(idOf(await signIn(person))).toBe(mentee.id)
    ok(await byPassword(mentee.email))
    const told = async () =>
      (await outboxOf(test, mentee.email)).filter(({ subject }) => subject.startsWith('A Google account can'))
    expect(await told()).toHaveLength(1)
    expect(idOf(await signIn(person))).toBe(mentee.id)
    expect(await told()).toHaveLength(1)
  })

  it('is joined by nobody where a second step guards it: a mailbox alone would pass it by', async () => {
    const mentee = await newMentee(test)
    const { secret } = ok(await test.call(calls.beginTwoStep, { body: { password: testPassword } }, mentee))
    const body = { code: codeAt(secret, test.clock.now()) }
    ok(await test.call(calls.confirmTwoStep, { body }, mentee))
    expect(errorOf(await signIn(somebody(mentee.email)))).toBe('password_needed')
  })

  it('is joined by one identity of an issuer, until a mailed code sets a password and removes it', async () => {
    const mentee = await newMentee(test)
    const first = somebody(mentee.email)
    expect(idOf(await signIn(first))).toBe(mentee.id)
    const second = somebody(mentee.email)
    expect(errorOf(await signIn(second))).toBe('password_needed')
    await resetBy(mentee, 'a passphrase of the owner')
    expect(idOf(await signIn(second))).toBe(mentee.id)
    expect(errorOf(await signIn(first))).toBe('password_needed')
    const again = "insert into identity (issuer, subject, account_id) values ($1, 'third', $2)"
    const refused = test.app.db.pool.query(again, [issuer.url, mentee.id])
    await expect(refused).rejects.toMatchObject({ constraint: 'identity_account_issuer' })
  })
})

describe('an address that nobody had proven', () => {
  it('leaves nothing of whoever had registered it', async () => {
    const squatter = await newMentee(test, menteeForm(), { isProven: false })
    const feed = ok(await test.call(calls.calendarFeed, {}, squatter)).url.replace(publicUrl, '')
    ok(await test.call(calls.beginTwoStep, { body: { password: testPassword } }, squatter))
    const owner = await signIn(somebody(squatter.email))
    expect(idOf(owner)).toBe(squatter.id)
    await expect.poll(async () => (await test.call(calls.sessions, {}, squatter)).status).toBe(401)
    const refresh = (refreshToken: string) =>
      test.call(api.accounts.regenerateMentee, { body: { refreshToken } })
    expect((await refresh(squatter.refreshToken)).status).toBe(401)
    expect((await byPassword(squatter.email)).status).toBe(401)
    expect((await test.request('GET', feed)).status).toBe(404)
    const { rows } = await test.app.db.pool.query('select 1 from totp where account_id = $1', [squatter.id])
    expect(rows).toEqual([])
    expect((await outboxOf(test, squatter.email))[0]!.subject).toMatch(/your old password is gone/)
    const token = owner.searchParams.get('accessToken')!
    const profile = ok(
      await test.call(api.accountSettings.menteeProfile, { params: { menteeId: squatter.id } }, { token }),
    )
    expect(profile.menteeProfileDetails.isEmailVerified).toBe(true)
    ok(await refresh(owner.searchParams.get('refreshToken')!))
  })
})

describe('what Google says of an address', () => {
  const google = 'https://accounts.google.com'
  const said = { sub: '1', email_verified: true }
  it.each([
    ['asha@gmail.com', undefined, true],
    ['asha@googlemail.com', undefined, true],
    ['asha@school.example', 'school.example', true],
    // It had a code mailed there once.
    ['asha@yahoo.example', undefined, false],
    ['asha@notgmail.com', undefined, false],
    ['asha@gmail.com.example', undefined, false],
  ])('%s, of the customer %s: still theirs %s', (email, hd, isEmailCurrent) => {
    const identity = identityOf({ ...said, email, hd }, google)
    expect(identity).toMatchObject({ isEmailVerified: true, isEmailCurrent })
  })

  it('is no rule for another issuer, whom the operator has chosen; and nothing holds where it is not verified', () => {
    const email = 'asha@yahoo.example'
    expect(identityOf({ ...said, email }, 'https://issuer.example').isEmailCurrent).toBe(true)
    const unverified = { sub: '1', email: 'asha@gmail.com', email_verified: false }
    expect(identityOf(unverified, google).isEmailCurrent).toBe(false)
  })
})
