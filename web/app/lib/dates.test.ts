import { expect, it, vi } from 'vitest'
import { dayKey, formatDate, formatRelative, formatTime, oneHourLater, timeZoneName } from './dates.ts'

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

it('says how far away a time is', () => {
  const now = new Date('2026-11-21T10:00:00.000Z')
  expect(formatRelative('2026-11-21T13:00:00.000Z', now)).toBe('in 3 hours')
  expect(formatRelative('2026-11-19T10:00:00.000Z', now)).toBe('2 days ago')
  expect(formatRelative('2026-11-21T10:00:20.000Z', now)).toBe('just now')
})

it('says how many days away by the calendar of the zone, not by hours', () => {
  const now = new Date('2026-11-21T10:00:00.000Z')
  const said = (time: string, timeZone = 'Asia/Kolkata') => formatRelative(time, now, timeZone)
  expect(said('2026-11-23T05:00:00.000Z')).toBe('in 2 days')
  expect(said('2026-11-19T15:00:00.000Z')).toBe('2 days ago')
  expect(said('2026-11-20T09:00:00.000Z')).toBe('yesterday')
  // Past midnight in India, not yet in London.
  expect(said('2026-11-22T19:00:00.000Z')).toBe('in 2 days')
  expect(said('2026-11-22T19:00:00.000Z', 'Europe/London')).toBe('tomorrow')
})

it('counts weeks, months and years, none of which need be those of the calendar', () => {
  const now = new Date('2026-11-23T10:00:00.000Z')
  // From a Monday the Sunday of the week before last.
  expect(formatRelative('2026-11-15T10:00:00.000Z', now, 'UTC')).toBe('1 week ago')
  expect(formatRelative('2026-12-31T10:00:00.000Z', now, 'UTC')).toBe('in 1 month')
  expect(formatRelative('2025-10-01T10:00:00.000Z', now, 'UTC')).toBe('1 year ago')
})

it('counts the hours of a day that has 25', () => {
  const midnight = new Date('2026-10-24T23:10:00.000Z')
  expect(formatRelative('2026-10-25T23:40:00.000Z', midnight, 'Europe/London')).toBe('in 24 hours')
})

it('adds an hour across the end of summer time', () => {
  expect(oneHourLater('2026-10-25T00:30:00.000Z').toISOString()).toBe('2026-10-25T01:30:00.000Z')
})
