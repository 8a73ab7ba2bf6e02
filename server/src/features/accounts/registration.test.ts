import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { menteeForm, mentorForm, newMentee, ok, testPassword } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

describe('registration of a mentee', () => {
  it('makes an account without signing in, names and email trimmed', async () => {
    const form = menteeForm()
    const response = await test.call(api.accounts.registerMentee, {
      body: { ...form, firstName: '  Asha ', email: ` ${form.email} ` },
    })
    expect(response.status).toBe(201)
    expect(response.body).not.toHaveProperty('accessToken')
    const login = ok(
      await test.call(api.accounts.loginMentee, { body: { email: form.email, password: testPassword } }),
    )
    expect(login.menteeName).toBe('Asha Rao')
  })

  it('refuses an email that is taken in other letters with 409', async () => {
    const mentee = await newMentee(test)
    const response = await test.call(api.accounts.registerMentee, {
      body: menteeForm(mentee.email.toUpperCase()),
    })
    expect([response.status, response.body.code]).toEqual([409, 'already_exists'])
  })

  it('of one address ends after a few, mentors’ among them, and nobody is mailed: others go on', async () => {
    const env = { RATE_LIMIT_FACTOR: '0.1', TRUSTED_PROXIES: '127.0.0.1' }
    const strict = await startTestApp({ env })
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    const asMentee = (address = '203.0.113.1') =>
      strict.call(api.accounts.registerMentee, { body: menteeForm() }, from(address))
    const asMentor = () => strict.call(api.mentors.register, { body: mentorForm() }, from('203.0.113.1'))
    expect((await asMentee()).status).toBe(201)
    // All but two of a tenth of them were that one's.
    const used = limits.registrationsByAddress / 10 - 2
    await strict.app.db.pool.query('update attempt set used = $1', [used])
    expect([await asMentor(), await asMentee()].map(({ status }) => status)).toEqual([201, 201])
    const mailed = () => strict.app.db.query.selectFrom('mail').select('recipient').execute()
    const before = await mailed()
    for (const { status, body, headers } of [await asMentee(), await asMentor()]) {
      expect([status, body.code]).toEqual([429, 'rate_limited'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(800)
    }
    expect(await mailed()).toEqual(before)
    expect((await asMentee('203.0.113.2')).status).toBe(201)
    await strict.close()
  })

  it('mails the owner of a mailbox no more than so often in an hour, whatever became of the accounts', async () => {
    const strict = await startTestApp({ env: { RATE_LIMIT_FACTOR: '0.1' } })
    const form = menteeForm()
    const register = (body = form) => strict.call(api.accounts.registerMentee, { body })
    const responses = [await register(), await register({ ...form, firstName: 'Other' }), await register()]
    expect(responses.map(({ status }) => status)).toEqual([201, 409, 429])
    expect(Number(responses[2]!.headers['retry-after'])).toBeGreaterThan(3500)
    // Neither does it keep others out, nor the same person as a mentor.
    expect((await register(menteeForm())).status).toBe(201)
    const body = { ...mentorForm(), email: form.email }
    expect((await strict.call(api.mentors.register, { body })).status).toBe(201)
    await strict.close()
  })

  it('makes one account when the same form arrives ten times at once', async () => {
    const form = menteeForm()
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => test.call(api.accounts.registerMentee, { body: form })),
    )
    expect(responses.map((response) => response.status).sort()).toEqual([201, ...Array(9).fill(409)])
  })

  it.each([
    [{ firstName: ' ' }, 'firstName', 'First Name is required'],
    [{ lastName: '' }, 'lastName', 'Last Name is required'],
    [{ email: 'nobody' }, 'email', 'Invalid email'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ phone: '' }, 'phone', 'Mobile number is required'],
    [{ phone: '5876543210' }, 'phone', 'Please enter a valid 10-digit mobile number'],
    [{ phone: '+1 212 555 0100' }, 'phone', 'Please enter a valid 10-digit mobile number'],
    [{ confirmpassword: '' }, 'confirmpassword', 'Confirm Password is required'],
    [{ confirmpassword: 'something else' }, 'confirmpassword', 'Passwords must match'],
    [{ password: 'short', confirmpassword: 'short' }, 'password', 'Use at least 8 characters'],
    [
      { password: 'password1', confirmpassword: 'password1' },
      'password',
      'This password is among the commonest. Please choose another.',
    ],
  ])('refuses %o under its field', async (change, field, message) => {
    const response = await test.call(api.accounts.registerMentee, { body: { ...menteeForm(), ...change } })
    expect(response.status).toBe(400)
    expect(response.body.fields).toMatchObject({ [field]: message })
  })

  it.each(['mentor1234!', 'Marga-2026', 'mentee mentee', 'password2026'])(
    'refuses the password %s, of words that everybody here would try',
    async (password) => {
      const body = { ...menteeForm(), password, confirmpassword: password }
      const response = await test.call(api.accounts.registerMentee, { body })
      expect(response.body.fields).toMatchObject({
        password: expect.stringMatching(/^Words that everyone would try here/),
      })
    },
  )

  it.each(['password1234', 'moderator1'])('refuses %s for a moderator, too', async (password) => {
    const email = 'operator@example.com'
    const made = test.app.accounts.createModerator({ email, password })
    await expect(made).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { password: expect.any(String) },
    })
    const { rows } = await test.app.db.pool.query('select 1 from account where email = $1', [email])
    expect(rows).toEqual([])
  })

  it.each(['919876543210', '09876543210', '6876543210'])('takes the phone number %s', async (phone) => {
    expect((await test.call(api.accounts.registerMentee, { body: { ...menteeForm(), phone } })).status).toBe(
      201,
    )
  })
})
