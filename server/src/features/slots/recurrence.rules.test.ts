import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expandRecurrence, movedWith } from './recurrence.rules.ts'

const now = new Date('2026-03-01T00:00:00Z')
const details = (start: string, repeat?: { weekdays: number[]; until: string; timeZone: string }) => ({
  type: 'session' as const,
  start: new Date(start),
  end: new Date(new Date(start).getTime() + 3_600_000),
  inARow: 1,
  ...(repeat ? { repeat: { ...repeat, skipClashes: false } } : {}),
})
const localHour = (date: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(date)

describe('a repeated slot', () => {
  it('keeps the clock time of its zone across a change of the clocks', () => {
    const { spans } = expandRecurrence(
      details('2026-03-23T17:00:00Z', { weekdays: [1], until: '2026-04-06', timeZone: 'Europe/Berlin' }),
      now,
    )
    expect(spans.map((span) => span.start.toISOString())).toEqual([
      '2026-03-23T17:00:00.000Z',
      '2026-03-30T16:00:00.000Z',
      '2026-04-06T16:00:00.000Z',
    ])
  })

  it('includes its last day and leaves out other weekdays', () => {
    const { spans } = expandRecurrence(
      details('2026-03-02T04:30:00Z', { weekdays: [1, 3], until: '2026-03-11', timeZone: 'Asia/Kolkata' }),
      now,
    )
    expect(spans.map((span) => span.start.toISOString().slice(0, 10))).toEqual([
      '2026-03-02',
      '2026-03-04',
      '2026-03-09',
      '2026-03-11',
    ])
  })

  it('refuses more than 200 at once, and a span without such a day', () => {
    const everyDay = [0, 1, 2, 3, 4, 5, 6]
    expect(() =>
      expandRecurrence(
        details('2026-03-02T04:30:00Z', { weekdays: everyDay, until: '2026-12-31', timeZone: 'UTC' }),
        now,
      ),
    ).toThrow(/At most 200/)
    expect(() =>
      expandRecurrence(
        details('2026-03-02T04:30:00Z', { weekdays: [2], until: '2026-03-02', timeZone: 'UTC' }),
        now,
      ),
    ).toThrow(/None of these days/)
  })

  it('has the same clock time on every day, whatever the zone and the season', () => {
    const zones = [
      'Asia/Kolkata',
      'America/New_York',
      'Europe/London',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'America/Sao_Paulo',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 8, max: 20 }),
        (timeZone, day, hour) => {
          const start = new Date(now.getTime() + day * 86_400_000 + hour * 3_600_000)
          const until = new Date(start.getTime() + 150 * 86_400_000).toISOString().slice(0, 10)
          const { spans } = expandRecurrence(
            {
              type: 'session',
              start,
              end: new Date(start.getTime() + 3_600_000),
              inARow: 1,
              repeat: { weekdays: [0, 1, 2, 3, 4, 5, 6], until, timeZone, skipClashes: false },
            },
            now,
          )
          const clock = localHour(start, timeZone)
          for (const span of spans) expect(localHour(span.start, timeZone)).toBe(clock)
          for (const span of spans) expect(span.end.getTime() - span.start.getTime()).toBe(3_600_000)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('names the day on which the clocks skip its time, and never moves it', () => {
    const { spans, missingDays } = expandRecurrence(
      details('2026-03-28T01:30:00Z', {
        weekdays: [0, 1, 6],
        until: '2026-03-30',
        timeZone: 'Europe/Berlin',
      }),
      now,
    )
    expect(missingDays).toEqual(['2026-03-29'])
    expect(spans.map((span) => span.start.toISOString())).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
  })

  it('comes as often in a row as asked for, on each of its days', () => {
    const { spans } = expandRecurrence(
      {
        ...details('2026-03-02T04:30:00Z', { weekdays: [1, 3], until: '2026-03-04', timeZone: 'UTC' }),
        inARow: 3,
      },
      now,
    )
    expect(spans.map((span) => span.start.toISOString().slice(8, 16))).toEqual([
      '02T04:30',
      '02T05:30',
      '02T06:30',
      '04T04:30',
      '04T05:30',
      '04T06:30',
    ])
  })
})

describe('a series that is moved', () => {
  const hour = (start: string) => ({
    start: new Date(start),
    end: new Date(new Date(start).getTime() + 3_600_000),
  })
  const timeZone = 'Europe/Berlin'

  it('goes along by days and minutes of the clock, across a change of the clocks', () => {
    const how = { from: hour('2026-03-23T17:00:00Z'), to: hour('2026-03-24T18:30:00Z'), timeZone }
    expect(movedWith(how.from, how)).toEqual(how.to)
    expect(movedWith(hour('2026-03-30T16:00:00Z'), how)).toEqual(hour('2026-03-31T17:30:00Z'))
  })

  it('goes over midnight, either way', () => {
    const later = { from: hour('2026-03-02T21:30:00Z'), to: hour('2026-03-02T23:30:00Z'), timeZone }
    expect(movedWith(hour('2026-03-09T21:30:00Z'), later)).toEqual(hour('2026-03-09T23:30:00Z'))
    const earlier = { from: later.to, to: later.from, timeZone }
    expect(movedWith(hour('2026-03-09T23:30:00Z'), earlier)).toEqual(hour('2026-03-09T21:30:00Z'))
  })

  it('names the day on which its new time is skipped', () => {
    const how = { from: hour('2026-03-22T08:00:00Z'), to: hour('2026-03-22T01:30:00Z'), timeZone }
    expect(movedWith(hour('2026-03-29T07:00:00Z'), how)).toBe('2026-03-29')
  })
})
