import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { after, hoursMs } from '../../platform/clock.ts'
import { makeCreditWorld } from '../../testing/credit-world.ts'
import { ok } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('a mentor sees as many calls left of a mentee as the mentee does, one that was given back included', async () => {
  const world = await makeCreditWorld(test)
  const { mentor, mentee } = world
  await world.book(after(world.now(), hoursMs(4)))
  await world.cancel('mentor')
  await world.goTo(after((await world.enrollment()).periodEnd, hoursMs(1)))
  const ofMentor = { params: { mentorId: mentor.id }, query: {} }
  const { enrolledMentees } = ok(await test.call(api.enrollments.subscribedMentees, ofMentor, mentor))
  const ofMentee = { params: { menteeId: mentee.id } }
  const { allMentorsSubscribed } = ok(await test.call(api.enrollments.subscribedMentors, ofMentee, mentee))
  const [{ callsLeft, extraCalls }] = allMentorsSubscribed as [(typeof allMentorsSubscribed)[0]]
  expect(callsLeft).toBe(4)
  expect(extraCalls).toContainEqual(expect.objectContaining({ count: 1, source: 'returned' }))
  expect(enrolledMentees).toMatchObject([{ callsLeft, extraCalls }])
})
