import { expect, it, vi } from 'vitest'
import { dayKey, formatDate, formatTime, oneHourLater, timeZoneName } from './dates.ts'

it.each([
  ['2026-11-01T06:00:00.000Z', 'November 1st 2026'],
  ['2026-11-02T06:00:00.000Z', 'November 2nd 2026'],
  ['2026-11-03T06:00:00.000Z', 'November 3rd 2026'],
  ['2026-11-11T06:00:00.000Z', 'November 11th 2026'],
  ['2026-11-22T06:00:00.000Z', 'November 22nd 2026'],
])('writes %s as "MMMM Do YYYY"', (time, text) => {
  expect(formatDate(time, 'Asia/Kolkata')).toBe(text)
})

it('writes times as "h:mm a" in the given zone', () => {
  expect(formatTime('2026-11-21T04:00:00.000Z', 'Asia/Kolkata')).toBe('9:30 am')
  expect(formatTime('2026-11-21T18:30:00.000Z', 'Asia/Kolkata')).toBe('12:00 am')
  expect(formatTime('2026-11-21T18:30:00.000Z', 'America/New_York')).toBe('1:30 pm')
})

it('takes the day from the zone, not from UTC', () => {
  expect(dayKey('2026-11-21T20:00:00.000Z', 'Asia/Kolkata')).toBe('2026-11-22')
  expect(formatDate('2026-11-21T20:00:00.000Z', 'Asia/Kolkata')).toBe('November 22nd 2026')
})

it('names the zone', () => {
  expect(timeZoneName('Asia/Kolkata')).toBe('India Standard Time (GMT+5:30)')
})

it('knows the names of zones that are asked for most, as a formatter has them', () => {
  const makeFormatter = vi.spyOn(Intl, 'DateTimeFormat')
  const known = ['Asia/Kolkata', 'UTC'].map((timeZone) => ({ timeZone, name: timeZoneName(timeZone) }))
  expect(makeFormatter).not.toHaveBeenCalled()
  makeFormatter.mockRestore()
  for (const { timeZone, name } of known) {
    const named = (timeZoneName: 'long' | 'shortOffset') =>
      new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName })
        .formatToParts()
        .find(({ type }) => type === 'timeZoneName')?.value
    expect(name).toBe(`${named('long')} (${named('shortOffset')})`)
  }
})

it('adds an hour across the end of summer time', () => {
  expect(oneHourLater('2026-10-25T00:30:00.000Z').toISOString()).toBe('2026-10-25T01:30:00.000Z')
})
