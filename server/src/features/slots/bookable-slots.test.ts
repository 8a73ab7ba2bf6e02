import { api } from '@marga/contract/api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countLockWaits } from '../../testing/lock-waits.ts'
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
import { passTime } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { bookableBy, dayAhead, mondayAhead, putHours, timeAhead } from '../../testing/weekly-hours.ts'

let test: TestApp
let moderator: TestPerson
let mentor: TestPerson
let mentee: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())
beforeEach(async () => {
  mentor = await newMentor(test, moderator)
  mentee = await subscriber()
})

async function subscriber() {
  const person = await newMentee(test)
  await enroll(test, person, mentor)
  return person
}

const params = () => ({ mentorId: mentor.id })
const publicStarts = async () =>
  ok(await test.call(api.search.availability, { params: params(), query: {} })).times.map(
    ({ start }) => start,
  )
const nextAvailable = async () =>
  ok(await test.call(api.mentors.profile, { params: params() })).mentorData.nextAvailableAt
const move = (slotId: string, toSlotId: string) =>
  test.call(api.moves.move, { body: { slotId, toSlotId } }, mentee)
const publishAt = (days: number, time: string, type?: 'intro') =>
  publish(test, mentor, timeAhead(test, days, time), type)

/** Who may book it is refused as where somebody was faster, and shown others. */
async function expectRefused(slotId: string, alternatives: string[], by = mentee) {
  const refused = await book(test, by, slotId)
  expect([refused.status, refused.body.code]).toEqual([400, 'slot_unavailable'])
  expect((refused.body.alternatives as { _id: string }[]).map(({ _id }) => _id)).toEqual(alternatives)
}

it('a slot of the other type is refused as one that cannot be had, with some of the type that was meant', async () => {
  const session = await publish(test, mentor, hoursAhead(test, 30))
  const intro = await publish(test, mentor, hoursAhead(test, 33), 'intro')
  await expectRefused(intro._id, [session._id])
  const body = { mentorId: mentor.id, slotId: session._id }
  const refused = await test.call(api.slots.bookIntro, { body }, await newMentee(test))
  expect([refused.status, refused.body.code]).toEqual([400, 'slot_unavailable'])
  expect(refused.body.alternatives).toMatchObject([{ _id: intro._id }])
})

it('intro calls are listed for everybody though sessions fill the days before them', async () => {
  await test.app.db.pool.query(
    `insert into slot (id, mentor_id, type, status, starts_at, ends_at)
     select gen_random_uuid(), $1, 'session', 'open', at, at + interval '30 minutes'
     from generate_series(date_trunc('hour', product_now()) + interval '30 hours',
       date_trunc('hour', product_now()) + interval '60 hours', interval '30 minutes') as at`,
    [mentor.id],
  )
  const intro = await publish(test, mentor, hoursAhead(test, 90), 'intro')
  const { times } = ok(await test.call(api.search.availability, { params: params(), query: {} }))
  expect(times).toHaveLength(50)
  expect(times.at(-1)).toMatchObject({ start: intro.start, type: 'intro' })
  const starts = times.map(({ start }) => start)
  expect(starts).toEqual([...starts].sort())
})

describe('the notice of a mentor', () => {
  it('keeps nearer slots from being listed, offered, booked or moved to', async () => {
    const near = await publish(test, mentor, hoursAhead(test, 10))
    const far = await publish(test, mentor, hoursAhead(test, 30))
    const nearIntro = await publish(test, mentor, hoursAhead(test, 12), 'intro')
    expect(await nextAvailable()).toBe(near.start)
    ok(await putHours(test, mentor, { noticeHours: 24 }))
    expect((await bookableBy(test, mentee, mentor)).map(({ _id }) => _id)).toEqual([far._id])
    expect(await publicStarts()).toEqual([far.start])
    expect(await nextAvailable()).toBe(far.start)
    await expectRefused(near._id, [far._id])
    const body = { mentorId: mentor.id, slotId: nearIntro._id }
    expect((await test.call(api.slots.bookIntro, { body }, mentee)).body.code).toBe('slot_unavailable')
    ok(await book(test, mentee, far._id))
    expect((await move(far._id, near._id)).body.code).toBe('slot_unavailable')
    ok(await putHours(test, mentor, {}))
    ok(await move(far._id, near._id))
  })

  it('moves the next available time on as the clock comes near', async () => {
    const [first, second] = [
      await publish(test, mentor, hoursAhead(test, 26)),
      await publish(test, mentor, hoursAhead(test, 40)),
    ]
    ok(await putHours(test, mentor, { noticeHours: 24 }))
    expect(await nextAvailable()).toBe(first.start)
    await passTime(test, 3 * 3_600_000)
    await test.app.jobHandlers['search:refresh-availability']({})
    expect(await nextAvailable()).toBe(second.start)
  })

  it('refuses a booking, too, that waited for the slot while the mentor set it', async () => {
    ok(await putHours(test, mentor, {}))
    const [slot, far] = [
      await publish(test, mentor, hoursAhead(test, 10)),
      await publish(test, mentor, hoursAhead(test, 30)),
    ]
    const { pool } = test.app.db
    const other = await pool.connect()
    try {
      await other.query('begin')
      await other.query('select from slot where id = $1 for update', [slot._id])
      const refused = expectRefused(slot._id, [far._id])
      await expect.poll(() => countLockWaits(pool), { interval: 5 }).toBe(1)
      await pool.query('update availability set notice_hours = 24 where mentor_id = $1', [mentor.id])
      await other.query('commit')
      await refused
    } finally {
      other.release()
    }
  })

  it('does not hold for the mentor, who takes a proposed time', async () => {
    const slot = await publish(test, mentor, hoursAhead(test, 60))
    ok(await book(test, mentee, slot._id))
    ok(await putHours(test, mentor, { noticeHours: 72, maxPerDay: 1 }))
    const start = hoursAhead(test, 5).toISOString()
    const proposed = ok(
      await test.call(api.moves.ofMentee.propose, { body: { slotId: slot._id, starts: [start] } }, mentee),
    )
    const answer = { params: { id: proposed.proposal._id }, body: { accept: start } }
    expect(ok(await test.call(api.moves.ofMentor.answer, answer, mentor)).data.start).toBe(start)
  })
})

