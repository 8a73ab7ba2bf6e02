import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { after, hoursMs, minutesMs } from '../platform/clock.ts'
import { type DemoPeopleSignedIn, signInDemoPeople } from '../testing/demo-people.ts'
import { ok } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { rehearsalTopics } from './data/demo-mentee-story.ts'
import { makeRoom } from './demo-rehearsal.ts'
import { loadDemo } from './load-demo.ts'

let test: TestApp
let people: DemoPeopleSignedIn
beforeAll(async () => {
  test = await startTestApp()
  await loadDemo(test.app)
  people = await signInDemoPeople(test)
})
afterAll(() => test.close())

/** For the product alone: no login grows older by it. */
const pass = (ms: number) => test.app.clock.moveTo(test.app.db, after(test.app.clock.now(), ms))
const keep = () => test.app.jobHandlers['demo:keep']({})
const rehearsal = async () =>
  (await people.sessions('upcoming')).find(({ title }) => rehearsalTopics.includes(title))

describe('the session to join', () => {
  const isWithinTheHour = (start: string) => {
    const inMs = Date.parse(start) - test.app.clock.now().getTime()
    return inMs > 0 && inMs <= hoursMs(1)
  }

  it('starts within the hour and can be entered by both', async () => {
    const { _id: slotId, start } = (await rehearsal())!
    expect(isWithinTheHour(start)).toBe(true)
    for (const { id: userId, token } of [people.mentee, people.mentor]) {
      const { room } = ok(await test.call(api.live.verify, { body: { userId, slotId } }, { token }))
      expect(room.slotId).toBe(slotId)
    }
  })

  it('moves on when nobody came, with its call, and once however often it is kept', async () => {
    const before = (await rehearsal())!
    await keep()
    expect((await rehearsal())!.start).toBe(before.start)
    await pass(minutesMs(45))
    await Promise.all([keep(), keep()])
    const now = (await rehearsal())!
    expect(now).toMatchObject({ _id: before._id, callId: before.callId })
    expect(isWithinTheHour(now.start)).toBe(true)
    expect(Date.parse(now.end) - Date.parse(now.start)).toBe(hoursMs(1))
  })

  it('gives way to what the two have booked themselves', async () => {
    await pass(minutesMs(40))
    // Begins when the one above is over, and ends early enough for a step of five minutes to be left within the hour,
    // whenever the test runs.
    const startsAt = after(test.app.clock.now(), minutesMs(31))
    // At some minutes of the hour an open time of the mentor lies there.
    await test.app.db.transact((tx) =>
      makeRoom(tx, { mentorId: people.mentor.id, menteeId: people.mentee.id }, startsAt),
    )
    const slot = await test.app.db.query
      .insertInto('slot')
      .values({
        id: test.app.newId(),
        mentorId: people.mentor.id,
        type: 'intro',
        status: 'booked',
        menteeId: people.newMentee.id,
        startsAt,
        endsAt: after(startsAt, minutesMs(20)),
      })
      .returning('endsAt')
      .executeTakeFirstOrThrow()
    await keep()
    expect(Date.parse((await rehearsal())!.start)).toBeGreaterThanOrEqual(slot.endsAt.getTime())
  })

  it('is followed by the next one, once it took place', async () => {
    const { _id: slotId, start, callId } = (await rehearsal())!
    const joinedAt = new Date(start)
    for (const accountId of [people.mentee.id, people.mentor.id])
      await test.app.db.query
        .insertInto('liveStay')
        .values({
          id: test.app.newId(),
          slotId,
          accountId,
          connectionId: test.app.newId(),
          joinedAt,
          leftAt: after(joinedAt, minutesMs(50)),
          seenAt: after(joinedAt, minutesMs(50)),
        })
        .execute()
    await pass(hoursMs(2.5))
    await keep()
    expect(await rehearsal()).toBeUndefined()
    await test.app.jobHandlers['live:settle']({})
    await keep()
    const next = (await rehearsal())!
    expect(next.title).toBe(rehearsalTopics[1])
    expect(next.callId).not.toBe(callId)
    expect(isWithinTheHour(next.start)).toBe(true)
    const left = (await people.subscriptions()).filter(({ mentorId }) => mentorId._id === people.mentor.id)
    expect(left[0]!.callsLeft).toBe(1)
  })

  it('stays cancelled when it was cancelled', async () => {
    const { _id: slotId } = (await rehearsal())!
    ok(await test.call(api.slots.remove, { params: { slotId }, query: {} as never }, people.mentor))
    await pass(minutesMs(30))
    await keep()
    expect(await rehearsal()).toBeUndefined()
  })
})

it('offers hours for three weeks, also after three weeks', async () => {
  await pass(hoursMs(24 * 21))
  await keep()
  const { timeSlots } = ok(
    await test.call(
      api.slots.forMentee,
      { params: { mentorId: people.mentor.id }, query: {} as never },
      people.mentee,
    ),
  )
  const open = timeSlots.filter(({ status }) => status === 'open')
  const last = Math.max(...open.map(({ start }) => Date.parse(start)))
  expect(last - test.app.clock.now().getTime()).toBeGreaterThan(hoursMs(24 * 19))
  expect(open.length).toBeGreaterThan(limits.callsPerMonth)
})
