import { api } from '@marga/contract/api'
import type { Slot } from '@marga/contract/slots'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
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
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const engines = inject('engines').server ? (['embedded', 'server'] as const) : (['embedded'] as const)
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const timeZone = 'UTC'
const everyDay = [0, 1, 2, 3, 4, 5, 6]

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
    // Early in a day, so that an hour added stays in it.
    first = new Date(Math.ceil(hoursAhead(test, 30).getTime() / dayMs) * dayMs + 9 * hourMs)
  })
  afterAll(() => test.close())

  const later = (days: number, hours = 0) => new Date(first.getTime() + days * dayMs + hours * hourMs)
  const daily = (days: number, more: { skipClashes?: boolean; inARow?: number } = {}) =>
    test.call(
      api.slots.publish,
      {
        body: {
          mentorId: mentor.id,
          slotDetails: {
            start: first.toISOString(),
            end: later(0, 1).toISOString(),
            mentorPreferences: 'Code review',
            ...(more.inARow ? { inARow: more.inARow } : {}),
            repeat: {
              weekdays: everyDay,
              until: later(days - 1)
                .toISOString()
                .slice(0, 10),
              timeZone,
              ...(more.skipClashes ? { skipClashes: true } : {}),
            },
          },
        },
      },
      mentor,
    )
  const shown = async () =>
    ok(
      await test.call(
        api.slots.ofMentor,
        { params: { mentorId: mentor.id }, query: { to: later(50).toISOString() as never } },
        mentor,
      ),
    ).allTimeSlots
  const starts = (slots: readonly Slot[]) => slots.map(({ start }) => start)
  const daysOn = (...days: number[]) => days.map((day) => later(day).toISOString())
  const change = (slot: Slot, body: object, by = mentor) =>
    test.call(api.slots.change, { params: { slotId: slot._id }, body: body as never }, by)
  const remove = (slot: Slot, by = mentor) =>
    test.call(api.slots.remove, { params: { slotId: slot._id }, query: { scope: 'following' } }, by)
  const move = (slot: Slot, hours: number) => ({
    start: new Date(Date.parse(slot.start) + hours * hourMs).toISOString(),
    end: new Date(Date.parse(slot.end) + hours * hourMs).toISOString(),
    timeZone,
  })

  it('publishes nothing when some clash, and names each of them', async () => {
    await publish(test, mentor, later(1, 0.5))
    await publish(test, mentor, later(3))
    const refused = await daily(6)
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: 'slot_overlap', clashes: daysOn(1, 3), missingDays: [] },
    ])
    expect(await shown()).toHaveLength(2)
  })

  it('publishes the rest when clashes may be skipped, and says which were', async () => {
    await publish(test, mentor, later(1, 0.5))
    await publish(test, mentor, later(3))
    const { data, created, skipped } = ok(await daily(6, { skipClashes: true }))
    expect(starts(created)).toEqual(daysOn(0, 2, 4, 5))
    expect(data._id).toBe(created[0]!._id)
    expect(skipped).toEqual({ clashes: daysOn(1, 3), missingDays: [] })
    expect(await shown()).toHaveLength(6)
    expect((await daily(6, { skipClashes: true })).body).toMatchObject({
      code: 'slot_overlap',
      clashes: daysOn(0, 1, 2, 3, 4, 5),
    })
  })

  it('names the day whose clocks skip the time, and leaves it out when that is wanted', async () => {
    // The first Sunday of spring in Berlin from now on, at 2:30, begun the Saturday before.
    const sunday = nextSpring(test.clock.now())
    const start = new Date(sunday.getTime() - dayMs + 1.5 * hourMs)
    const ask = (skipClashes: boolean) =>
      test.call(
        api.slots.publish,
        {
          body: {
            mentorId: mentor.id,
            slotDetails: {
              start: start.toISOString(),
              end: new Date(start.getTime() + hourMs / 2).toISOString(),
              repeat: {
                weekdays: everyDay,
                until: new Date(sunday.getTime() + dayMs).toISOString().slice(0, 10),
                timeZone: 'Europe/Berlin',
                skipClashes,
              },
            },
          },
        },
        mentor,
      )
    const missingDays = [sunday.toISOString().slice(0, 10)]
    const refused = await ask(false)
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: 'invalid_request', clashes: [], missingDays },
    ])
    const { created, skipped } = ok(await ask(true))
    expect(skipped).toEqual({ clashes: [], missingDays })
    expect(starts(created)).toEqual([
      start.toISOString(),
      new Date(start.getTime() + 2 * dayMs - hourMs).toISOString(),
    ])
  })

  it('publishes so many in a row, each of one session', async () => {
    const { created } = ok(await daily(2, { inARow: 3 }))
    expect(starts(created)).toEqual(
      [0, 1].flatMap((day) => [0, 1, 2].map((hour) => later(day, hour).toISOString())),
    )
    for (const slot of created) expect(Date.parse(slot.end) - Date.parse(slot.start)).toBe(hourMs)
    expect(new Set(created.map(({ seriesId }) => seriesId)).size).toBe(1)
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
        const isWaiting = async () =>
          (
            await test.app.db.pool.query(
              "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
            )
          ).rowCount! > 0
        await expect
          .poll(async () => isDone || (await isWaiting()), { timeout: 10_000, interval: 5 })
          .toBe(true)
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

/** Midnight UTC of the last Sunday of March, when Berlin's clocks go from 2:00 to 3:00. */
function nextSpring(now: Date): Date {
  for (let year = now.getUTCFullYear(); ; year++) {
    const end = new Date(Date.UTC(year, 2, 31))
    const sunday = new Date(end.getTime() - end.getUTCDay() * dayMs)
    if (sunday.getTime() - 2 * dayMs > now.getTime()) return sunday
  }
}
