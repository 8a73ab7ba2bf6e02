import { api } from '@marga/contract/api'
import type { Availability } from '@marga/contract/availability'
import { limits } from '@marga/contract/limits'
import { wallClock } from '@marga/contract/wall-clock'
import { addDays } from '@marga/contract/zoned-time'
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
import { seriesOf } from '../../testing/slot-series.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { dayAhead, everyDay, layOutHours, putHours, slotsOf, timeAhead } from '../../testing/weekly-hours.ts'

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

const get = async () =>
  ok(await test.call(api.availability.get, { params: { mentorId: mentor.id } }, mentor)).availability
const save = async (given: Partial<Availability>) => ok(await putHours(test, mentor, given)).availability
const todayIn = (timeZone: string, days = 0) => addDays(wallClock(test.app.clock.now(), timeZone).day, days)
const subscriber = async () => {
  const mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
  return mentee
}

describe('hours of a mentor who moves to another zone', () => {
  it('have one vacation under way at most, and their card and profile are shown', async () => {
    const [west, east] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati']
    const inWest = { from: todayIn(west), to: todayIn(west) }
    await save({ timeZone: west, vacations: [inWest] })
    const inEast = { from: todayIn(east), to: todayIn(east) }
    await save({ timeZone: east, vacations: [inEast] })
    const { rows } = await test.app.db.pool.query(
      'select last_day::text as day from vacation where mentor_id = $1 and ends_at > product_now()',
      [mentor.id],
    )
    expect(rows).toEqual([{ day: inEast.to }])
    const { mentorData } = ok(await test.call(api.mentors.profile, { params: { mentorId: mentor.id } }))
    expect(mentorData).toMatchObject({ isOnVacation: true, backOn: addDays(inEast.to, 1) })
    // As a process of the release before may have left them.
    await test.app.db.pool.query(
      `insert into vacation (id, mentor_id, first_day, last_day, starts_at, ends_at, announced_at)
       values (gen_random_uuid(), $1, $2, $2, product_now(), product_now() + interval '1 minute', product_now())`,
      [mentor.id, inWest.from],
    )
    expect((await test.call(api.mentors.profile, { params: { mentorId: mentor.id } })).status).toBe(200)
    expect((await test.call(api.search.mentors, { query: { limit: 100 } })).status).toBe(200)
  })

  it('are saved without a vacation that is over there, which the mentor has not typed', async () => {
    const west = 'Pacific/Pago_Pago'
    const vacations = [{ from: todayIn(west, -1), to: todayIn(west) }]
    const saved = await save({ timeZone: west, vacations: [{ from: todayIn(west), to: todayIn(west) }] })
    expect(saved.vacations).toHaveLength(1)
    const moved = await save({ ...saved, timeZone: 'Pacific/Kiritimati' })
    expect(moved.vacations).toEqual([])
    expect((await putHours(test, mentor, { timeZone: 'Pacific/Kiritimati', vacations })).status).toBe(400)
  })

  it('say nothing of a vacation that has ended, though it is its last day once more further west', async () => {
    const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
    await save({ timeZone: east, vacations: [{ from: todayIn(east), to: todayIn(east) }] })
    // It was over in the east a minute ago.
    await test.app.db.pool.query(
      `update vacation set ends_at = product_now() - interval '1 minute',
         starts_at = product_now() - interval '1 day', first_day = $2, last_day = $2 where mentor_id = $1`,
      [mentor.id, todayIn(west)],
    )
    const moved = await save({ timeZone: west, vacations: [] })
    expect(moved.vacations).toEqual([])
    expect(await save({ ...moved, maxPerDay: 2 })).toMatchObject({ maxPerDay: 2, vacations: [] })
  })

  it('say where a mentor is who has not said it otherwise', async () => {
    const own = async () =>
      ok(await test.call(api.mentors.ownProfile, { params: { ownId: mentor.id } }, mentor)).profileData
    await save({ timeZone: 'Asia/Kolkata' })
    expect((await own()).isTimeZoneChosen).toBe(false)
    await save({ timeZone: 'Europe/London' })
    expect(await own()).toMatchObject({ timeZone: 'Europe/London', isTimeZoneChosen: true })
    await save({ timeZone: 'America/New_York' })
    expect((await own()).timeZone).toBe('Europe/London')
  })

  it.each([
    ['IST', /^Asia\/(Calcutta|Kolkata)$/],
    ['AET', /^Australia\/Sydney$/],
    ['US/Pacific-New', /^America\/Los_Angeles$/],
  ])('know %s by its region, where the database reads something else or nothing', async (zone, region) => {
    const mentee = await subscriber()
    expect((await save({ timeZone: zone, maxPerDay: 1 })).timeZone).toMatch(region)
    expect((await get()).timeZone).toMatch(region)
    const slot = await publish(test, mentor, timeAhead(test, 2, '10:00'))
    ok(await book(test, mentee, slot._id))
  })
})

describe('what is taken back', () => {
  it('stays cancelled or moved whatever the number of single days, which keeps only open times', async () => {
    const mentee = await subscriber()
    const overrides = Array.from({ length: 120 }, (_, index) => ({
      date: dayAhead(test, 10 + index),
      ranges: [],
    }))
    await layOutHours(test, mentor, { weekly: everyDay('10:00', '12:00'), overrides })
    const [first, second] = await slotsOf(test, mentor)
    ok(await book(test, mentee, first!._id))
    const cancel = (slotId: string) => test.call(api.slots.remove, { params: { slotId }, query: {} }, mentor)
    expect((await cancel(second!._id)).status).toBe(400)
    ok(await cancel(first!._id))
  })

  it('as a series longer than there can be single days is deleted as a whole', async () => {
    const series = seriesOf(() => ({ test, mentor, first: timeAhead(test, 2, '10:30') }))
    const { created } = ok(await series.daily(130))
    await layOutHours(test, mentor, { weekly: everyDay('10:00', '12:00') })
    const params = { slotId: created[0]!._id }
    const deleted = await test.call(api.slots.remove, { params, query: { scope: 'following' } }, mentor)
    expect(ok(deleted).removed).toBe(130)
    expect((await get()).overrides).toHaveLength(limits.overridesMax)
  })

  it('over midnight stays closed on both days', async () => {
    await layOutHours(test, mentor, { weekly: everyDay('00:00', '24:00'), sessionMinutes: 30 })
    const mentee = await subscriber()
    const slot = await publish(test, mentor, timeAhead(test, 2, '23:30'))
    expect((await get()).overrides).toEqual([])
    ok(await book(test, mentee, slot._id))
    expect(
      ok(await putHours(test, mentor, { weekly: everyDay('00:00', '24:00') }, 'true')).conflicts,
    ).toEqual([])
    ok(await test.call(api.slots.remove, { params: { slotId: slot._id }, query: {} }, mentor))
    expect((await get()).overrides).toEqual([
      { date: dayAhead(test, 2), ranges: [{ from: '00:00', to: '23:30' }] },
      { date: dayAhead(test, 3), ranges: [{ from: '00:30', to: '24:00' }] },
    ])
  })
})
