import { api } from '@marga/contract/api'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  book,
  enroll,
  hoursAhead,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  type TestPerson,
} from '../../testing/people.ts'
import { runPaymentJobs } from '../../testing/queued-jobs.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

const ofMentor = async (mentorId: string) =>
  ok(await test.call(api.moderation.mentorBlockEffects, { params: { mentorId } }, moderator)).effects
const ofMentee = async (menteeId: string) =>
  ok(await test.call(api.moderation.menteeBlockEffects, { params: { menteeId } }, moderator)).effects
const refunded = async (mentorId: string) => {
  const { rows } = await test.app.db.pool.query<{ sum: string }>(
    'select coalesce(sum(refunded_amount), 0) as sum from payment where mentor_id = $1',
    [mentorId],
  )
  return Number(rows[0]!.sum)
}

it('says of a mentor what then happens: how much ends, is cancelled, and goes back', async () => {
  const mentor = await newMentor(test, moderator)
  const mentees = [await newMentee(test), await newMentee(test), await newMentee(test)]
  for (const mentee of mentees) await enroll(test, mentee, mentor)
  // A call of a session to come counts as unused, one of a past period does not.
  const booked = await publish(test, mentor, hoursAhead(test, 5))
  ok(await book(test, mentees[0]!, booked._id))
  await publish(test, mentor, hoursAhead(test, 8))
  await test.app.db.pool.query(
    `update enrollment set calls_used = calls_used + 2, period_start = period_start - interval '20 days',
       period_end = period_end - interval '20 days' where mentor_id = $1 and mentee_id <> $2`,
    [mentor.id, mentees[2]!.id],
  )
  const complaint = { complaint: { accusedId: mentor.id }, content: 'Asked for money.' }
  ok(
    await test.call(
      api.tickets.raiseAsMentee,
      { params: { menteeId: mentees[0]!.id }, body: complaint },
      mentees[0]!,
    ),
  )

  const effects = await ofMentor(mentor.id)
  expect(effects).toMatchObject({ subscriptions: 3, bookedSessions: 1, openTimes: 1, openTickets: 1 })
  expect(effects.refundRupees).toBeGreaterThan(0)

  ok(
    await test.call(
      api.moderation.changeMentorStatus,
      { body: { mentorId: mentor.id, isBlocked: true } },
      moderator,
    ),
  )
  await runPaymentJobs(test)
  expect(await refunded(mentor.id)).toBe(effects.refundRupees)
  expect(await ofMentor(mentor.id)).toEqual({
    subscriptions: 0,
    refundRupees: 0,
    bookedSessions: 0,
    openTimes: 0,
    openTickets: 1,
  })
})

it('says of a mentee what is released and no longer renewed, and that nothing goes back', async () => {
  const mentor = await newMentor(test, moderator)
  const mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
  ok(await book(test, mentee, (await publish(test, mentor, hoursAhead(test, 5)))._id))
  expect(await ofMentee(mentee.id)).toEqual({
    subscriptions: 1,
    refundRupees: 0,
    bookedSessions: 1,
    openTimes: 0,
    openTickets: 0,
  })
  expect(await refunded(mentor.id)).toBe(0)
})

it('knows nobody by a wrong id or under the wrong role', async () => {
  const mentee = await newMentee(test)
  for (const mentorId of [v7(), mentee.id])
    expect(
      (await test.call(api.moderation.mentorBlockEffects, { params: { mentorId } }, moderator)).status,
    ).toBe(404)
})
