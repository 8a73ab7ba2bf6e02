import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outboxOf, outboxWith } from '../../testing/outbox.ts'
import {
  mentorForm,
  newApplicant,
  newMentor,
  newModerator,
  ok,
  signInMentor,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { hashToken } from '../accounts/refresh-tokens.rules.ts'

let test: TestApp
let moderator: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

const register = (form: ReturnType<typeof mentorForm>, token?: string) =>
  test.call(api.mentors.register, { body: { ...form, ...(token ? { token } : {}) } })
const linkIn = (text: string) => /mentor-register\?again=([\w-]+)/.exec(text)?.[1]
const linkMailedTo = async (email: string) => linkIn((await outboxOf(test, email))[0]!.text)!
const strangersPassword = 'a passphrase of a stranger'
const strangersForm = (email: string) => ({
  ...mentorForm(email),
  firstName: 'Somebody',
  jobTitle: 'Impostor',
  password: strangersPassword,
  confirmpassword: strangersPassword,
})

async function refused({ isProven = true } = {}) {
  const form = mentorForm()
  const mentorId = await newApplicant(test, moderator, form, { isProven })
  ok(await test.call(api.moderation.reject, { body: { mentorId, reason: 'Tell us more.' } }, moderator))
  return { form, mentorId }
}
/** All that an application is made of. */
async function rowsOf(mentorId: string) {
  const { pool } = test.app.db
  const tables = { account: 'id', mentor_profile: 'account_id', application: 'mentor_id' }
  return Promise.all(
    Object.entries(tables).map(
      async ([table, column]) =>
        (await pool.query(`select * from ${table} where ${column} = $1`, [mentorId])).rows,
    ),
  )
}
const requestOf = async (mentorId: string) =>
  ok(await test.call(api.moderation.requests, { query: { limit: 100 } }, moderator)).mentorRequests.find(
    (one) => one.mentorId === mentorId,
  )

it('one application that arrives several times at once is in review for all but the first', async () => {
  const form = mentorForm()
  const responses = await Promise.all(Array.from({ length: 4 }, () => register(form)))
  expect(responses.map(({ status, body }) => `${status} ${body.code ?? ''}`).sort()).toEqual([
    '201 ',
    ...Array(3).fill('403 application_in_review'),
  ])
})

describe('whoever applies under an address that was refused', () => {
  it('changes nothing, is answered as a newcomer, and the owner is mailed the link', async () => {
    const { form, mentorId } = await refused()
    const before = await rowsOf(mentorId)
    const newcomer = await register(mentorForm())
    const response = await register(strangersForm(form.email))
    expect([response.status, response.body]).toEqual([newcomer.status, newcomer.body])
    expect(await rowsOf(mentorId)).toEqual(before)
    expect(await requestOf(mentorId)).toBeUndefined()
    const [mail] = await outboxWith(test, form.email, 'Apply again as a mentor')
    expect(linkIn(mail!.text)).toMatch(/^[\w-]{60,80}$/)
    // A proof greets nobody by name: whoever gave a stranger’s address chose that name.
    expect(mail!.text).toContain('Hello,')
    expect(JSON.stringify(mail)).not.toContain('Impostor')
  })

  it('is mailed although the address was never proven, as the link is the proof', async () => {
    const { form, mentorId } = await refused({ isProven: false })
    // Not even the refusal goes to an address that may be a stranger's.
    expect(await outboxWith(test, form.email, 'About your application')).toEqual([])
    await register(form)
    const token = await linkMailedTo(form.email)
    ok(await register({ ...form, jobTitle: 'Principal Engineer' }, token))
    expect(await requestOf(mentorId)).toMatchObject({
      isEmailVerified: true,
      jobTitle: 'Principal Engineer',
      attempts: 2,
    })
  })
})

describe('the link to apply again', () => {
  it('sends a new application, whose password is the one that signs in', async () => {
    const { form, mentorId } = await refused()
    const password = 'another passphrase of the owner'
    await register(form)
    const changed = { ...form, firstName: 'Vikramaditya', password, confirmpassword: password }
    ok(await register(changed, await linkMailedTo(form.email)))
    expect(await requestOf(mentorId)).toMatchObject({ attempts: 2, firstName: 'Vikramaditya' })
    const [mail] = await outboxWith(test, form.email, 'We have received your application')
    expect(mail!.text).not.toContain('verify-email')
    ok(await test.call(api.moderation.accept, { body: { mentorId } }, moderator))
    ok(await test.call(api.accounts.loginMentor, { body: { email: form.email, password } }))
    await expect(signInMentor(test, form.email)).rejects.toThrow('invalid_credentials')
  })

  it('is in the mail that refuses an application, too', async () => {
    const { form, mentorId } = await refused()
    ok(await register(form, await linkMailedTo(form.email)))
    expect(await requestOf(mentorId)).toMatchObject({ attempts: 2 })
  })

  it('works once, also for two at once', async () => {
    const { form, mentorId } = await refused()
    const token = await linkMailedTo(form.email)
    const responses = await Promise.all([register(form, token), register(form, token)])
    // The loser finds the application of the winner.
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 403])
    ok(await test.call(api.moderation.reject, { body: { mentorId, reason: 'Again.' } }, moderator))
    expect((await register(form, token)).body.code).toBe('invalid_token')
  })

  it('stays valid however often somebody else asks for one, until one of them is used', async () => {
    const { form, mentorId } = await refused()
    const first = await linkMailedTo(form.email)
    for (let turn = 0; turn < 3; turn++) ok(await register(strangersForm(form.email)))
    const second = await linkMailedTo(form.email)
    ok(await register(form, first))
    expect(await requestOf(mentorId)).toMatchObject({ attempts: 2 })
    ok(await test.call(api.moderation.reject, { body: { mentorId, reason: 'Again.' } }, moderator))
    for (const used of [first, second]) expect((await register(form, used)).body.code).toBe('invalid_token')
    ok(await register(form, await linkMailedTo(form.email)))
    expect(await requestOf(mentorId)).toMatchObject({ attempts: 3 })
  })

  it('is good as it was mailed by the version before, whose tokens are kept', async () => {
    const { form, mentorId } = await refused()
    await test.app.db.query
      .insertInto('reapplication')
      .values({
        ...{ accountId: mentorId, tokenHash: hashToken('a token of before') },
        expiresAt: new Date(test.clock.now().getTime() + 60_000),
      })
      .execute()
    expect((await register(strangersForm((await refused()).form.email), 'a token of before')).status).toBe(
      400,
    )
    ok(await register(form, 'a token of before'))
    expect(await requestOf(mentorId)).toMatchObject({ attempts: 2 })
  })

  it('is for that address alone, and for 14 days', async () => {
    const { form, mentorId } = await refused()
    await register(form)
    const second = await linkMailedTo(form.email)
    const other = await refused()
    const mixed = await register(strangersForm(other.form.email), second)
    expect([mixed.status, Object.keys(mixed.body.fields as object)]).toEqual([400, ['email']])
    expect((await register(mentorForm(), second)).status).toBe(400)
    test.clock.advance(14 * 86_400_000 + 1000)
    expect((await register(form, second)).body.code).toBe('invalid_token')
    test.clock.advance(-14 * 86_400_000 - 1000)
    // What was refused has not used it up.
    ok(await register(form, second))
    expect(await requestOf(mentorId)).toMatchObject({ attempts: 2 })
  })
})

