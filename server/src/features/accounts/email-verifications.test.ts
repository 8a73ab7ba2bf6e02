import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outboxWith } from '../../testing/outbox.ts'
import {
  menteeForm,
  mentorForm,
  newApplicant,
  newMentee,
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

const links = (email: string) => outboxWith(test, email, 'Please confirm your email')
const tokenIn = (text: string) => /verify-email\?role=\w+&token=([\w-]+)/.exec(text)![1]!
const { verifyEmail, sendVerification } = api.accountSettings.mentee
const newcomer = () => newMentee(test, menteeForm(), { isProven: false })
const tokenOf = async ({ email }: TestPerson) => tokenIn((await links(email))[0]!.text)

async function isProven(mentee: TestPerson) {
  const params = { menteeId: mentee.id }
  const profile = ok(await test.call(api.accountSettings.menteeProfile, { params }, mentee))
  return profile.menteeProfileDetails.isEmailVerified
}

describe('after registration', () => {
  it('a mentee is mailed the link that confirms the address, together with the session', async () => {
    const mentee = await newcomer()
    expect(await links(mentee.email)).toHaveLength(1)
    expect(await isProven(mentee)).toBe(false)
    ok(await test.call(verifyEmail, { body: { token: await tokenOf(mentee) } }, mentee))
    expect(await isProven(mentee)).toBe(true)
  })

  it('the link stays valid however often somebody asks for another one', async () => {
    const mentee = await newcomer()
    const token = await tokenOf(mentee)
    const { id, email } = mentee
    for (let asked = 0; asked < 12; asked++)
      await test.app.db.transact((tx) =>
        test.app.emailVerifications.newLink(tx, { id, email, role: 'mentee' }),
      )
    ok(await test.call(verifyEmail, { body: { token } }, mentee))
    expect(await isProven(mentee)).toBe(true)
  })

  it('nothing is mailed when the registration is refused', async () => {
    const mentee = await newcomer()
    const again = await test.call(api.accounts.registerMentee, { body: menteeForm(mentee.email) })
    expect(again.status).toBe(409)
    expect(await links(mentee.email)).toHaveLength(1)
  })

  it('an applicant, who cannot sign in yet, confirms with the password', async () => {
    const form = mentorForm()
    const mentorId = await newApplicant(test, moderator, form, { isProven: false })
    const request = async () =>
      ok(await test.call(api.moderation.requests, { query: { limit: 100 } }, moderator)).mentorRequests.find(
        (one) => one.mentorId === mentorId,
      )
    expect((await request())?.isEmailVerified).toBe(false)
    const [mail] = await outboxWith(test, form.email, 'We have received your application')
    const body = { token: tokenIn(mail!.text), password: testPassword }
    ok(await test.call(api.accountSettings.mentor.verifyEmail, { body }))
    expect((await request())?.isEmailVerified).toBe(true)
  })

  it('an applicant asks for the link again from the page of the application', async () => {
    const form = mentorForm()
    const mentorId = await newApplicant(test, moderator, form, { isProven: false })
    const [mail] = await outboxWith(test, form.email, 'We have received your application')
    const token = /auth\/application\?token=([\w-]+)/.exec(mail!.text)![1]!
    const status = async () =>
      ok(await test.call(api.mentors.applicationStatus, { body: { token } })).application
    expect((await status()).isEmailVerified).toBe(false)
    ok(await test.call(api.mentors.sendApplicantVerification, { body: { token } }))
    const body = { token: tokenIn((await links(form.email))[0]!.text), password: testPassword }
    ok(await test.call(api.accountSettings.mentor.verifyEmail, { body }))
    expect((await status()).isEmailVerified).toBe(true)
    ok(await test.call(api.mentors.sendApplicantVerification, { body: { token } }))
    expect(await links(form.email)).toHaveLength(1)
    ok(await test.call(api.moderation.accept, { body: { mentorId } }, moderator))
    const unknown = await test.call(api.mentors.sendApplicantVerification, { body: { token: 'nobody’s' } })
    expect(unknown.status).toBe(404)
  })

  it('a link that is asked for again leaves the first valid, and each works once', async () => {
    const mentee = await newcomer()
    ok(await test.call(sendVerification, {}, mentee))
    const [second, first] = await links(mentee.email)
    ok(await test.call(verifyEmail, { body: { token: tokenIn(first!.text) } }, mentee))
    const again = await test.call(verifyEmail, { body: { token: tokenIn(second!.text) } }, mentee)
    expect(again.body.code).toBe('invalid_token')
  })
})

it('an account asks for the link a few times a quarter of an hour', async () => {
  const strict = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' }, sharing: test })
  const mentee = await newcomer()
  const statuses: number[] = []
  for (let turn = 0; turn <= limits.codeRequestsByAccount; turn++)
    statuses.push((await strict.call(sendVerification, {}, mentee)).status)
  expect(statuses).toEqual([...Array(limits.codeRequestsByAccount).fill(200), 429])
  expect(await links(mentee.email)).toHaveLength(limits.codeRequestsByAccount + 1)
  expect((await strict.call(sendVerification, {}, await newcomer())).status).toBe(200)
  await strict.close()
})

describe('a link alone', () => {
  it('proves nothing, and is good for another try', async () => {
    const mentee = await newcomer()
    const token = await tokenOf(mentee)
    const tries: [object, string?][] = [
      [{}],
      [{}, (await newcomer()).token],
      [{}, moderator.token],
      [{ password: 'not the password' }],
      [{ password: '' }],
    ]
    const responses = []
    for (const [more, bearer] of tries) {
      const { status, body } = await test.request('POST', verifyEmail.path, {
        body: { token, ...more },
        ...(bearer ? { token: bearer } : {}),
      })
      responses.push([status, body.code])
    }
    expect(responses).toEqual([
      [401, 'unauthenticated'],
      [401, 'unauthenticated'],
      [401, 'unauthenticated'],
      [401, 'invalid_credentials'],
      [400, 'invalid_request'],
    ])
    expect((await test.call(verifyEmail, { body: { token } }, { token: 'no.token' })).status).toBe(401)
    expect(await isProven(mentee)).toBe(false)
    ok(await test.call(verifyEmail, { body: { token, password: testPassword } }))
    expect(await isProven(mentee)).toBe(true)
  })

  it('is good for one use and seven days', async () => {
    const mentee = await newcomer()
    const body = { token: await tokenOf(mentee), password: testPassword }
    ok(await test.call(verifyEmail, { body }))
    expect((await test.call(verifyEmail, { body })).body.code).toBe('invalid_token')
    const late = await newcomer()
    const token = await tokenOf(late)
    test.clock.advance(7 * 86_400_000 + 1000)
    expect((await test.call(verifyEmail, { body: { token, password: testPassword } })).body.code).toBe(
      'invalid_token',
    )
    test.clock.advance(-7 * 86_400_000 - 1000)
  })

  it('does not open a way to guess the password', async () => {
    const strict = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' }, sharing: test })
    const mentee = await newcomer()
    const token = await tokenOf(mentee)
    const guess = (password: string) => strict.call(verifyEmail, { body: { token, password } })
    const statuses: number[] = []
    for (let n = 0; n < limits.ownPasswordTries + 1; n++) statuses.push((await guess(`guess ${n}`)).status)
    expect(statuses).toEqual([...Array(limits.ownPasswordTries).fill(401), 429])
    expect((await guess(testPassword)).status).toBe(429)
    await strict.close()
  })
})
