import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { enroll, newMentee, newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** Days are counted back from the product's own today. */
async function enrolledFrom(mentor: TestPerson, startedDaysAgo: number, endedDaysAgo: number | null) {
  const mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
  await test.app.db.pool.query(
    `update enrollment set started_at = now() - $3 * interval '1 day',
       ended_at = now() - $4::int * interval '1 day', status = case when $4::int is null then status else 'ended' end
     where mentee_id = $1 and mentor_id = $2`,
    [mentee.id, mentor.id, startedDaysAgo, endedDaysAgo],
  )
}

it('draws who is enrolled on each day, not who came that day', async () => {
  const mentor = await newMentor(test, await newModerator(test))
  await enrolledFrom(mentor, 40, null)
  await enrolledFrom(mentor, 3, null)
  await enrolledFrom(mentor, 20, 2)
  const { enrollmentObject } = ok(
    await test.call(
      api.stats.ofMentor,
      { params: { mentorId: mentor.id }, query: { days: 7, timeZone: 'UTC' } },
      mentor,
    ),
  )
  expect(enrollmentObject.map(({ count }) => count)).toEqual([2, 2, 2, 3, 2, 2, 2])
})
