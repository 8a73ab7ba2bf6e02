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
