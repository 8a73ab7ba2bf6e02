import { api } from '@marga/contract/api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { after, daysMs, minutesMs } from '../../platform/clock.ts'
import { startWorker } from '../../platform/jobs/jobs.ts'
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
import { passTime } from '../../testing/settled-sessions.ts'
import { connectSocket } from '../../testing/sockets.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  dayAhead,
  everyDay,
  layOutHours,
  layOutNow,
  putHours,
  slotsOf,
  startsOf,
  timeAhead,
} from '../../testing/weekly-hours.ts'

let test: TestApp
let moderator: TestPerson
let mentor: TestPerson
let mentee: TestPerson
let address: string
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  address = await test.listen()
})
afterAll(() => test.close())
beforeEach(async () => {
  mentor = await newMentor(test, moderator)
  mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
})

const at = (days: number, time: string) => timeAhead(test, days, time).toISOString()
const startsOn = async (days: number) =>
  startsOf(await slotsOf(test, mentor)).filter(
    (start) => start >= at(days, '00:00') && start < at(days + 1, '00:00'),
  )
const slotAt = async (start: string) => (await slotsOf(test, mentor)).find((slot) => slot.start === start)!
const cancel = (slotId: string) => test.call(api.slots.cancel, { body: { slotId } }, mentee)
const remove = (slotId: string) => test.call(api.slots.remove, { params: { slotId } }, mentor)

