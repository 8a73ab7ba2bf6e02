import { api } from '@marga/contract/api'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  mentorForm,
  newApplicant,
  newModerator,
  ok,
  proveMailbox,
  signInMentor,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
let second: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  second = await newModerator(test)
})
afterAll(() => test.close())

const accept = (by: TestPerson, mentorId: string) =>
  test.call(api.moderation.accept, { body: { mentorId } }, by)
const reject = (by: TestPerson, mentorId: string, reason: string) =>
  test.call(api.moderation.reject, { body: { mentorId, reason } }, by)
const search = async (text: string) =>
  ok(await test.call(api.search.mentors, { query: { search: text } })).mentorsSearchResult
const mailsTo = async (email: string) =>
  (await test.request('GET', `/sandbox/mail.json?to=${encodeURIComponent(email)}`)).body as unknown as {
    subject: string
    text: string
  }[]

describe('an application', () => {
  it('is answered 403 in review to a second one, without a blocked flag', async () => {
    const form = mentorForm()
    await newApplicant(test, moderator, form)
    const response = await test.call(api.mentors.register, { body: form })
    expect([response.status, response.body.code, response.body.isBlocked]).toEqual([
      403,
      'application_in_review',
      undefined,
    ])
  })

  it('makes a listed mentor with a price once accepted, and mails the applicant', async () => {
    const form = { ...mentorForm(), firstName: 'Zarquon', hourlyRate: 1234.4 }
    const mentorId = await newApplicant(test, moderator, form)
    expect(await search('zarquon')).toEqual([])
    expect((await test.call(api.mentors.profile, { params: { mentorId } })).status).toBe(404)
    expect(ok(await accept(moderator, mentorId)).data).toMatchObject({ mentorId, status: 'accepted' })
    const [card] = await search('zarqu')
    expect(card).toMatchObject({
      _id: mentorId,
      hourlyRate: 1234,
      monthlyFee: 4936,
      rating: null,
      reviewCount: 0,
    })
    expect(card?.stripePriceId).toMatch(/^price_sandbox_/)
    await signInMentor(test, form.email)
    const subjects = (await mailsTo(form.email)).map((mail) => mail.subject)
    expect(subjects).toEqual(['Welcome: you are now a mentor', 'We have received your application'])
  })

  it('may be made again after a refusal, and shows the reason to whoever has the mail', async () => {
    const form = mentorForm()
    const mentorId = await newApplicant(test, moderator, form)
    ok(await reject(moderator, mentorId, 'Please tell more about <your> work.'))
    const mails = await mailsTo(form.email)
    expect(mails[0]?.text).toContain('Please tell more about <your> work.')
    const token = /auth\/application\?token=([\w-]+)/.exec(mails[1]!.text)![1]!
    const status = ok(await test.call(api.mentors.applicationStatus, { body: { token } })).application
    expect(status).toMatchObject({ status: 'rejected', reason: 'Please tell more about <your> work.' })
    const link = /mentor-register\?again=([\w-]+)/.exec(mails[0]!.text)![1]!
    const changed = { ...form, jobTitle: 'Principal Engineer', token: link }
    expect((await test.call(api.mentors.register, { body: changed })).status).toBe(201)
    const { mentorRequests } = ok(
      await test.call(api.moderation.requests, { query: { limit: 100 } }, moderator),
    )
    // However many are asked for at once, the number of those who wait is the number.
    const page = ok(await test.call(api.moderation.requests, { query: { limit: 1 } }, moderator))
    expect([page.mentorRequests.length, page.total]).toEqual([1, mentorRequests.length])
    expect(mentorRequests.find((request) => request.mentorId === mentorId)).toMatchObject({
      attempts: 2,
      jobTitle: 'Principal Engineer',
    })
    ok(await accept(moderator, mentorId))
    const again = await test.call(api.mentors.register, { body: form })
    expect([again.status, again.body.code]).toEqual([409, 'already_exists'])
  })

  it('is not accepted before the applicant has proven the address, and may be refused', async () => {
    const form = mentorForm()
    const mentorId = await newApplicant(test, moderator, form, { isProven: false })
    const response = await accept(moderator, mentorId)
    expect([response.status, response.body.code]).toEqual([409, 'email_unverified'])
    const login = { email: form.email, password: testPassword }
    expect((await test.call(api.accounts.loginMentor, { body: login })).body.code).toBe(
      'application_in_review',
    )
    await proveMailbox(test, 'mentor', form.email)
    ok(await accept(moderator, mentorId))
    const other = await newApplicant(test, moderator, mentorForm(), { isProven: false })
    ok(await reject(moderator, other, 'No.'))
    expect((await accept(moderator, other)).body.code).toBe('already_decided')
  })

  it('is decided once: the second of two moderators is told who decided', async () => {
    const mentorId = await newApplicant(test, moderator)
    const responses = await Promise.all([
      accept(moderator, mentorId),
      reject(second, mentorId, 'No.'),
      accept(second, mentorId),
    ])
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409, 409])
    const loser = responses.find((response) => response.status === 409)!
    expect(loser.body).toMatchObject({ code: 'already_decided', decidedBy: 'Moderator' })
    expect(Date.parse(String(loser.body.decidedAt))).not.toBeNaN()
    expect((await accept(moderator, v7())).status).toBe(404)
  })

  it('names every required field that is missing', async () => {
    const response = await test.request('POST', '/api/mentors/register', { body: {} })
    expect(Object.keys(response.body.fields as object).sort()).toEqual([
      'bio',
      'educationalQualification',
      'email',
      'expertise',
      'firmName',
      'firstName',
      'hourlyRate',
      'jobTitle',
      'lastName',
      'password',
      'phone',
    ])
  })

  it.each([
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ hourlyRate: 0 }, 'hourlyRate'],
    [{ hourlyRate: 100_001 }, 'hourlyRate'],
    [{ expertise: [] }, 'expertise'],
    [{ expertise: ['x'.repeat(41)] }, 'expertise.0'],
  ])('refuses %o', async (change, field) => {
    const response = await test.request('POST', '/api/mentors/register', {
      body: { ...mentorForm(), ...change },
    })
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([400, [field]])
  })
})
