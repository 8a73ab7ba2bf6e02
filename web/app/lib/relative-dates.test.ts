import { expect, it } from 'vitest'
import { formatRelative } from './relative-dates.ts'

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
