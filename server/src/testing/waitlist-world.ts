import { api } from '@marga/contract/api'
import { enroll, newMentee, newMentor, newModerator, ok, type TestPerson } from './people.ts'
import type { TestApp } from './test-app.ts'

/** A mentor with a number of places, and what mentees do for one. */
export async function makeWaitlistWorld(test: TestApp, capacity: number | null) {
  const moderator = await newModerator(test)
  const mentor = await newMentor(test, moderator)
  await setCapacity(test, mentor, capacity)
  const params = { mentorId: mentor.id }
  return {
    mentor,
    moderator,
    newMentee: () => newMentee(test),
    /** @returns a mentee with a place */
    subscriber: async () => {
      const mentee = await newMentee(test)
      await enroll(test, mentee, mentor)
      return mentee
    },
    setCapacity: (of: number | null) => setCapacity(test, mentor, of),
    checkout: (mentee: TestPerson) => checkout(test, mentee, mentor),
    join: (mentee: TestPerson) => test.call(api.waitlist.join, { params }, mentee),
    leave: (mentee: TestPerson) => test.call(api.waitlist.leave, { params }, mentee),
    placesOf: async (mentee: TestPerson) => ok(await test.call(api.waitlist.places, {}, mentee)).places,
    card: async () => ok(await test.call(api.mentors.profile, { params })).mentorData.capacity,
    sweep: () => test.app.jobHandlers['places:sweep']({}),
    goOn: (ms: number) => test.app.clock.moveTo(test.app.db, new Date(test.app.clock.now().getTime() + ms)),
  }
}
export type WaitlistWorld = Awaited<ReturnType<typeof makeWaitlistWorld>>

export async function setCapacity(test: TestApp, { id }: { id: string }, capacity: number | null) {
  await test.app.db.pool.query(
    `insert into availability (mentor_id, time_zone, weekly, overrides, session_minutes, buffer_minutes, notice_hours,
       horizon_days, capacity, saved_at, next_layout_at)
     values ($1, 'Asia/Kolkata', '[]', '[]', 60, 0, 0, 28, $2, product_now(), product_now())
     on conflict (mentor_id) do update set capacity = excluded.capacity`,
    [id, capacity],
  )
}

/** What a mentee gets who wants to pay, refusals too. */
export async function checkout(test: TestApp, mentee: TestPerson, mentor: TestPerson) {
  const { mentorData } = ok(await test.call(api.mentors.profile, { params: { mentorId: mentor.id } }))
  const body = { menteeId: mentee.id, mentorId: mentor.id, mentorPriceId: mentorData.stripePriceId! }
  const response = await test.call(api.enrollments.createCheckout, { body }, mentee)
  return { ...response, paymentId: response.body.url?.split('/').at(-1) ?? '' }
}