describe('the maximum of a mentor', () => {
  it('closes the rest of a day for all, moves within it go on, and a cancellation opens it again', async () => {
    const [one, other, next] = [
      await publishAt(2, '10:00'),
      await publishAt(2, '15:00'),
      await publishAt(3, '10:00'),
    ]
    const intro = await publishAt(2, '18:00', 'intro')
    ok(await putHours(test, mentor, { maxPerDay: 1 }))
    ok(await book(test, mentee, one._id))
    const late = await subscriber()
    expect((await bookableBy(test, late, mentor)).map(({ _id }) => _id)).toEqual([next._id])
    expect(await publicStarts()).toEqual([next.start])
    expect(await nextAvailable()).toBe(next.start)
    await expectRefused(other._id, [next._id], late)
    const body = { mentorId: mentor.id, slotId: intro._id }
    expect((await test.call(api.slots.bookIntro, { body }, late)).body.code).toBe('slot_unavailable')
    ok(await move(one._id, other._id))
    ok(await test.call(api.slots.cancel, { body: { slotId: other._id } }, mentee))
    ok(await book(test, late, one._id))
  })

  it('counts a week from Monday', async () => {
    const monday = mondayAhead(test)
    const [mon, sun, nextMon] = [
      await publishAt(monday, '00:00'),
      await publishAt(monday + 6, '23:00'),
      await publishAt(monday + 7, '00:00'),
    ]
    ok(await putHours(test, mentor, { maxPerWeek: 1 }))
    ok(await book(test, mentee, sun._id))
    await expectRefused(mon._id, [nextMon._id])
    ok(await book(test, mentee, nextMon._id))
  })

  it('counts days of the zone of the hours', async () => {
    const [one, other] = [await publishAt(2, '03:00'), await publishAt(2, '18:00')]
    ok(await putHours(test, mentor, { maxPerDay: 1, timeZone: 'America/New_York' }))
    ok(await book(test, mentee, one._id))
    ok(await book(test, mentee, other._id))
    ok(await putHours(test, mentor, { maxPerDay: 1 }))
    await expectRefused((await publishAt(2, '20:00'))._id, [])
  })

  it('holds against those who book two slots of one day at once', async () => {
    const rivals = [mentee, await subscriber(), await subscriber(), await subscriber()]
    ok(await putHours(test, mentor, { maxPerDay: 1 }))
    for (const days of [2, 3, 4]) {
      const slots = [await publishAt(days, '10:00'), await publishAt(days, '12:00')]
      const responses = await Promise.all(
        rivals.map((rival, index) => book(test, rival, slots[index % 2]!._id)),
      )
      expect(responses.map(({ status }) => status).sort(), dayAhead(test, days)).toEqual([200, 400, 400, 400])
    }
  })
})

describe('a vacation', () => {
  it('leaves what was published by hand bookable, and does not count it as the next available time', async () => {
    const [away, back] = [await publishAt(3, '10:00'), await publishAt(6, '10:00')]
    expect(await nextAvailable()).toBe(away.start)
    ok(await putHours(test, mentor, { vacations: [{ from: dayAhead(test, 2), to: dayAhead(test, 4) }] }))
    expect(await nextAvailable()).toBe(back.start)
    ok(await book(test, mentee, away._id))
    ok(await putHours(test, mentor, {}))
    expect(await nextAvailable()).toBe(back.start)
  })
})
