import { api } from '@marga/contract/api'
import type { Slot } from '@marga/contract/slots'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { hoursMs } from '../../platform/clock.ts'
import { countLockWaits } from '../../testing/lock-waits.ts'
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
import { morningAhead, seriesOf, starts, timeZone } from '../../testing/slot-series.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const engines = inject('engines').server ? (['embedded', 'server'] as const) : (['embedded'] as const)
const hourMs = hoursMs(1)

describe.each(engines)('times published together on the %s database', (engine) => {
  let test: TestApp
  let moderator: TestPerson
  let mentor: TestPerson
  let mentee: TestPerson
  let first: Date

  beforeAll(async () => {
    test = await startTestApp({ engine })
    moderator = await newModerator(test)
  })
  beforeEach(async () => {
    mentor = await newMentor(test, moderator)
    mentee = await newMentee(test)
    await enroll(test, mentee, mentor)
    first = morningAhead(test)
  })
  afterAll(() => test.close())

  const { later, daysOn, daily, shown } = seriesOf(() => ({ test, mentor, first }))
  const change = (slot: Slot, body: object, by = mentor) =>
    test.call(api.slots.change, { params: { slotId: slot._id }, body: body as never }, by)
  const remove = (slot: Slot, by = mentor) =>
    test.call(api.slots.remove, { params: { slotId: slot._id }, query: { scope: 'following' } }, by)
  const move = (slot: Slot, hours: number) => ({
    start: new Date(Date.parse(slot.start) + hours * hourMs).toISOString(),
    end: new Date(Date.parse(slot.end) + hours * hourMs).toISOString(),
    timeZone,
  })

  it('are deleted from one of them on; those before and booked ones stay', async () => {
    const { created } = ok(await daily(8))
    ok(await book(test, mentee, created[5]!._id))
    const other = await publish(test, mentor, later(4, 2))
    expect(ok(await remove(created[3]!))).toMatchObject({ removed: 4, kept: 1, isCallReturned: false })
    expect(starts(await shown())).toEqual([...daysOn(0, 1, 2), other.start, ...daysOn(5)])
    expect((await remove(created[5]!)).body.code).toBe('slot_unavailable')
  })

  it('are edited from one of them on, booked ones not', async () => {
    const { created } = ok(await daily(4))
    ok(await book(test, mentee, created[2]!._id))
    const response = ok(await change(created[1]!, { scope: 'following', mentorPreferences: 'Interviews' }))
    expect(response).toMatchObject({ kept: 1, data: { _id: created[1]!._id, title: 'Interviews' } })
    expect((await shown()).map(({ mentorPreferences }) => mentorPreferences)).toEqual([
      'Code review',
      'Interviews',
      'Code review',
      'Interviews',
    ])
    ok(await change(created[1]!, { description: 'Only here' }))
    expect((await shown()).map(({ description }) => description)).toEqual(['', 'Only here', '', ''])
  })

  it('move from one of them on into each other’s hours, under new ids; booked ones stay', async () => {
    const { created } = ok(await daily(3, { inARow: 2 }))
    ok(await book(test, mentee, created[4]!._id))
    const refused = await change(created[2]!, { scope: 'following', move: move(created[2]!, -1) })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ code: 'slot_overlap', clashes: [later(2).toISOString()] })
    const response = ok(await change(created[2]!, { scope: 'following', move: move(created[2]!, 1) }))
    expect(response).toMatchObject({ kept: 1, data: { start: later(1, 1).toISOString() } })
    expect(
      response.changed.map(({ _id }) => _id).filter((id) => created.some((old) => old._id === id)),
    ).toEqual([])
    expect(starts(await shown())).toEqual(
      [later(0), later(0, 1), later(1, 1), later(1, 2), later(2), later(2, 2)].map((at) => at.toISOString()),
    )
    expect((await book(test, mentee, created[2]!._id)).body.code).toBe('not_found')
  })

  it('leave where they are those that cannot move, when that is wanted', async () => {
    const { created } = ok(await daily(3))
    await publish(test, mentor, later(1, 2))
    const asked = { scope: 'following', move: move(created[0]!, 2) }
    expect((await change(created[0]!, asked)).body).toMatchObject({ clashes: [later(1, 2).toISOString()] })
    expect(starts(await shown()).slice(0, 2)).toEqual(daysOn(0, 1))
    const response = ok(await change(created[0]!, { ...asked, skipClashes: true }))
    expect(response.skipped.clashes).toEqual([later(1, 2).toISOString()])
    expect(starts(response.changed)).toEqual(
      [later(0, 2), later(1), later(2, 2)].map((at) => at.toISOString()),
    )
  })

  it.each(['deletion', 'move'] as const)(
    'wait for a booking that is under way, and keep it: %s',
    async (act) => {
      const { created } = ok(await daily(4))
      const booking = await test.app.db.pool.connect()
      try {
        await booking.query('begin')
        await booking.query(
          "update slot set status = 'booked', mentee_id = $1, booked_at = now() where id = $2",
          [mentee.id, created[2]!._id],
        )
        const asked =
          act === 'move'
            ? change(created[1]!, { scope: 'following', move: move(created[1]!, 2) })
            : remove(created[1]!)
        let isDone = false
        void asked.finally(() => {
          isDone = true
        })
        const isWaiting = async () => (await countLockWaits(test.app.db.pool)) > 0
        await expect.poll(async () => isDone || (await isWaiting()), { interval: 5 }).toBe(true)
        await booking.query('commit')
        expect(ok<{ kept: number }>(await asked).kept).toBe(1)
      } finally {
        booking.release()
      }
      const slots = await shown()
      expect(slots.find(({ status }) => status === 'booked')).toMatchObject({
        _id: created[2]!._id,
        start: created[2]!.start,
      })
      expect(slots).toHaveLength(act === 'move' ? 4 : 2)
    },
  )

  it('are either booked or deleted when many ask for both at once', async () => {
    const { created } = ok(await daily(12))
    const [bookings, deletion] = await Promise.all([
      Promise.all(created.slice(0, 4).map((slot) => book(test, mentee, slot._id))),
      remove(created[0]!),
    ])
    const booked = bookings.filter(({ status }) => status === 200).length
    expect(ok(deletion)).toMatchObject({ removed: 12 - booked, kept: booked })
    expect((await shown()).map(({ status }) => status)).toEqual(Array(booked).fill('booked'))
  })

  it('are nobody else’s to change', async () => {
    const { created } = ok(await daily(2))
    const stranger = await newMentor(test, moderator)
    expect((await remove(created[0]!, stranger)).status).toBe(404)
    expect((await change(created[0]!, { description: 'Mine' }, stranger)).status).toBe(404)
    const past = { start: '2020-01-01T00:00:00Z', end: '2020-01-01T01:00:00Z', timeZone }
    expect((await change(created[0]!, { move: past })).body.fields).toHaveProperty(['move.start'])
  })
})
