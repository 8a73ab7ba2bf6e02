import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { after, daysMs } from '../../platform/clock.ts'
import {
  hoursAhead,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  signInMentee,
  type TestPerson,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let mentor: TestPerson
let mentee: TestPerson
beforeAll(async () => {
  test = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
  mentor = await newMentor(test, await newModerator(test))
  mentee = await newMentee(test)
})
afterAll(() => test.close())

const most = limits.introBookingsADay
const intro = (by: TestPerson, slotId: string) =>
  test.call(api.slots.bookIntro, { body: { mentorId: mentor.id, slotId } }, by)
const cancel = async (by: TestPerson, slotId: string) =>
  ok(await test.call(api.slots.cancel, { body: { slotId } }, by))
const toldTheMentor = async () => {
  const params = { ownId: mentor.id }
  return ok(
    await test.call(api.notifications.mentor.list, { params, query: {} }, mentor),
  ).notifications.filter(({ content }) => content.includes('free intro call'))
}

it('an intro call is booked and cancelled in turn three times a day, and the mentor has one notice of it', async () => {
  const slot = await publish(test, mentor, hoursAhead(test, 60), 'intro')
  const taken = await publish(test, mentor, hoursAhead(test, 62), 'intro')
  const other = await newMentee(test)
  ok(await intro(other, taken._id))
  // What was not booked does not count.
  for (let turn = 0; turn <= most; turn++) expect((await intro(mentee, taken._id)).status).toBe(400)
  for (let turn = 0; turn < most; turn++) {
    ok(await intro(mentee, slot._id))
    await cancel(mentee, slot._id)
  }
  const refused = await intro(mentee, slot._id)
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    'intro_used',
    'You have booked an intro call with this mentor 3 times within a day. You can book the next one in 24 hours or less.',
  ])
  const told = (await toldTheMentor()).map(({ content }) => content)
  expect(told).toHaveLength(2)
  expect(told).toContainEqual(expect.stringMatching(/^Asha booked a free intro call 3 times: /))
  await cancel(other, taken._id)
  ok(await intro(other, slot._id))
  await cancel(other, slot._id)
  await test.app.clock.moveTo(test.app.db, after(test.app.clock.now(), daysMs(1) + 1000))
  ok(await intro(await signInMentee(test, mentee.email), slot._id))
})

it('a restricted mentee is refused, and sent to no mail, which goes to confirmed addresses alone', async () => {
  const slot = await publish(test, mentor, hoursAhead(test, 200), 'intro')
  const restricted = await newMentee(test)
  await test.app.db.pool.query('update account set is_restricted = true where id = $1', [restricted.id])
  const { status, body } = await intro(restricted, slot._id)
  expect([status, body.message]).toEqual([403, 'You cannot meet another mentor for the first time for now.'])
})
