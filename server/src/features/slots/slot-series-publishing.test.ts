import { api } from '@marga/contract/api'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { daysMs, hoursMs } from '../../platform/clock.ts'
import { newMentor, newModerator, ok, publish, type TestPerson } from '../../testing/people.ts'
import { everyDay, morningAhead, seriesOf, starts } from '../../testing/slot-series.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const engines = inject('engines').server ? (['embedded', 'server'] as const) : (['embedded'] as const)
const hourMs = hoursMs(1)
const dayMs = daysMs(1)

describe.each(engines)('times published together on the %s database', (engine) => {
  let test: TestApp
  let moderator: TestPerson
  let mentor: TestPerson
  let first: Date

  beforeAll(async () => {
    test = await startTestApp({ engine })
    moderator = await newModerator(test)
  })
  beforeEach(async () => {
    mentor = await newMentor(test, moderator)
    first = morningAhead(test)
  })
  afterAll(() => test.close())

  const { later, daysOn, daily, shown } = seriesOf(() => ({ test, mentor, first }))

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
      {
        code: 'invalid_request',
        fields: { 'slotDetails.repeat': refused.body.message },
        clashes: [],
        missingDays,
      },
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
})

/** Midnight UTC of the last Sunday of March, when Berlin's clocks go from 2:00 to 3:00. */
function nextSpring(now: Date): Date {
  for (let year = now.getUTCFullYear(); ; year++) {
    const end = new Date(Date.UTC(year, 2, 31))
    const sunday = new Date(end.getTime() - end.getUTCDay() * dayMs)
    if (sunday.getTime() - 2 * dayMs > now.getTime()) return sunday
  }
}
