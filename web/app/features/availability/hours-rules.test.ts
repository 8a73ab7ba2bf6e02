import type { ClockRange, WeeklyRange } from '@marga/contract/availability'
import { expect, it } from 'vitest'
import { availabilityOf } from '../../testing/availability-samples.ts'
import {
  cityOf,
  clockLabel,
  copyToWorkdays,
  draftOf,
  endChoices,
  hoursToBegin,
  isPresetOn,
  isSameDraft,
  moreHours,
  overSaved,
  presets,
  rangesOn,
  summaryOf,
  togglePreset,
  withDay,
  withStart,
} from './hours-rules.ts'

const range = (from: string, to: string): ClockRange => ({ from, to })
const on = (weekday: number, from: string, to: string): WeeklyRange => ({ weekday, from, to })
const [evenings, weekends, work] = presets

it('sums up the week', () => {
  const weekly = togglePreset([], presets[0]!).slice(0, 3)
  expect(summaryOf(availabilityOf({ weekly }))).toBe('9 hours a week · 60-minute sessions · next 28 days')
  expect(summaryOf(availabilityOf({ weekly: [on(1, '09:00', '09:45')], sessionMinutes: 30 }))).toBe(
    '0.75 hours a week · 30-minute sessions · next 28 days',
  )
  expect(summaryOf(availabilityOf())).toBe('No weekly hours yet')
})

it('sets the days of ready-made hours, leaves the others, and takes them out again', () => {
  const both = togglePreset(togglePreset([], evenings!), weekends!)
  expect(both).toHaveLength(7)
  expect(isPresetOn(both, evenings!) && isPresetOn(both, weekends!)).toBe(true)
  const working = togglePreset(both, work!)
  expect(isPresetOn(working, evenings!)).toBe(false)
  expect(isPresetOn(working, weekends!)).toBe(true)
  expect(togglePreset(working, work!).map(({ weekday }) => weekday)).toEqual([6, 0])
})

it('copies the hours of one day to all weekdays and to no other day', () => {
  const weekly = [
    on(6, '10:00', '11:00'),
    on(1, '09:00', '10:00'),
    on(1, '18:00', '24:00'),
    on(3, '07:00', '08:00'),
  ]
  const copied = copyToWorkdays(weekly, 1)
  for (const day of [1, 2, 3, 4, 5])
    expect(rangesOn(copied, day)).toMatchObject([range('09:00', '10:00'), range('18:00', '24:00')])
  expect(rangesOn(copied, 6)).toMatchObject([range('10:00', '11:00')])
  expect(rangesOn(copied, 0)).toEqual([])
})

it('names the place of each in the whole list', () => {
  const weekly = [
    on(6, '10:00', '11:00'),
    on(1, '09:00', '10:00'),
    on(2, '09:00', '10:00'),
    on(1, '18:00', '19:00'),
  ]
  expect(rangesOn(weekly, 1).map(({ index }) => index)).toEqual([1, 3])
  expect(withDay(weekly, 1, []).map(({ weekday }) => weekday)).toEqual([6, 2])
})

it('opens a day with the hours of the first open one', () => {
  expect(hoursToBegin([])).toEqual([range('09:00', '17:00')])
  expect(hoursToBegin([on(0, '10:00', '12:00'), on(4, '18:00', '21:00')])).toEqual([range('18:00', '21:00')])
})

it('proposes more hours where the day has room', () => {
  expect(moreHours([range('09:00', '12:00')])).toEqual(range('13:00', '15:00'))
  expect(moreHours([range('09:00', '23:00')])).toEqual(range('23:00', '24:00'))
  expect(moreHours([range('18:00', '24:00')])).toEqual(range('15:00', '17:00'))
  expect(moreHours([range('00:30', '24:00')])).toBeNull()
})

it('keeps the length when the start moves, as far as the day goes', () => {
  expect(withStart(range('18:00', '21:00'), '17:30')).toEqual(range('17:30', '20:30'))
  expect(withStart(range('18:00', '21:00'), '22:00')).toEqual(range('22:00', '24:00'))
})

it('offers ends after the start in quarters, midnight at last, and what was saved', () => {
  expect(endChoices(range('23:00', '23:20'))).toEqual(['23:15', '23:20', '23:30', '23:45', '24:00'])
  expect(clockLabel('24:00')).toBe('Midnight')
  expect(clockLabel('18:30')).toBe('6:30 pm')
})

it('takes the same hours in another order for the same', () => {
  const one = availabilityOf({ weekly: [on(1, '09:00', '10:00'), on(2, '09:00', '10:00')] })
  const other = { ...one, weekly: one.weekly.toReversed() }
  expect(isSameDraft(one, other)).toBe(true)
  expect(isSameDraft(one, { ...other, maxPerDay: 3 })).toBe(false)
  expect(isSameDraft(one, { ...other, overrides: [{ date: '2030-11-21', ranges: [] }] })).toBe(false)
})

it('leaves out single days that are over', () => {
  const overrides = ['2030-11-20', '2030-11-21'].map((date) => ({ date, ranges: [] }))
  expect(draftOf(availabilityOf({ overrides }), '2030-11-21').overrides).toEqual([overrides[1]])
})

it('names the city of a zone', () => {
  expect(cityOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
})

it('keeps a day closed that was closed in the calendar while the hours were being changed', () => {
  const closed = { date: '2030-12-03', ranges: [] }
  const base = draftOf(availabilityOf({ noticeHours: 12 }), '2030-12-01')
  const saved = { ...base, overrides: [closed] }
  expect(overSaved({ draft: { ...base, noticeHours: 24 }, base }, saved)).toEqual({
    ...saved,
    noticeHours: 24,
  })
  // Also where single days are being changed: each day by itself.
  const own = { date: '2030-12-05', ranges: [range('10:00', '12:00')] }
  const mine = { ...base, overrides: [own] }
  expect(overSaved({ draft: mine, base }, saved).overrides).toEqual([closed, own])
  expect(overSaved({ draft: base, base: mine }, { ...mine, overrides: [closed, own] }).overrides).toEqual([
    closed,
  ])
  expect(overSaved({ draft: mine, base }, base)).toEqual(mine)
})
