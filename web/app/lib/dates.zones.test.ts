import {
  clockOf,
  everyChange,
  hourMs,
  momentsAround,
  offsetMinutes,
  zones,
} from '@marga/contract/testing/clock-changes'
import { expect, it } from 'vitest'
import {
  dayKey,
  formatDate,
  formatShortDay,
  formatTime,
  formatTimeRange,
  ownUtcOffset,
  timeZoneName,
} from './dates.ts'

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const weekdays = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')
const clockWords = (clock: Date) =>
  `${clock.getUTCHours() % 12 || 12}:${String(clock.getUTCMinutes()).padStart(2, '0')} ${clock.getUTCHours() < 12 ? 'am' : 'pm'}`

/** All that pages say of a moment, from the zone's offset alone. */
function expectRight(zone: string, atMs: number) {
  const time = new Date(atMs)
  const clock = clockOf(zone, atMs)
  const ends = clockOf(zone, atMs + hourMs)
  const month = months[clock.getUTCMonth()]!
  const expected = [
    clock.toISOString().slice(0, 10),
    clockWords(clock),
    `${clockWords(clock)} – ${clockWords(ends)}`,
    `${weekdays[clock.getUTCDay()]} ${clock.getUTCDate()} ${month.slice(0, 3)}`,
    `${month} ${clock.getUTCDate()} ${clock.getUTCFullYear()}`,
  ]
  const said = [
    dayKey(time, zone),
    formatTime(time, zone),
    formatTimeRange(time, new Date(atMs + hourMs), zone),
    formatShortDay(time, zone),
    formatDate(time, zone).replace(/(\d)(st|nd|rd|th)/, '$1'),
  ]
  if (said.join() !== expected.join())
    expect.fail(`${zone} at ${time.toISOString()}: ${said}, not ${expected}`)
}

/** "GMT+5:30" of an offset in minutes. */
function offsetName(minutes: number) {
  if (minutes === 0) return 'GMT'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `GMT${minutes < 0 ? '-' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}

it('pages tell the right day and time around every change of two years', () => {
  expect(everyChange.length).toBeGreaterThan(400)
  for (const change of everyChange) for (const atMs of momentsAround(change)) expectRight(change.zone, atMs)
})

it('pages tell the right day and time in every zone at any moment of two years', () => {
  for (const [index, zone] of zones.entries())
    for (let step = 0; step < 12; step++)
      expectRight(zone, Date.UTC(2026, 0, 1) + ((index * 97 + step * 1463) % 17_520) * hourMs + step * 60_000)
})

it('names each zone with what it is ahead of UTC at that moment', () => {
  for (const { zone, atMs } of everyChange)
    for (const moment of [atMs - 1, atMs]) {
      const name = timeZoneName(zone, new Date(moment))
      const offset = offsetName(offsetMinutes(zone, moment))
      expect(ownUtcOffset(new Date(moment), zone)).toBe(offsetMinutes(zone, moment))
      if (!name.includes(offset))
        expect.fail(`${zone} at ${new Date(moment).toISOString()}: ${name}, ${offset}`)
    }
})