describe('weekly hours laid out as slots', () => {
  it('are there within seconds of saving, and follow within seconds', async () => {
    const worker = await startWorker(test.app.db, test.app.jobHandlers, test.app.log)
    try {
      ok(await putHours(test, mentor, { weekly: everyDay('10:00', '12:00') }))
      await expect.poll(() => startsOn(1)).toEqual([at(1, '10:00'), at(1, '11:00')])
      ok(await putHours(test, mentor, { weekly: everyDay('11:00', '12:00') }))
      await expect.poll(() => startsOn(1)).toEqual([at(1, '11:00')])
      const slot = await slotAt(at(1, '11:00'))
      expect(slot).toMatchObject({ type: 'session', status: 'open', isLaidOut: true, isHidden: false })
    } finally {
      await worker.stop()
    }
  })

  it('keep the slots that stay, with their ids, when they are laid out again', async () => {
    const given = { weekly: everyDay('10:00', '13:00') }
    const before = await layOutHours(test, mentor, given)
    expect(await layOutHours(test, mentor, given)).toEqual(before)
    const shorter = await layOutHours(test, mentor, { weekly: everyDay('10:00', '12:00') })
    expect(shorter).toEqual(before.filter(({ start }) => shorter.some((slot) => slot.start === start)))
    expect(shorter.length).toBeLessThan(before.length)
  })

  it('move on by one day with each day of the mentor’s zone', async () => {
    await layOutHours(test, mentor, { weekly: everyDay('10:00', '11:00') })
    expect([await startsOn(7), await startsOn(8)]).toEqual([[at(7, '10:00')], []])
    const later = at(8, '10:00')
    const nextLayout = async () =>
      (
        await test.app.db.pool.query('select next_layout_at from availability where mentor_id = $1', [
          mentor.id,
        ])
      ).rows[0].next_layout_at as Date
    expect(await nextLayout()).toEqual(timeAhead(test, 1, '00:00'))
    await test.app.clock.moveTo(test.app.db, after(timeAhead(test, 1, '00:00'), minutesMs(1)))
    const worker = await startWorker(test.app.db, test.app.jobHandlers, test.app.log)
    await test.app.jobHandlers['availability:sweep']({})
    await expect.poll(() => slotAt(later)).toMatchObject({ isLaidOut: true })
    await worker.stop()
    expect(await nextLayout()).toEqual(timeAhead(test, 1, '00:00'))
  })

  it('go around what is booked and what was published by hand, with the buffer, and touch neither', async () => {
    const hand = await publish(test, mentor, timeAhead(test, 1, '12:15'))
    const [first] = await layOutHours(test, mentor, {
      weekly: everyDay('10:00', '16:00'),
      bufferMinutes: 15,
    }).then((slots) => slots.filter(({ start }) => start >= at(1, '00:00')))
    expect(await startsOn(1)).toEqual([at(1, '10:00'), at(1, '12:15'), at(1, '13:45'), at(1, '15:00')])
    ok(await book(test, mentee, first!._id))
    const slots = await layOutHours(test, mentor, { weekly: everyDay('10:30', '16:00'), bufferMinutes: 30 })
    expect(slots.find(({ _id }) => _id === first!._id)).toMatchObject({ status: 'booked', isLaidOut: true })
    expect(slots.find(({ _id }) => _id === hand._id)).toEqual(hand)
    expect(await startsOn(1)).toEqual([at(1, '10:00'), at(1, '12:15'), at(1, '15:00')])
    ok(await putHours(test, mentor, {}))
    await layOutNow(test, mentor)
    expect(await startsOn(1)).toEqual([at(1, '10:00'), at(1, '12:15')])
    // Given back, it is the hours' again, and they are gone.
    ok(await cancel(first!._id))
    await layOutNow(test, mentor)
    expect(await startsOn(1)).toEqual([at(1, '12:15')])
  })

  it('make way for a slot that is published by hand', async () => {
    await layOutHours(test, mentor, { weekly: everyDay('10:00', '13:00'), bufferMinutes: 30 })
    expect(await startsOn(1)).toEqual([at(1, '10:00'), at(1, '11:30')])
    await publish(test, mentor, timeAhead(test, 1, '11:15'))
    expect(await startsOn(1)).toEqual([at(1, '11:15')])
  })

  it('follow the mentor to another zone', async () => {
    const weekly = everyDay('10:00', '11:00')
    await layOutHours(test, mentor, { weekly })
    await layOutHours(test, mentor, { weekly, timeZone: 'America/New_York' })
    const starts = startsOf(await slotsOf(test, mentor))
    expect(starts).not.toContain(at(2, '10:00'))
    expect(starts).toContain(timeAhead(test, 2, '10:00', 'America/New_York').toISOString())
  })

  it('leave out vacations and follow single days', async () => {
    const vacations = [{ from: dayAhead(test, 2), to: dayAhead(test, 3) }]
    const overrides = [
      { date: dayAhead(test, 4), ranges: [] },
      { date: dayAhead(test, 5), ranges: [{ from: '20:00', to: '21:00' }] },
    ]
    await layOutHours(test, mentor, { weekly: everyDay('10:00', '11:00'), vacations, overrides })
    for (const closed of [2, 3, 4]) expect(await startsOn(closed)).toEqual([])
    expect(await startsOn(5)).toEqual([at(5, '20:00')])
    expect(await startsOn(6)).toEqual([at(6, '10:00')])
  })

  it('do not bring back what the mentor deletes, moves or cancels', async () => {
    await layOutHours(test, mentor, { weekly: everyDay('10:00', '16:00'), bufferMinutes: 10 })
    const later = (await startsOn(1)).slice(-2)
    const [deleted, moved, cancelled] = await Promise.all(
      [1, 2, 3].map(async (day) => slotAt((await startsOn(day))[1]!)),
    )
    ok(await remove(deleted!._id))
    const move = {
      start: at(2, '20:00'),
      end: at(2, '21:00'),
      timeZone: 'Asia/Kolkata',
    }
    const { data } = ok(
      await test.call(api.slots.change, { params: { slotId: moved!._id }, body: { move } }, mentor),
    )
    expect(data).toMatchObject({ isLaidOut: false, start: at(2, '20:00') })
    ok(await book(test, mentee, cancelled!._id))
    ok(await remove(cancelled!._id))
    await layOutNow(test, mentor)
    const starts = (await slotsOf(test, mentor))
      .filter(({ status }) => status === 'open')
      .map(({ start }) => start)
    for (const gone of [deleted, moved, cancelled]) expect(starts).not.toContain(gone!.start)
    expect(starts).toEqual(expect.arrayContaining([...later, at(2, '20:00')]))
    const { availability } = ok(
      await test.call(api.availability.get, { params: { mentorId: mentor.id } }, mentor),
    )
    expect(availability.overrides).toEqual(
      [1, 2, 3].map((day) => ({
        date: dayAhead(test, day),
        ranges: [
          { from: '10:00', to: '11:10' },
          { from: '12:20', to: '16:00' },
        ],
      })),
    )
  })

  it('do not bring back what the mentor had written on, or published by hand, and deletes', async () => {
    await layOutHours(test, mentor, { weekly: everyDay('10:00', '12:00') })
    const written = await slotAt(at(1, '10:00'))
    const body = { mentorPreferences: 'System design only' }
    ok(await test.call(api.slots.change, { params: { slotId: written._id }, body }, mentor))
    ok(await remove(written._id))
    const byHand = await publish(test, mentor, timeAhead(test, 2, '11:00'))
    ok(await remove(byHand._id))
    await layOutNow(test, mentor)
    expect(await startsOn(1)).toEqual([at(1, '11:00')])
    expect(await startsOn(2)).toEqual([at(2, '10:00')])
  })

  it('leave alone what the mentor has written on', async () => {
    await layOutHours(test, mentor, { weekly: everyDay('10:00', '11:00') })
    const slot = await slotAt(at(1, '10:00'))
    const body = { mentorPreferences: 'System design only' }
    ok(await test.call(api.slots.change, { params: { slotId: slot._id }, body }, mentor))
    await layOutHours(test, mentor, {})
    expect(await slotsOf(test, mentor)).toEqual([
      { ...slot, mentorPreferences: 'System design only', title: 'System design only', isLaidOut: false },
    ])
  })

  it('are announced to open pages by one event, and ring no bell', async () => {
    const heard = await connectSocket(address, mentee)
    const own = await connectSocket(address, mentor)
    await layOutHours(test, mentor, { weekly: everyDay('10:00', '16:00') })
    await expect.poll(() => heard.of('slots')).toHaveLength(1)
    await expect.poll(() => own.of('slots')).toHaveLength(1)
    expect([...heard.of('notification'), ...heard.of('scheduler')]).toEqual([])
    await layOutNow(test, mentor)
    await passTime(test, daysMs(0))
    expect(heard.of('slots')).toHaveLength(1)
  })
})

