import { api } from '@marga/contract/api'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countLockWaits } from '../../testing/lock-waits.ts'
import { newMentee, ok, signInMentee, type TestPerson, testPassword } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const { mentee: calls } = api.accountSettings
const newSecret = 'another long passphrase'
const mailsTo = async (email: string) =>
  (await test.request('GET', `/sandbox/mail.json?to=${encodeURIComponent(email)}`)).body as unknown as {
    subject: string
    text: string
  }[]
const requestCode = async (email: string) => {
  ok(await test.call(calls.sendOtp, { body: { email } }))
  await test.app.jobHandlers['accounts:send-reset-code']({ role: 'mentee', email })
  return /\d{6}/.exec((await mailsTo(email))[0]!.subject)![0]!
}
const verify = (email: string, otp: string) =>
  test.call(calls.verifyOtp, { body: { email, otp, password: newSecret, confirmPassword: newSecret } })
const isSignedIn = async (person: TestPerson) => (await test.call(calls.sessions, {}, person)).status === 200

describe('resetting the password', () => {
  it('takes the mailed code once, ends every session and tells the person', async () => {
    const mentee = await newMentee(test)
    const code = await requestCode(mentee.email)
    ok(await verify(mentee.email, code))
    await expect.poll(() => isSignedIn(mentee)).toBe(false)
    ok(await test.call(api.accounts.loginMentee, { body: { email: mentee.email, password: newSecret } }))
    expect((await verify(mentee.email, code)).body.code).toBe('invalid_otp')
    expect((await mailsTo(mentee.email))[0]?.subject).toBe('Your password was changed')
  })

  it('answers the same for an unknown address', async () => {
    const mentee = await newMentee(test)
    const known = await test.call(calls.sendOtp, { body: { email: mentee.email } })
    const unknown = await test.call(calls.sendOtp, { body: { email: 'nobody@example.com' } })
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect((await verify('nobody@example.com', '123456')).body.code).toBe('invalid_otp')
  })

  it('allows five tries, even when fifty come at once, and not one more with the right code', async () => {
    const mentee = await newMentee(test)
    const code = await requestCode(mentee.email)
    const wrong = code === '000000' ? '111111' : '000000'
    const responses = await Promise.all(Array.from({ length: 50 }, () => verify(mentee.email, wrong)))
    expect(new Set(responses.map((response) => response.body.code))).toEqual(new Set(['invalid_otp']))
    expect((await verify(mentee.email, code)).body.code).toBe('invalid_otp')
  })

  it('refuses a code after ten minutes', async () => {
    const mentee = await newMentee(test)
    const code = await requestCode(mentee.email)
    const waitMs = 10 * 60_000 + 1000
    test.clock.advance(waitMs)
    expect((await verify(mentee.email, code)).body.code).toBe('invalid_otp')
    test.clock.advance(-waitMs)
  })

  it('mails at most ten codes an hour', async () => {
    const mentee = await newMentee(test)
    for (let n = 0; n < 14; n++)
      await test.app.jobHandlers['accounts:send-reset-code']({ role: 'mentee', email: mentee.email })
    const codes = (await mailsTo(mentee.email)).filter(({ subject }) => subject.endsWith('is your code'))
    expect(codes).toHaveLength(10)
  })
})

it('a code that is used while its account is deleted sets no password, and nothing more is mailed there', async () => {
  const mentee = await newMentee(test)
  const code = await requestCode(mentee.email)
  const blocker = new pg.Client({ connectionString: test.databaseUrl })
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query('select from account where id = $1 for update', [mentee.id])
  const deleting = test.call(calls.deleteAccount, { body: { password: testPassword } }, mentee)
  await expect.poll(() => countLockWaits(test.app.db.pool)).toBe(1)
  const resetting = verify(mentee.email, code)
  await expect.poll(() => countLockWaits(test.app.db.pool)).toBe(2)
  await blocker.query('commit')
  await blocker.end()
  ok(await deleting)
  expect((await resetting).body.code).toBe('invalid_otp')
  const { rows } = await test.app.db.pool.query('select password_hash from account where id = $1', [
    mentee.id,
  ])
  expect([rows, await mailsTo(mentee.email)]).toEqual([[{ password_hash: null }], []])
})

describe('changing the password', () => {
  it('names the new one where that is among the commonest', async () => {
    const mentee = await newMentee(test)
    const body = { password: testPassword, newPassword: 'password1', confirmPassword: 'password1' }
    const refused = await test.call(calls.changePassword, { body }, mentee)
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([400, ['newPassword']])
  })

  it('needs the present one and ends the other sessions only', async () => {
    const mentee = await newMentee(test)
    const elsewhere = await signInMentee(test, mentee.email)
    const change = (password: string) =>
      test.call(
        calls.changePassword,
        { body: { password, newPassword: newSecret, confirmPassword: newSecret } },
        mentee,
      )
    expect((await change('wrong one')).body).toMatchObject({
      code: 'wrong_password',
      fields: { password: 'The password is wrong.' },
    })
    ok(await change(testPassword))
    await expect.poll(() => isSignedIn(elsewhere)).toBe(false)
    expect(await isSignedIn(mentee)).toBe(true)
  })
})
