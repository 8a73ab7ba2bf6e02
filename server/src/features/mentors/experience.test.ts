import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { daysMs, hoursMs } from '../../platform/clock.ts'
import { newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let mentor: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  // In the middle of a year: on its last day the next one has come already where clocks are ahead.
  const now = test.clock.now()
  test.clock.advance(Date.UTC(now.getUTCFullYear() + 1, 5, 1) - now.getTime())
  mentor = await newMentor(test, await newModerator(test))
})
afterAll(() => test.close())

const edit = (workingSince: unknown) =>
  test.call(
    api.mentors.editProfile,
    { params: { ownId: mentor.id }, body: { workingSince } as never },
    mentor,
  )
const published = async () => {
  const params = { mentorId: mentor.id }
  return ok(await test.call(api.mentors.profile, { params })).mentorData
}

it('is refused in the person’s words where it is no year, or one that has not come', async () => {
  for (const wrong of ['since school', '1949', '20123', 2012.5]) {
    const { status, body } = await edit(wrong)
    expect([wrong, status, body.fields]).toEqual([
      wrong,
      400,
      { workingSince: 'Give a year from 1950 on, like 2012.' },
    ])
  }
  const { status, body } = await edit(test.clock.now().getUTCFullYear() + 1)
  expect([status, body.fields]).toEqual([400, { workingSince: 'This year has not come yet.' }])
  expect((await published()).workingSince).toBeNull()
})

it('is a year that the profile tells in years, one more with the next one', async () => {
  expect(await published()).toMatchObject({ workingSince: null, yearsOfExperience: null })
  const year = test.clock.now().getUTCFullYear()
  ok(await edit(String(year - 14)))
  expect(await published()).toMatchObject({ workingSince: year - 14, yearsOfExperience: 14 })
  ok(await edit(''))
  expect(await published()).toMatchObject({ workingSince: null, yearsOfExperience: null })
  ok(await edit(year - 14))
  test.clock.advance(daysMs(366))
  expect((await published()).yearsOfExperience).toBe(15)
})

it('may be the new year as soon as it has come anywhere', async () => {
  const now = test.clock.now()
  const year = now.getUTCFullYear() + 1
  // Half past midnight in India.
  test.clock.advance(Date.UTC(year, 0, 1) - hoursMs(5) - now.getTime())
  mentor = await newMentor(test, await newModerator(test))
  ok(await edit(year))
  expect(await published()).toMatchObject({ workingSince: year, yearsOfExperience: 0 })
})
