import { clockOf, everyChange, hourMs, momentsAround, zones } from '@marga/contract/testing/clock-changes'
import { expect, it } from 'vitest'
import { formatDate, formatInterval, formatTime } from './date-format.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const ordinal = (day: number) =>
  `${day}${day % 10 === 1 && day !== 11 ? 'st' : day % 10 === 2 && day !== 12 ? 'nd' : day % 10 === 3 && day !== 13 ? 'rd' : 'th'}`

const clockWords = (clock: Date) =>
  `${clock.getUTCHours() % 12 || 12}:${String(clock.getUTCMinutes()).padStart(2, '0')} ${clock.getUTCHours() < 12 ? 'am' : 'pm'}`

function expectRight(zone: string, atMs: number) {
  const [start, end] = [new Date(atMs), new Date(atMs + hourMs)]
  const [begins, ends] = [clockOf(zone, atMs), clockOf(zone, atMs + hourMs)]
  const day = `${weekdays[begins.getUTCDay()]}, ${months[begins.getUTCMonth()]} ${ordinal(begins.getUTCDate())} ${begins.getUTCFullYear()}`
  if (
    formatDate(start, zone) === day &&
    formatTime(start, zone).startsWith(`${clockWords(begins)} (`) &&
    formatInterval({ start, end }, zone).startsWith(`${clockWords(begins)} to ${clockWords(ends)} (`) &&
    formatInterval({ start, end }, zone).endsWith(`${zone})`)
  )
    return
  expect.fail(
    `${zone} at ${start.toISOString()}: ${formatDate(start, zone)}, ${formatInterval({ start, end }, zone)}, expected ${day}, ${clockWords(begins)} to ${clockWords(ends)}`,
  )
}

it('mails tell the right day and time around every change of two years', () => {
  for (const change of everyChange) for (const atMs of momentsAround(change)) expectRight(change.zone, atMs)
})

it('mails tell the right day and time in every zone at any moment of two years', () => {
  for (const [index, zone] of zones.entries())
    for (let step = 0; step < 12; step++)
      expectRight(zone, Date.UTC(2026, 0, 1) + ((index * 97 + step * 1463) % 17_520) * hourMs + step * 60_000)
})