describe('the status of an application, by the secret of its mail', () => {
  const statusTokenOf = async (email: string) => {
    const [newest] = await outboxWith(test, email, 'We have received your application')
    return /auth\/application\?token=([\w-]+)/.exec(newest!.text)![1]!
  }
  const reapplyTokenOf = async (token: string) =>
    ok(await test.call(api.mentors.applicationStatus, { body: { token } })).application.reapplyToken

  it('lets the owner of a refused one apply again, as the mailed link does', async () => {
    const { form, mentorId } = await refused()
    const statusToken = await statusTokenOf(form.email)
    const token = await reapplyTokenOf(statusToken)
    expect(token).toMatch(/^[\w-]{60,80}$/)
    // It is not the secret of the mail that applies, and what applies is for this address alone.
    expect((await register(form, statusToken)).body.code).toBe('invalid_token')
    const other = await refused()
    expect((await register(strangersForm(other.form.email), token!)).status).toBe(400)
    ok(await register({ ...form, jobTitle: 'Principal Engineer' }, token!))
    expect(await requestOf(mentorId)).toMatchObject({ attempts: 2, jobTitle: 'Principal Engineer' })
    ok(await test.call(api.moderation.reject, { body: { mentorId, reason: 'Again.' } }, moderator))
    expect((await register(form, token!)).body.code).toBe('invalid_token')
    // The refusal before leads on to the one that is in force.
    ok(await register(form, (await reapplyTokenOf(statusToken))!))
    expect(await requestOf(mentorId)).toMatchObject({ attempts: 3 })
  })

  it('offers nothing while one is being read, also beside an earlier refusal, and nothing to a mentor', async () => {
    const { form, mentorId } = await refused()
    const ofRefused = await statusTokenOf(form.email)
    ok(await register(form, (await reapplyTokenOf(ofRefused))!))
    const ofSecond = await statusTokenOf(form.email)
    expect(ofSecond).not.toBe(ofRefused)
    const both = () => Promise.all([ofRefused, ofSecond].map(reapplyTokenOf))
    expect(await both()).toEqual([null, null])
    ok(await test.call(api.moderation.accept, { body: { mentorId } }, moderator))
    expect(await both()).toEqual([null, null])
  })

  it('is nobody’s once the account is deleted, to which no proof is mailed any more', async () => {
    const mentor = await newMentor(test, moderator)
    const body = { token: await statusTokenOf(mentor.email) }
    const own = { body: { password: testPassword } }
    ok(await test.call(api.accountSettings.mentor.deleteAccount, own, mentor))
    const status = await test.call(api.mentors.applicationStatus, { body })
    const again = await test.call(api.mentors.sendApplicantVerification, { body })
    const query = "select recipient from mail where recipient like '%@deleted.invalid'"
    const { rows } = await test.app.db.pool.query(query)
    expect([status.status, again.status, rows]).toEqual([404, 404, []])
  })
})

describe('an application that is being read', () => {
  it('is not changed; its owner gets the link that proves the address once more', async () => {
    const form = mentorForm()
    const mentorId = await newApplicant(test, moderator, form, { isProven: false })
    const before = await rowsOf(mentorId)
    const response = await register(strangersForm(form.email))
    expect([response.status, response.body.code, response.body.isBlocked]).toEqual([
      403,
      'application_in_review',
      undefined,
    ])
    expect(await rowsOf(mentorId)).toEqual(before)
    expect(await outboxWith(test, form.email, 'Please confirm your email')).toHaveLength(1)
  })
})
