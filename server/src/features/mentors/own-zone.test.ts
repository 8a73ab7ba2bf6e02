import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMentor, newModerator, ok } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('an own profile says whether its zone was chosen, also when that is the site’s', async () => {
  const mentor = await newMentor(test, await newModerator(test))
  const params = { ownId: mentor.id }
  const before = ok(await test.call(api.mentors.ownProfile, { params }, mentor)).profileData
  expect(before).toMatchObject({ timeZone: 'Asia/Kolkata', isTimeZoneChosen: false })
  const body = { timeZone: 'Asia/Kolkata' }
  const { profileData } = ok(await test.call(api.mentors.editProfile, { params, body }, mentor))
  expect(profileData).toMatchObject({ timeZone: 'Asia/Kolkata', isTimeZoneChosen: true })
})
