import { describe, expect, it } from 'vitest'
import { clockOf, everyChange, minuteMs, momentOf, momentsAround, zones } from './testing/clock-changes.ts'
import { wallClock } from './wall-clock.ts'
import { addDays, instantAt } from './zoned-time.ts'

const clockText = (date: Date) => date.toISOString().slice(0, 16)
const wallText = ({ day, minutes }: { day: string; minutes: number }) =>
  `${day}T${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

it('there are zones and changes to try', () => {
  expect(zones.length).toBeGreaterThan(400)
  expect(new Set(everyChange.map(({ zone }) => zone)).size).toBeGreaterThan(100)
  expect(everyChange.length).toBeGreaterThan(400)
})

describe('calendar and clock of every zone', () => {
  it('are read around every change of two years', () => {
    for (const change of everyChange)
      for (const atMs of momentsAround(change)) {
        const read = wallText(wallClock(new Date(atMs), change.zone))
        if (read !== clockText(clockOf(change.zone, atMs)))
          expect.fail(`${change.zone} at ${new Date(atMs).toISOString()}: ${read}`)
      }
  })

  it('lead to the moment they mean, each quarter of an hour around every change', () => {
    for (const change of everyChange) {
      const middle = clockOf(change.zone, change.atMs - minuteMs).getTime()
      const quarter = Math.floor(middle / (15 * minuteMs)) * 15 * minuteMs
      for (let step = -16; step <= 16; step += 1) {
        const clock = new Date(quarter + step * 15 * minuteMs)
        const day = clock.toISOString().slice(0, 10)
        const found = instantAt(day, clock.getUTCHours() * 60 + clock.getUTCMinutes(), change.zone)
        if (found.getTime() !== momentOf(clock.getTime(), change))
          expect.fail(`${change.zone}, ${clockText(clock)}: ${found.toISOString()}`)
      }
    }
  })

  it('lead there and back on any day of two years, in every zone', () => {
    for (const [index, zone] of zones.entries())
      for (let step = 0; step < 40; step++) {
        const day = addDays('2026-01-01', (index * 7 + step * 18) % 730)
        const minutes = (index * 37 + step * 61) % 1440
        const moment = instantAt(day, minutes, zone)
        const shown = wallClock(moment, zone)
        const isSkipped = everyChange.some(
          (change) =>
            change.zone === zone &&
            change.after > change.before &&
            moment.getTime() >= change.atMs &&
            moment.getTime() < change.atMs + (change.after - change.before) * minuteMs,
        )
        if (!isSkipped) expect([zone, wallText(shown)]).toEqual([zone, wallText({ day, minutes })])
      }
  })
})
