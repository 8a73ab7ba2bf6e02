import { api } from '@marga/contract/api'
import { plainNameMessage } from '@marga/contract/person-names'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outboxOf, outboxWith } from '../../testing/outbox.ts'
import {
  book,
  enroll,
  hoursAhead,
  menteeForm,
  mentorForm,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  testPassword,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const advert = 'Win at https://evil.example'
let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

describe('a name that would advertise', () => {
  it('is refused wherever a person gives one, with the reason under its field', async () => {
    const mentee = await newMentee(test)
    const mentor = await newMentor(test, await newModerator(test))
    for (const field of ['firstName', 'lastName'] as const) {
      const change = { [field]: advert }
      const responses = [
        await test.call(api.accounts.registerMentee, { body: { ...menteeForm(), ...change } }),
        await test.call(api.mentors.register, { body: { ...mentorForm(), ...change } }),
        await test.call(
          api.accountSettings.editMenteeProfile,
          { params: { menteeId: mentee.id }, body: change },
          mentee,
        ),
        await test.call(api.mentors.editProfile, { params: { ownId: mentor.id }, body: change }, mentor),
      ]
      for (const { status, body } of responses) {
        expect(status).toBe(400)
        expect(body.fields).toEqual({ [field]: plainNameMessage })
      }
    }
  })

  it('is cleaned when it comes from the identity provider, where nobody can be asked', async () => {
    const begun = await test.request('GET', '/api/mentees/google_auth_mentee')
    const cookie = String(begun.headers['set-cookie']).split(';')[0]!
    const asked = new URL(String(begun.headers.location), 'http://localhost').searchParams
    const answered = await test.request('POST', '/sandbox/google', {
      body: new URLSearchParams({
        ...Object.fromEntries(asked),
        email: 'advert@demo.test',
        firstName: advert,
        lastName: '@: /',
        verified: 'yes',
        outcome: 'sign-in',
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    await test.request('GET', String(answered.headers.location), { headers: { cookie } })
    const { rows } = await test.app.db.pool.query(
      `select first_name as "firstName", last_name as "lastName" from account where email = 'advert@demo.test'`,
    )
    expect(rows).toEqual([{ firstName: 'Win at https evil.example', lastName: '' }])
  })

  it('stays readable where it was taken before, and reaches nobody else by mail', async () => {
    const mentor = await newMentor(test, await newModerator(test))
    const mentee = await newMentee(test)
    await enroll(test, mentee, mentor)
    await test.app.db.pool.query('update account set first_name = $2 where id = $1', [
      mentee.id,
      `${advert}\nDear`,
    ])
    const slot = await publish(test, mentor, hoursAhead(test, 30))
    ok(await book(test, mentee, slot._id))
    const params = { menteeId: mentee.id }
    const { menteeProfileDetails } = ok(
      await test.call(api.accountSettings.menteeProfile, { params }, mentee),
    )
    expect(menteeProfileDetails.firstName).toBe(`${advert}\nDear`)
    const [mail] = await outboxWith(test, mentor.email, 'Booked')
    expect(mail!.subject).not.toMatch(/[\r\n]|\/\//)
    expect(mail!.text).not.toContain('https://evil')
  })
})

it('what a browser says of itself is in no mail', async () => {
  const mentee = await newMentee(test)
  await test.app.db.pool.query("update known_device set device = 'Firefox on Linux' where account_id = $1", [
    mentee.id,
  ])
  const headers = { 'user-agent': advert }
  ok(
    await test.call(
      api.accounts.loginMentee,
      { body: { email: mentee.email, password: testPassword } },
      { headers },
    ),
  )
  const mails = await outboxOf(test, mentee.email)
  expect(mails.filter(({ subject }) => subject.includes('Unknown device'))).toHaveLength(1)
  expect(JSON.stringify(mails)).not.toContain('evil')
})
