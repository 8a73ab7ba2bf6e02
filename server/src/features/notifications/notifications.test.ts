import { api } from '@marga/contract/api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minutesMs } from '../../platform/clock.ts'
import {
  book,
  enroll,
  hoursAhead,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  signInMentee,
  signInMentor,
  type TestPerson,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let mentor: TestPerson
let mentee: TestPerson
let hours: number
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  hours = 30
  mentor = await newMentor(test, await newModerator(test))
  mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
})

const told = async (person: TestPerson) => {
  const { list } = api.notifications[person.role]
  return ok(await test.call(list, { params: { ownId: person.id } }, person))
}
const contents = async (person: TestPerson) =>
  (await told(person)).notifications.map(({ content }) => content)
const readAll = (person: TestPerson) =>
  test.call(api.notifications[person.role].markRead, { params: { ownId: person.id } }, person)
const open = async () => {
  hours += 2
  return (await publish(test, mentor, hoursAhead(test, hours)))._id
}
const remove = async (slotId: string) => ok(await test.call(api.slots.remove, { params: { slotId } }, mentor))
const cancel = async (slotId: string) => ok(await test.call(api.slots.cancel, { body: { slotId } }, mentee))
const when = /\w{3} \d{1,2} \w{3}, \d{1,2}:\d\d [ap]m India time/

describe('what happens together', () => {
  const changes = async () => (await contents(mentee)).filter((content) => content.startsWith('Schedule'))

  it('is one notice for each person, which counts and lists', async () => {
    const slots = [await open(), await open(), await open()]
    await readAll(mentee)
    for (const slotId of slots) await remove(slotId)
    const [first, ...older] = await changes()
    expect(first).toMatch(/^Schedule changed by mentor, 3 times: /)
    expect(first!.match(/ removed/g)).toHaveLength(3)
    // The three that were published, read by now.
    expect(older).toHaveLength(1)
  })

  it('is one also when all of it is written at the same moment', async () => {
    const slots: string[] = []
    for (let n = 0; n < 12; n++) slots.push(await open())
    await readAll(mentee)
    await Promise.all(slots.map(remove))
    const [first, ...older] = await changes()
    expect(first).toMatch(/^Schedule changed by mentor, 12 times: .* and 7 more$/)
    expect(older).toHaveLength(1)
  })

  it('begins anew once it was read, and after half an hour', async () => {
    const slots = [await open(), await open(), await open()]
    await readAll(mentee)
    await remove(slots[0]!)
    await readAll(mentee)
    await remove(slots[1]!)
    test.clock.advance(minutesMs(31))
    mentor = await signInMentor(test, mentor.email)
    mentee = await signInMentee(test, mentee.email)
    await remove(slots[2]!)
    expect((await changes()).slice(0, 3)).toEqual(Array(3).fill('Schedule changed by mentor'))
  })

  it('is announced under the same id, so that a page shows it once', async () => {
    await open()
    const [first] = (await told(mentee)).notifications
    await open()
    const [second] = (await told(mentee)).notifications
    expect(second!._id).toBe(first!._id)
    expect(second!.createdAt >= first!.createdAt).toBe(true)
  })

  it('is told of each pair apart', async () => {
    const other = await newMentee(test)
    await enroll(test, other, mentor)
    const slots = [await open(), await open(), await open()]
    for (const slotId of slots.slice(0, 2)) ok(await book(test, mentee, slotId))
    ok(await book(test, other, slots[2]!))
    const booked = (await contents(mentor)).filter((content) => content.includes('booked'))
    expect(booked).toHaveLength(2)
    expect(booked[1]).toMatch(/^Asha booked 2 sessions: /)
  })
})

describe('what a mentee did', () => {
  it('stands in their own notifications, read, with the way to it', async () => {
    const slotId = await open()
    await readAll(mentee)
    ok(await book(test, mentee, slotId))
    await cancel(slotId)
    const { notifications, isRead } = await told(mentee)
    expect(notifications.slice(0, 2)).toMatchObject([
      {
        content: expect.stringMatching(`^You cancelled a session with Vikram: ${when.source}$`),
        link: '/mentees/booked-slots',
        isRead: true,
      },
      {
        content: expect.stringMatching(`^You booked a session with Vikram: ${when.source}$`),
        link: '/mentees/booked-slots',
        isRead: true,
      },
    ])
    expect(isRead).toBe(true)
    expect((await contents(mentor)).slice(0, 2)).toEqual([
      expect.stringMatching(`^Asha cancelled ${when.source}$`),
      expect.stringMatching(`^Asha booked ${when.source}$`),
    ])
  })

  it('is one notice, too, when it is more than one', async () => {
    for (const slotId of [await open(), await open()]) ok(await book(test, mentee, slotId))
    const own = (await contents(mentee)).filter((content) => content.startsWith('You booked'))
    expect(own).toEqual([expect.stringMatching(/^You booked 2 sessions with Vikram: /)])
  })

  it('is told of a free intro call', async () => {
    const slot = await publish(test, mentor, hoursAhead(test, 40), 'intro')
    const body = { mentorId: mentor.id, slotId: slot._id }
    ok(await test.call(api.slots.bookIntro, { body }, mentee))
    expect((await contents(mentee))[0]).toMatch(/^You booked a free intro call with Vikram: /)
    expect((await contents(mentor))[0]).toMatch(/^Asha booked a free intro call: /)
  })
})

it('says to the mentee which session the mentor cancelled', async () => {
  const slotId = await open()
  ok(await book(test, mentee, slotId))
  await remove(slotId)
  const [newest] = (await told(mentee)).notifications
  expect(newest).toMatchObject({
    content: expect.stringMatching(`^Vikram cancelled ${when.source}$`),
    link: '/mentees/booked-slots',
  })
})

it('lists the sessions of a blocked mentor in one notice', async () => {
  for (const slotId of [await open(), await open()]) ok(await book(test, mentee, slotId))
  const moderator = await newModerator(test)
  const body = { mentorId: mentor.id, isBlocked: true }
  ok(await test.call(api.moderation.changeMentorStatus, { body }, moderator))
  const cancelled = (await contents(mentee)).filter((content) => content.includes('cancelled'))
  expect(cancelled).toEqual([expect.stringMatching(/^2 sessions with Vikram are cancelled: /)])
})

it('is deleted in the night once it is half a year old, read or not', async () => {
  const before = await contents(mentor)
  expect(before.length).toBeGreaterThan(0)
  const ageTo = (days: number) =>
    test.app.db.pool.query(
      "update notification set created_at = $2::timestamptz - $3 * interval '1 day' where account_id = $1",
      [mentor.id, test.app.clock.now(), days],
    )
  await ageTo(179)
  await test.app.jobHandlers['housekeeping:daily']({})
  expect(await contents(mentor)).toEqual(before)
  await ageTo(181)
  await test.app.jobHandlers['housekeeping:daily']({})
  expect(await contents(mentor)).toEqual([])
})
