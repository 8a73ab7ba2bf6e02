import { api } from '@marga/contract/api'
import ICAL from 'ical.js'
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
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('holds what is ahead, and of what is over the last, however many sessions there were', async () => {
  const mentor = await newMentor(test, await newModerator(test))
  const mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
  const { data: ahead } = ok(
    await book(test, mentee, (await publish(test, mentor, hoursAhead(test, 30)))._id),
  )
  await test.app.db.pool.query(
    `insert into slot (id, mentor_id, mentee_id, type, status, starts_at, ends_at, booking_id, booked_at)
       select gen_random_uuid(), $1, $2, 'session', 'completed', date_trunc('hour', now()) - n * interval '2 hours',
         date_trunc('hour', now()) - n * interval '2 hours' + interval '1 hour', gen_random_uuid(), now()
       from generate_series(2, 621) as n`,
    [mentor.id, mentee.id],
  )
  const { url } = ok(await test.call(api.accountSettings.mentor.calendarFeed, {}, mentor))
  const { body } = await test.request('GET', new URL(url).pathname)
  const starts = new ICAL.Component(ICAL.parse(String(body.text ?? body)))
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component).startDate.toJSDate().getTime())
  expect(starts).toHaveLength(501)
  expect(starts.at(-1)).toBe(Date.parse(ahead.start))
  expect(starts).toEqual([...starts].sort((one, other) => one - other))
  const hourMs = 3_600_000
  const nowHour = Math.floor(test.clock.now().getTime() / hourMs) * hourMs
  expect(starts.at(-2)).toBe(nowHour - 4 * hourMs)
})

it('calls an intro call by its name, as the mails do', async () => {
  const mentor = await newMentor(test, await newModerator(test))
  const mentee = await newMentee(test)
  const slot = await publish(test, mentor, hoursAhead(test, 30), 'intro')
  ok(await test.call(api.slots.bookIntro, { body: { mentorId: mentor.id, slotId: slot._id } }, mentee))
  const { url } = ok(await test.call(api.accountSettings.mentee.calendarFeed, {}, mentee))
  const { body } = await test.request('GET', new URL(url).pathname)
  expect(String(body.text ?? body)).toContain('SUMMARY:Intro call with Vikram')
})
