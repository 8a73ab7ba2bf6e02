import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minutesMs } from '../../platform/clock.ts'
import { enroll, newMentee, newMentor, newModerator, ok, pay, type TestPerson } from '../../testing/people.ts'
import { runPaymentJobs } from '../../testing/queued-jobs.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeWaitlistWorld } from '../../testing/waitlist-world.ts'

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

it('counts as new what was made, however it ended, and no payment that was refused at once', async () => {
  const world = await makeWaitlistWorld(test, 1)
  const { mentor, moderator } = world
  const counted = async () => {
    const query = { days: 7, timeZone: 'UTC' }
    const { dailyEnrollmentData } = ok(await test.call(api.stats.enrollments, { query }, moderator))
    return dailyEnrollmentData.reduce((sum, { count }) => sum + count, 0)
  }
  const late = await world.newMentee()
  const { paymentId } = await world.checkout(late)
  await world.goOn(minutesMs(36))
  await world.subscriber()
  const before = await counted()
  await pay(test, paymentId, 'success')
  const body = { menteeId: late.id, paymentId }
  expect((await test.call(api.enrollments.confirm, { body }, late)).body.code).toBe('full')
  ok(
    await test.call(
      api.moderation.changeMentorStatus,
      { body: { mentorId: mentor.id, isBlocked: true } },
      moderator,
    ),
  )
  await runPaymentJobs(test)
  const { rows } = await test.app.db.pool.query(
    'select end_reason from enrollment where mentor_id = $1 order by end_reason',
    [mentor.id],
  )
  expect(rows).toEqual([{ end_reason: 'blocked' }, { end_reason: 'full' }])
  expect(await counted()).toBe(before)
})
