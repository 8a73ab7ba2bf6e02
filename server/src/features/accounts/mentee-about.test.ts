import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { enroll, newMentee, newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let mentor: TestPerson
let mentee: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  mentor = await newMentor(test, await newModerator(test))
  mentee = await newMentee(test)
  const body = { about: 'I lead a team of three.', interests: ['Hiring', 'Go'] }
  const params = { menteeId: mentee.id }
  ok(await test.call(api.accountSettings.editMenteeProfile, { params, body }, mentee))
})
afterAll(() => test.close())

const read = (reader: TestPerson) =>
  test.call(api.mentors.readMentee, { params: { menteeId: mentee.id } }, reader)

it('is read by a mentor who has to do with the mentee, and by no other', async () => {
  expect((await read(mentor)).status).toBe(404)
  await enroll(test, mentee, mentor)
  expect(ok(await read(mentor)).mentee).toEqual({
    _id: mentee.id,
    firstName: 'Asha',
    lastName: 'Rao',
    profileImageUrl: null,
    about: 'I lead a team of three.',
    interests: ['Hiring', 'Go'],
  })
  expect((await read(await newMentor(test, await newModerator(test)))).status).toBe(404)
})

it('is hidden from a mentor whom the mentee has blocked', async () => {
  const { blockPerson } = api.accountSettings.mentee
  const body = { personId: mentor.id }
  ok(await test.call(blockPerson, { body } as never, mentee))
  expect((await read(mentor)).status).toBe(404)
})
