import { expect, it } from 'vitest'
import { calendarOf, eventOf } from '../../testing/calendar-servers.ts'
import { readInThread } from './calendar-in-thread.ts'

/** Thousands of events of a year that nobody asks about. */
const past = calendarOf(
  ...Array.from({ length: 10_000 }, () => eventOf('DTSTART:20010105T100000Z', 'DURATION:PT1H')),
)
const work = {
  body: new TextEncoder().encode(past),
  question: {
    ...{ from: Date.UTC(2026, 9, 1), to: Date.UTC(2026, 11, 1) },
    ...{ timeZone: 'UTC', eventsMax: 100 },
  },
}
const minuteMs = 60_000

it('reads a calendar, and says of one that it takes too long', async () => {
  expect(await readInThread(work)).toEqual({ spans: [] })
  expect(await readInThread(work, { startMs: minuteMs, workMs: 1 })).toEqual({ problem: 'too_many_events' })
})

it('says of no calendar that it takes too long where the thread has not even begun', async () => {
  const late = readInThread(work, { startMs: 1, workMs: minuteMs })
  await expect(late).rejects.toMatchObject({ code: 'unavailable', status: 503 })
})