describe('open slots under a busy time', () => {
  it('are hidden, laid out and by hand alike, until it is gone; booked ones stay', async () => {
    await publish(test, mentor, timeAhead(test, 1, '20:00'))
    await layOutHours(test, mentor, { weekly: everyDay('10:00', '12:00') })
    ok(await book(test, mentee, (await slotAt(at(1, '11:00')))._id))
    const feedId = test.app.newId()
    const { pool } = test.app.db
    await pool.query(
      `insert into busy_feed (id, mentor_id, place, url_encrypted, url_hash, host, created_at, read_again_at)
       values ($1, $2, 1, '', '', 'calendar.example', now(), now())`,
      [feedId, mentor.id],
    )
    const busy = [feedId, mentor.id, timeAhead(test, 1, '10:59'), timeAhead(test, 1, '20:01')]
    await pool.query('insert into busy_time values ($1, $2, $3, $4)', busy)
    const hidden = async () =>
      (await slotsOf(test, mentor)).filter(({ isHidden }) => isHidden).map(({ start }) => start)
    await layOutNow(test, mentor)
    expect(await hidden()).toEqual([at(1, '10:00'), at(1, '20:00')])
    const refused = await book(test, mentee, (await slotAt(at(1, '20:00')))._id)
    expect([refused.status, refused.body.code]).toEqual([400, 'slot_unavailable'])
    await pool.query('delete from busy_time where feed_id = $1', [feedId])
    await layOutNow(test, mentor)
    expect(await hidden()).toEqual([])
  })
})
