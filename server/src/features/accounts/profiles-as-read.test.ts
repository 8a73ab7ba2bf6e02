import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMentee, newMentor, newModerator, ok } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

// A form that was filled from the answer is sent as a whole, with what was left out as null.

it('a mentee’s profile can be saved as it was read', async () => {
  const mentee = await newMentee(test)
  const params = { menteeId: mentee.id }
  const { menteeProfile, editMenteeProfile } = api.accountSettings
  const read = ok(await test.call(menteeProfile, { params }, mentee))
  const { _id, email, isEmailVerified, createdAt, ...fields } = read.menteeProfileDetails
  expect(fields).toMatchObject({ timeZone: null, locale: null, profileImageUrl: null })
  const saved = ok(await test.call(editMenteeProfile, { params, body: fields }, mentee))
  expect(saved).toEqual(read)
})

it('so can one by Google, which lacks what Google did not say, while nobody empties what is there', async () => {
  const mentee = await newMentee(test)
  const params = { menteeId: mentee.id }
  const { menteeProfile, editMenteeProfile } = api.accountSettings
  const edit = (body: object) => test.call(editMenteeProfile, { params, body }, mentee)
  for (const [field, message] of [
    ['phone', 'Mobile number is required'],
    ['lastName', 'Last Name is required'],
  ] as const) {
    const refused = await edit({ about: 'New', [field]: ' ' })
    expect([refused.status, refused.body.fields]).toEqual([400, { [field]: message }])
  }
  await test.app.db.pool.query("update account set phone = null, last_name = '' where id = $1", [mentee.id])
  const read = ok(await test.call(menteeProfile, { params }, mentee)).menteeProfileDetails
  const { firstName, lastName, phone, about } = read
  expect([lastName, phone, about]).toEqual(['', '', ''])
  expect(ok(await edit({ firstName, lastName, phone, about })).menteeProfileDetails).toEqual(read)
  const { rows } = await test.app.db.pool.query('select phone from account where id = $1', [mentee.id])
  expect(rows).toEqual([{ phone: null }])
})

it('so can a mentor’s', async () => {
  const mentor = await newMentor(test, await newModerator(test))
  const params = { ownId: mentor.id }
  const { ownProfile, editProfile } = api.mentors
  const read = ok(await test.call(ownProfile, { params }, mentor))
  const fields = Object.keys(editProfile.body.shape) as (keyof typeof editProfile.body.shape)[]
  const body = Object.fromEntries(fields.map((field) => [field, read.profileData[field]]))
  expect(body).toMatchObject({ website: null, twitterUrl: null, linkedInUrl: null })
  const saved = ok(await test.call(editProfile, { params, body }, mentor))
  expect(saved.profileData).toMatchObject(body)
})
