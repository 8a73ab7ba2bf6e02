import { describe, expect, it } from 'vitest'
import type { Availability } from './availability.ts'
import { expandWeeklyHours, type FixedSlot, isInside, type Span } from './weekly-hours.ts'

const hours: Availability = {
  timeZone: 'Europe/Berlin',
  weekly: [],
  sessionMinutes: 60,
  bufferMinutes: 0,
  noticeHours: 0,
  horizonDays: 7,
  maxPerDay: null,
  maxPerWeek: null,
  overrides: [],
  vacations: [],
  capacity: null,
}
const monday = { weekday: 1, from: '09:00', to: '12:00' }
const at = (text: string) => new Date(text)
const startsOf = (spans: readonly Span[]) => spans.map(({ start }) => start.toISOString().slice(5, 16))
/** A Sunday evening in Berlin, in winter. */
const now = at('2026-11-22T20:00:00Z')
const starts = (given: Partial<Availability>, fixed: readonly FixedSlot[] = [], from = now) =>
  startsOf(expandWeeklyHours({ ...hours, ...given }, fixed, from))
const taken = (start: string, minutes = 60, isBooked = true): FixedSlot => ({
  start: at(start),
  end: new Date(at(start).getTime() + minutes * 60_000),
  isBooked,
})

describe('weekly hours', () => {
  it('are cut from their start into sessions with the buffer between them', () => {
    expect(starts({ weekly: [monday] })).toEqual(['11-23T08:00', '11-23T09:00', '11-23T10:00'])
    expect(starts({ weekly: [monday], bufferMinutes: 20 })).toEqual(['11-23T08:00', '11-23T09:20'])
    expect(starts({ weekly: [{ ...monday, to: '10:00' }], sessionMinutes: 30 })).toEqual([
      '11-23T08:00',
      '11-23T08:30',
    ])
  })

  it('reach to the horizon, and begin after now', () => {
    const weekly = [{ ...monday, to: '11:00' }]
    const from = at('2026-11-23T08:00:00Z')
    expect(starts({ weekly }, [], from)).toEqual(['11-23T09:00', '11-30T08:00', '11-30T09:00'])
    expect(starts({ weekly, horizonDays: 14 }, [], from)).toHaveLength(5)
  })

  it('give way to single days, and those to vacations', () => {
    const overrides = [{ date: '2026-11-23', ranges: [{ from: '23:00', to: '24:00' }] }]
    expect(starts({ weekly: [monday], overrides })).toEqual(['11-23T22:00'])
    const vacations = [{ from: '2026-11-23', to: '2026-11-23' }]
    expect(starts({ weekly: [monday], overrides, vacations })).toEqual([])
    expect(starts({ weekly: [monday], overrides: [{ date: '2026-11-23', ranges: [] }] })).toEqual([])
  })

  it('go around what stands there, with the buffer', () => {
    const fixed = [taken('2026-11-23T09:00:00Z', 20, false)]
    expect(starts({ weekly: [monday] }, fixed)).toEqual(['11-23T08:00', '11-23T10:00'])
    expect(starts({ weekly: [monday], bufferMinutes: 30 }, fixed)).toEqual([])
  })

  it('leave out a day and a week from Monday whose maximum is booked', () => {
    const weekly = [monday, { ...monday, weekday: 2 }]
    const fixed = [taken('2026-11-23T18:00:00Z'), taken('2026-11-22T12:00:00Z')]
    expect(starts({ weekly, maxPerDay: 1, horizonDays: 3 }, fixed)).toEqual([
      '11-24T08:00',
      '11-24T09:00',
      '11-24T10:00',
    ])
    expect(starts({ weekly, maxPerWeek: 1, horizonDays: 6 }, fixed)).toEqual([])
    // Sunday is of the week before, and what is open takes no room.
    const open = [taken('2026-11-22T12:00:00Z'), taken('2026-11-23T18:00:00Z', 60, false)]
    expect(starts({ weekly, maxPerWeek: 1, horizonDays: 6 }, open)).toHaveLength(6)
  })

  it('of a night in which the clocks change are as long as the clocks say', () => {
    const night = { weekly: [{ weekday: 0, from: '01:00', to: '04:00' }] }
    expect(starts(night, [], at('2026-03-28T12:00:00Z'))).toEqual(['03-29T00:00', '03-29T01:00'])
    expect(starts(night, [], at('2026-10-24T12:00:00Z'))).toHaveLength(4)
    // What is skipped moves on, what is shown twice means the first.
    const skipped = { weekly: [{ weekday: 0, from: '02:30', to: '04:30' }] }
    expect(starts(skipped, [], at('2026-03-28T12:00:00Z'))).toEqual(['03-29T01:30'])
    const twice = { weekly: [{ weekday: 0, from: '02:00', to: '03:00' }] }
    expect(starts(twice, [], at('2026-10-24T12:00:00Z'))).toEqual(['10-25T00:00', '10-25T01:00'])
  })

  it('have a session inside only where all of it is', () => {
    const given = {
      ...hours,
      weekly: [
        { ...monday, to: '10:00' },
        { ...monday, from: '10:00' },
      ],
    }
    expect(isInside(given, taken('2026-11-23T08:30:00Z'))).toBe(true)
    expect(isInside(given, taken('2026-11-23T10:30:00Z'))).toBe(false)
    expect(isInside(given, taken('2026-11-24T08:30:00Z'))).toBe(false)
    const overMidnight = [
      { weekday: 1, from: '22:00', to: '24:00' },
      { weekday: 2, from: '00:00', to: '02:00' },
    ]
    expect(isInside({ ...hours, weekly: overMidnight }, taken('2026-11-23T22:30:00Z'))).toBe(true)
    expect(isInside({ ...hours, weekly: overMidnight.slice(0, 1) }, taken('2026-11-23T22:30:00Z'))).toBe(
      false,
    )
  })

  it('keep the buffer over midnight', () => {
    const weekly = [
      { weekday: 1, from: '23:00', to: '24:00' },
      { weekday: 2, from: '00:00', to: '02:30' },
    ]
    expect(starts({ weekly, horizonDays: 3 })).toEqual(['11-23T22:00', '11-23T23:00', '11-24T00:00'])
    expect(starts({ weekly, horizonDays: 3, bufferMinutes: 15 })).toEqual(['11-23T22:00', '11-24T00:15'])
  })
})
