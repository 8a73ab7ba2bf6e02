import { api } from '@marga/contract/api'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { minutesMs } from '../../platform/clock.ts'
import { outboxWith } from '../../testing/outbox.ts'
import {
  enroll,
  newMentee,
  newMentor,
  newModerator,
  ok,
  pay,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { runPaymentJobs } from '../../testing/queued-jobs.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeWaitlistWorld } from '../../testing/waitlist-world.ts'

let test: TestApp
let mentor: TestPerson
let mentee: TestPerson
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  mentor = await newMentor(test, await newModerator(test))
  mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
})

const text = 'Vikram read my design twice and asked what my team had not.'
const write = async (rating: number) =>
  ok(await test.call(api.reviews.put, { params: { mentorId: mentor.id }, body: { rating, text } }, mentee))
    .data
const told = async (person: TestPerson) => {
  const { list } = api.notifications[person.role]
  const { notifications } = ok(await test.call(list, { params: { ownId: person.id } }, person))
  return notifications.filter(({ content }) => content.includes('review'))
}

it('is told to the mentor by notice and mail, and a change of it by the notice', async () => {
  await write(4)
  expect(await told(mentor)).toMatchObject([
    { content: 'Asha reviewed you: 4 stars', link: '/mentors/profile#reviews', isRead: false },
  ])
  const mails = await outboxWith(test, mentor.email, 'Asha reviewed you: 4 stars')
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain(text)
  await write(1)
  expect(await told(mentor)).toMatchObject([{ content: 'Asha changed their review of you: 1 star' }])
  expect(await outboxWith(test, mentor.email, 'Asha changed')).toHaveLength(0)
})

it('loses its reply with the words that this was about', async () => {
  const review = await write(4)
  const reply = { params: { reviewId: review._id }, body: { text: 'That makes me happy.' } }
  ok(await test.call(api.reviews.reply, reply, mentor))
  expect((await write(4)).reply).toBe('That makes me happy.')
  expect((await write(1)).reply).toBeNull()
})

it('is public across a block, and sent to neither of the two', async () => {
  ok(await test.call(api.accountSettings.mentor.blockPerson, { body: { personId: mentee.id } }, mentor))
  const review = await write(1)
  ok(await test.call(api.reviews.remove, { params: { mentorId: mentor.id } }, mentee))
  const again = await write(2)
  expect(again._id).not.toBe(review._id)
  const reply = { params: { reviewId: again._id }, body: { text: 'We never met.' } }
  ok(await test.call(api.reviews.reply, reply, mentor))
  expect([await told(mentor), await told(mentee)]).toEqual([[], []])
  expect(await outboxWith(test, mentor.email, 'Asha')).toEqual([])
  const { reviews } = ok(await test.call(api.reviews.list, { params: { mentorId: mentor.id }, query: {} }))
  expect(reviews).toMatchObject([{ rating: 2, reply: 'We never met.' }])
})

it('is not mailed to a mentor who has switched that off', async () => {
  const { editPreferences } = api.accountSettings.mentor
  const body = { email: { reviews: false } }
  ok(await test.call(editPreferences, { params: { ownId: mentor.id }, body }, mentor))
  await write(5)
  expect(await told(mentor)).toHaveLength(1)
  expect(await outboxWith(test, mentor.email, 'Asha reviewed you')).toHaveLength(0)
})

it('has a reply, of which its mentee hears', async () => {
  const review = await write(4)
  const reply = { params: { reviewId: review._id }, body: { text: 'Thank you, Asha.' } }
  expect(ok(await test.call(api.reviews.reply, reply, mentor)).data.reply).toBe('Thank you, Asha.')
  expect(await told(mentee)).toMatchObject([
    {
      content: 'Vikram replied to your review',
      link: `/mentees/browse/mentor/profile/${mentor.id}`,
      isRead: false,
    },
  ])
})

it('is not for somebody who paid for nothing, as all places were taken, and got it back', async () => {
  const world = await makeWaitlistWorld(test, 1)
  const params = { mentorId: world.mentor.id }
  const late = await world.newMentee()
  const { paymentId } = await world.checkout(late)
  await world.goOn(minutesMs(36))
  const subscriber = await world.subscriber()
  await pay(test, paymentId, 'success')
  const confirmed = { body: { menteeId: late.id, paymentId } }
  expect((await test.call(api.enrollments.confirm, confirmed, late)).body.code).toBe('full')
  const review = (by: TestPerson) => test.call(api.reviews.put, { params, body: { rating: 1, text } }, by)
  // Before the money is on its way, and afterwards.
  for (let time = 0; time < 2; time++) {
    const refused = await review(late)
    expect([refused.status, refused.body.code]).toEqual([403, 'not_enrolled'])
    await runPaymentJobs(test)
  }
  expect((await review(subscriber)).status).toBe(200)
})

it('is found by no more once its mentee has left', async () => {
  const found = async () => {
    const query = { rating: '4' } as const
    const { mentorsSearchResult } = ok(await test.call(api.search.mentors, { query }))
    return mentorsSearchResult.some(({ _id }) => _id === mentor.id)
  }
  await write(5)
  expect(await found()).toBe(true)
  const body = { password: testPassword }
  ok(await test.call(api.accountSettings.mentee.deleteAccount, { body }, mentee))
  expect(await found()).toBe(false)
})
