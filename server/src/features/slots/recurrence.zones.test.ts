import {
  clockOf,
  dayMs,
  everyChange,
  hourMs,
  minuteMs,
  momentOf,
} from '@marga/contract/testing/clock-changes'
import { expect, it } from 'vitest'
import { expandRecurrence } from './recurrence.rules.ts'

const now = new Date('2025-12-01T00:00:00Z')
const weekdays = [0, 1, 2, 3, 4, 5, 6]
const days = 5

it('a slot repeated over any change of two years, in any zone, keeps its clock time on all other days', () => {
  expect(everyChange.length).toBeGreaterThan(400)
  for (const change of everyChange) {
    const { zone, atMs, before, after } = change
    const shift = (after - before) * minuteMs
    // On the change's own day: inside what is skipped or repeated, before it, and at noon.
    const changed = clockOf(zone, atMs - minuteMs).getTime() + minuteMs
    const inside = changed + shift / 2
    for (const clock of [inside, changed - 3 * hourMs, changed + 9 * hourMs]) {
      const first = clock - 2 * dayMs
      const start = new Date(first - before * minuteMs)
      const until = new Date(clock + 2 * dayMs).toISOString().slice(0, 10)
      const { spans, missingDays } = expandRecurrence(
        {
          type: 'session',
          start,
          end: new Date(start.getTime() + hourMs),
          inARow: 1,
          repeat: { weekdays, until, timeZone: zone, skipClashes: false },
        },
        now,
      )
      const clocks = Array.from({ length: days }, (_, index) => first + index * dayMs)
      const isShown = (clockMs: number) => clockOf(zone, momentOf(clockMs, change)).getTime() === clockMs
      const expected = clocks
        .filter(isShown)
        .map((clockMs) => new Date(momentOf(clockMs, change)).toISOString())
      expect([zone, ...spans.map((span) => span.start.toISOString())]).toEqual([zone, ...expected])
      const skipped = clocks.filter((clockMs) => !isShown(clockMs))
      expect([zone, ...missingDays]).toEqual([
        zone,
        ...skipped.map((clockMs) => new Date(clockMs).toISOString().slice(0, 10)),
      ])
      for (const span of spans) expect(span.end.getTime() - span.start.getTime()).toBe(hourMs)
    }
  }
})
