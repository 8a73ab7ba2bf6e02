import { api } from '@marga/contract/api'
import type { Availability } from '@marga/contract/availability'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  book,
  enroll,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  type TestPerson,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { dayAhead, everyDay, hoursWith, putHours, timeAhead } from '../../testing/weekly-hours.ts'

let test: TestApp
let moderator: TestPerson
let mentor: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())
beforeEach(async () => {
  mentor = await newMentor(test, moderator)
})

const get = async (of = mentor) =>
  ok(await test.call(api.availability.get, { params: { mentorId: of.id } }, of))
const announce = (vacations: Availability['vacations']) =>
  test.call(
    api.responseTimes.announceVacations,
    { params: { mentorId: mentor.id }, body: { vacations } },
    mentor,
  )

describe('weekly hours', () => {
  it('are none in the zone of the account before the first saving, and limit nothing', async () => {
    await test.app.db.pool.query(`update account set time_zone = 'Europe/Lisbon' where id = $1`, [mentor.id])
    const vacation = { from: dayAhead(test, 3), to: dayAhead(test, 5) }
    ok(await announce([vacation]))
    expect(await get()).toEqual({
      availability: hoursWith({ timeZone: 'Europe/Lisbon', horizonDays: 28, vacations: [vacation] }),
      conflicts: [],
    })
  })

  it('are answered as they were saved, but for single days that are over', async () => {
    const given: Partial<Availability> = {
      timeZone: 'America/Santiago',
      weekly: everyDay('09:30', '24:00'),
      ...{ sessionMinutes: 30, bufferMinutes: 10, noticeHours: 12, horizonDays: 40 },
      ...{ maxPerDay: 3, maxPerWeek: 9, capacity: 0 },
      overrides: [{ date: dayAhead(test, 4), ranges: [{ from: '00:00', to: '01:00' }] }],
      vacations: [{ from: dayAhead(test, 9), to: dayAhead(test, 12) }],
    }
    const past = { date: dayAhead(test, -9), ranges: [] }
    const answer = ok(await putHours(test, mentor, { ...given, overrides: [past, ...given.overrides!] }))
    expect(answer).toEqual({ availability: hoursWith(given), conflicts: [] })
    expect(await get()).toEqual(answer)
  })

  it('are the mentor’s alone', async () => {
    const other = await newMentor(test, moderator)
    const input = { params: { mentorId: mentor.id }, query: {}, body: hoursWith() }
    expect((await test.call(api.availability.set, input, other)).status).toBe(403)
    const { params } = input
    expect((await test.call(api.availability.get, { params }, other)).status).toBe(403)
  })

  const range = (from: string, to: string) => ({ weekday: 1, from, to })
  it.each<[string, () => Partial<Availability>, string]>([
    ['end before they begin', () => ({ weekly: [range('12:00', '11:00')] }), 'weekly.0.to'],
    ['are no time of a day', () => ({ weekly: [range('09:75', '11:00')] }), 'weekly.0.from'],
    ['overlap', () => ({ weekly: [range('09:00', '11:00'), range('10:00', '12:00')] }), 'weekly.1.from'],
    ['have an unknown zone', () => ({ timeZone: 'Asia/Pune' }), 'timeZone'],
    ['have an offset for a zone', () => ({ timeZone: '+05:30' }), 'timeZone'],
    ['have a horizon of three days', () => ({ horizonDays: 3 }), 'horizonDays'],
    ['have a buffer of an hour', () => ({ bufferMinutes: 60 }), 'bufferMinutes'],
    ['have a maximum of none', () => ({ maxPerDay: 0 }), 'maxPerDay'],
    [
      'give a day twice',
      () => ({ overrides: [1, 1].map(() => ({ date: dayAhead(test, 2), ranges: [] })) }),
      'overrides.1.date',
    ],
    [
      'have a vacation that is over',
      () => ({ vacations: [{ from: dayAhead(test, -5), to: dayAhead(test, -2) }] }),
      'vacations.0.to',
    ],
  ])('are refused at the field where they %s', async (_, given, field) => {
    for (const preview of ['true', 'false'] as const) {
      const refused = await putHours(test, mentor, given(), preview)
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
      expect(Object.keys(refused.body.fields as object)).toEqual([field])
    }
    expect((await get()).availability.weekly).toEqual([])
  })

  it('name what is booked outside of them or on a vacation, before saving too, and leave it booked', async () => {
    const mentee = await newMentee(test)
    await enroll(test, mentee, mentor)
    const [inside, outside, away] = await Promise.all(
      [timeAhead(test, 2, '10:00'), timeAhead(test, 2, '18:00'), timeAhead(test, 4, '10:00')].map((start) =>
        publish(test, mentor, start),
      ),
    )
    for (const slot of [inside, outside, away]) ok(await book(test, mentee, slot!._id))
    expect((await get()).conflicts).toEqual([])
    const vacations = [{ from: dayAhead(test, 4), to: dayAhead(test, 4) }]
    const given = { weekly: everyDay('09:00', '12:00'), vacations }
    const idsOf = (answer: { conflicts: { _id: string }[] }) => answer.conflicts.map(({ _id }) => _id)
    expect(idsOf(ok(await putHours(test, mentor, given, 'true')))).toEqual([outside!._id, away!._id])
    expect(await get()).toMatchObject({ availability: { weekly: [], vacations: [] }, conflicts: [] })
    // Days of which nothing was said have no outside.
    expect(idsOf(ok(await putHours(test, mentor, { vacations }, 'true')))).toEqual([away!._id])
    const closed = [{ date: dayAhead(test, 2), ranges: [{ from: '17:00', to: '19:00' }] }]
    expect(idsOf(ok(await putHours(test, mentor, { overrides: closed }, 'true')))).toEqual([inside!._id])
    expect(idsOf(ok(await putHours(test, mentor, given)))).toEqual([outside!._id, away!._id])
    expect(idsOf(await get())).toEqual([outside!._id, away!._id])
    expect((await get()).conflicts.map(({ status }) => status)).toEqual(['booked', 'booked'])
  })

  it('name what is booked under a busy time', async () => {
    const mentee = await newMentee(test)
    await enroll(test, mentee, mentor)
    const slot = await publish(test, mentor, timeAhead(test, 2, '10:00'))
    ok(await book(test, mentee, slot._id))
    await busyBetween(timeAhead(test, 2, '10:30'), timeAhead(test, 2, '12:00'))
    expect((await get()).conflicts.map(({ _id }) => _id)).toEqual([slot._id])
  })

  it('move a vacation to the moments of their zone, of which nobody is told again', async () => {
    const vacation = { from: dayAhead(test, 9), to: dayAhead(test, 12) }
    ok(await putHours(test, mentor, { vacations: [vacation] }))
    await test.app.db.pool.query('update vacation set told_at = now() where mentor_id = $1', [mentor.id])
    const rows = async () =>
      (await test.app.db.pool.query('select * from vacation where mentor_id = $1', [mentor.id])).rows
    const [before] = await rows()
    ok(await putHours(test, mentor, { vacations: [vacation], timeZone: 'America/New_York' }))
    const [moved, ...others] = await rows()
    expect(others).toEqual([])
    expect(moved.ends_at.getTime() - before.ends_at.getTime()).toBeGreaterThan(9 * 3_600_000)
    expect(moved).toMatchObject({ told_at: before.told_at, announced_at: before.announced_at })
    expect((await get()).availability.vacations).toEqual([vacation])
  })
})

/** As a calendar that was read says. */
async function busyBetween(start: Date, end: Date) {
  const feedId = test.app.newId()
  await test.app.db.pool.query(
    `insert into busy_feed (id, mentor_id, place, url_encrypted, url_hash, host, created_at, read_again_at)
     values ($1, $2, 1, '', '', 'calendar.example', now(), now())`,
    [feedId, mentor.id],
  )
  await test.app.db.pool.query('insert into busy_time values ($1, $2, $3, $4)', [
    feedId,
    mentor.id,
    start,
    end,
  ])
}
