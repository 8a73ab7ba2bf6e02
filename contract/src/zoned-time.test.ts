import { expect, test } from 'vitest'
import { wallClock, weekdayOf } from './wall-clock.ts'
import { addDays, clockText, instantAt, readClock, weekOf } from './zoned-time.ts'

test('reads calendar and clock of another zone, across midnight', () => {
  expect(wallClock('2026-11-20T20:00:00.000Z', 'Asia/Kolkata')).toEqual({ day: '2026-11-21', minutes: 90 })
  expect(wallClock('2026-11-21T02:00:00.000Z', 'America/New_York')).toEqual({
    day: '2026-11-20',
    minutes: 21 * 60,
  })
})

test('finds the moment of a clock time, and back', () => {
  expect(instantAt('2026-11-21', 570, 'Asia/Kolkata').toISOString()).toBe('2026-11-21T04:00:00.000Z')
  for (const zone of ['Asia/Kolkata', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland']) {
    for (const minutes of [0, 15, 600, 1425]) {
      expect(wallClock(instantAt('2026-07-05', minutes, zone), zone)).toEqual({ day: '2026-07-05', minutes })
    }
  }
})

test('a time that the change to summer skips moves on by the hour it skips', () => {
  // Berlin, 29 March 2026: after 01:59 comes 03:00.
  expect(instantAt('2026-03-29', 150, 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:30:00.000Z')
  expect(wallClock('2026-03-29T01:30:00.000Z', 'Europe/Berlin').minutes).toBe(210)
})

test('a time that the change to winter repeats means the first', () => {
  expect(instantAt('2026-10-25', 150, 'Europe/Berlin').toISOString()).toBe('2026-10-25T00:30:00.000Z')
})

test('weeks begin on Monday, also over the end of a year', () => {
  expect(weekOf('2026-11-22')[0]).toBe('2026-11-16')
  expect(weekOf('2027-01-01')).toEqual([
    '2026-12-28',
    '2026-12-29',
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
    '2027-01-03',
  ])
  expect(weekdayOf('2026-11-22')).toBe(0)
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
})

test('clock texts', () => {
  expect(clockText(570)).toBe('09:30')
  expect(readClock('09:30')).toBe(570)
  expect(readClock('half past')).toBeNull()
})
