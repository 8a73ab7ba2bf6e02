import ical from 'node-ical'
import rrule from 'rrule'
import { describe, expect, it } from 'vitest'
import { calendarOf, eventOf } from '../../testing/calendar-servers.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { busyTimesIn } from './busy-times.rules.ts'

const dayMs = 86_400_000
const from = Date.UTC(2026, 9, 1)
const question = { from, to: from + 61 * dayMs, timeZone: 'Asia/Kolkata', eventsMax: 3000 }
const busy = (...lines: string[]) =>
  busyTimesIn(calendarOf(...lines), question).map(
    ({ start, end }) =>
      `${new Date(start).toISOString().slice(5, 16)} ${new Date(end).toISOString().slice(5, 16)}`,
  )
const event = (...lines: string[]) => eventOf('UID:one', ...lines)
const codeOf = (text: string) => {
  try {
    return `${busyTimesIn(text, question).length} spans`
  } catch (error) {
    return (error as { code?: string }).code
  }
}

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Atlantic/Azores',
  'Pacific/Apia',
  'America/St_Johns',
  'Europe/Dublin',
]
const hourMs = 3_600_000
const stamp = (wall: number) => new Date(wall).toISOString().replace(/[-:]|\.\d+|Z/g, '')

/** Moments of what clocks of a zone show, as the public parser reads them. */
function momentsOf(walls: readonly number[], zone: string): number[] {
  const events = walls.map((wall, index) =>
    eventOf(`UID:${index}`, `DTSTART;TZID=${zone}:${stamp(wall)}`, 'DURATION:PT1H'),
  )
  const parsed = ical.sync.parseICS(calendarOf(...events))
  return walls.map((_, index) => (parsed[index] as { start: Date }).start.getTime())
}

function picker(random: () => number) {
  return function pick<T>(of: readonly T[]): T {
    return of[Math.floor(random() * of.length)]!
  }
}

/** One that has the start among its times. */
function ruleFrom(start: number, random: () => number): string[] {
  const pick = picker(random)
  const weekday = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][new Date(start).getUTCDay()]
  const day = new Date(start).getUTCDate()
  const rule = [
    pick([
      'FREQ=DAILY',
      `FREQ=WEEKLY;BYDAY=${[...new Set([weekday, pick(['MO', 'WE', 'FR'])])].join(',')}`,
      'FREQ=WEEKLY',
      `FREQ=MONTHLY;BYMONTHDAY=${day}`,
      `FREQ=MONTHLY;BYDAY=${Math.ceil(day / 7)}${weekday}`,
      'FREQ=YEARLY',
      'FREQ=HOURLY;INTERVAL=7',
    ]),
    ...(random() < 0.2 ? [`COUNT=${1 + Math.floor(random() * 900)}`] : []),
  ]
  if (!rule[0]!.includes('INTERVAL')) rule.push(`INTERVAL=${1 + Math.floor(random() * 3)}`)
  return rule
}

describe('busy times of generated calendars', () => {
  it('equal the expansion by a public parser, with exceptions, in zones that change their clocks', () => {
    const random = seededRandom(21)
    const pick = picker(random)
    for (let round = 0; round < 100; round++) {
      const zone = pick(zones)
      const start =
        Date.UTC(2024, 0, 1) + Math.floor(random() * 1000) * dayMs + Math.floor(random() * 96) * 900_000
      const rule = ruleFrom(start, random)
      const wide = { after: new Date(from - 3 * dayMs), before: new Date(question.to + 3 * dayMs) }
      const options = rrule.RRule.parseString(rule.join(';'))
      const walls = new rrule.RRule({ ...options, dtstart: new Date(start) })
        .between(wide.after, wide.before, true)
        .map((time) => time.getTime())
      const excluded = walls.filter(() => random() < 0.1)
      const moved = walls.filter((wall) => !excluded.includes(wall) && random() < 0.1)
      const minutes = pick([20, 45, 600])
      const series = event(
        `DTSTART;TZID=${zone}:${stamp(start)}`,
        `DTEND;TZID=${zone}:${stamp(start + minutes * 60_000)}`,
        `RRULE:${rule.join(';')}`,
        ...excluded.map((wall) => `EXDATE;TZID=${zone}:${stamp(wall)}`),
      )
      const changes = moved.map((wall) =>
        event(
          `RECURRENCE-ID;TZID=${zone}:${stamp(wall)}`,
          `DTSTART;TZID=${zone}:${stamp(wall + 5 * hourMs)}`,
          'DURATION:PT30M',
        ),
      )
      const [first, end] = momentsOf([start, start + minutes * 60_000], zone) as [number, number]
      const kept = walls.filter((wall) => !excluded.includes(wall) && !moved.includes(wall))
      const spans = [
        ...momentsOf(kept, zone).map((at) => [at, at + end - first] as const),
        ...momentsOf(
          moved.map((wall) => wall + 5 * hourMs),
          zone,
        ).map((at) => [at, at + hourMs / 2] as const),
      ]
      const isBusy = (at: number) => spans.some((one) => one[0] <= at && at < one[1])
      const found = busyTimesIn(calendarOf(series, ...changes), question)
      const borders = [...spans.flat(), ...found.flatMap((one) => [one.start, one.end])]
      for (const at of borders.flatMap((border) => [border - 1, border]))
        if (at >= question.from && at < question.to)
          expect(
            found.some((one) => one.start <= at && at < one.end),
            `${zone} ${rule.join(';')} from ${stamp(start)} at ${new Date(at).toISOString()}`,
          ).toBe(isBusy(at))
    }
  })
})

describe('busy times of a calendar', () => {
  it('are not those that are cancelled, free or without length', () => {
    const times = ['DTSTART:20261005T100000Z', 'DTEND:20261005T110000Z']
    expect(busy(event(...times))).toEqual(['10-05T10:00 10-05T11:00'])
    expect(busy(event(...times, 'STATUS:CANCELLED'))).toEqual([])
    expect(busy(event(...times, 'TRANSP:TRANSPARENT'))).toEqual([])
    expect(busy(event('DTSTART:20261005T100000Z'))).toEqual([])
    expect(busy(event('DTSTART:20260905T100000Z', 'DURATION:PT1H'))).toEqual([])
  })

  it('are merged where they overlap', () => {
    const at = (start: string, hours: number) => event(`DTSTART:20261005T${start}00Z`, `DURATION:PT${hours}H`)
    expect(busy(at('1400', 1), at('1000', 2), at('1100', 2))).toEqual([
      '10-05T10:00 10-05T13:00',
      '10-05T14:00 10-05T15:00',
    ])
  })

  it('without a zone are of the mentor’s clock, and whole days of the calendar’s, else of the mentor’s', () => {
    expect(busy(event('DTSTART:20261005T100000', 'DURATION:PT1H'))).toEqual(['10-05T04:30 10-05T05:30'])
    const day = event('DTSTART;VALUE=DATE:20261005')
    expect(busy(day)).toEqual(['10-04T18:30 10-05T18:30'])
    expect(busy('X-WR-TIMEZONE:Europe/Berlin', day)).toEqual(['10-04T22:00 10-05T22:00'])
    // The day on which the clocks go back has 25 hours.
    const sunday = event('DTSTART;VALUE=DATE:20261025', 'DTEND;VALUE=DATE:20261026')
    expect(busy('X-WR-TIMEZONE:Europe/Berlin', sunday)).toEqual(['10-24T22:00 10-25T23:00'])
  })

  const described = [
    'BEGIN:VTIMEZONE',
    'TZID:Our Office',
    ...['BEGIN:STANDARD', 'DTSTART:19701025T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
    ...['RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'END:STANDARD'],
    ...['BEGIN:DAYLIGHT', 'DTSTART:19700329T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
    ...['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'END:DAYLIGHT', 'END:VTIMEZONE'],
  ]
  it.each([
    [
      'that the calendar describes',
      'Our Office',
      described,
      ['10-24T08:00 10-24T09:00', '10-25T09:00 10-25T10:00'],
    ],
    [
      'of a maker’s prefix',
      '/mozilla.org/1/Europe/Berlin',
      [],
      ['10-24T08:00 10-24T09:00', '10-25T09:00 10-25T10:00'],
    ],
    [
      'that nothing else is known of',
      'W. Europe Standard Time',
      [],
      ['10-24T04:30 10-24T05:30', '10-25T04:30 10-25T05:30'],
    ],
    [
      'that nothing but the calendar’s own is known of',
      'W. Europe Standard Time',
      ['X-WR-TIMEZONE:Europe/Berlin'],
      ['10-24T08:00 10-24T09:00', '10-25T09:00 10-25T10:00'],
    ],
  ])('follow a zone %s over a change of the clocks', (_, name, lines, spans) => {
    const series = event(`DTSTART;TZID=${name}:20261024T100000`, 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2')
    expect(busy(...lines, series)).toEqual(spans)
  })

  it('end with UNTIL, that moment or day included', () => {
    const until = (value: string) =>
      busy(
        event('DTSTART;TZID=Asia/Tokyo:20261005T100000', 'DURATION:PT1H', `RRULE:FREQ=DAILY;UNTIL=${value}`),
      ).length
    expect(until('20261007T010000Z')).toBe(3)
    expect(until('20261007T005959Z')).toBe(2)
    expect(until('20261007')).toBe(3)
  })

  it('are without what was cancelled of a series, and with what was added', () => {
    const spans = busy(
      event(
        ...['DTSTART:20261005T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'],
        ...['EXDATE;VALUE=DATE:20261006', 'RDATE:20261010T100000Z'],
        'RDATE;VALUE=PERIOD:20261012T100000Z/PT3H',
      ),
      event(
        'RECURRENCE-ID:20261007T100000Z',
        'DTSTART:20261007T100000Z',
        'DURATION:PT1H',
        'STATUS:CANCELLED',
      ),
    )
    expect(spans).toEqual(['10-05T10:00 10-05T11:00', '10-10T10:00 10-10T11:00', '10-12T10:00 10-12T13:00'])
  })

  it.each([
    ['from today', '20261001T000000Z'],
    ['since long ago', '19500101T000000Z'],
  ])('that are every second for 100 years %s are too many, at once', (_, start) => {
    const series = event(`DTSTART:${start}`, 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY;UNTIL=21260101T000000Z')
    expect(codeOf(calendarOf(series))).toBe('too_many_events')
    const counted = event(`DTSTART:${start}`, 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY;COUNT=2000000000')
    expect(codeOf(calendarOf(counted))).toBe('too_many_events')
  })

  it('of what is no calendar are none', () => {
    for (const text of [
      '',
      '<html></html>',
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n',
      'BEGIN:VCALENDAR\r\n;;;\r\nEND:VCALENDAR',
    ])
      expect(codeOf(text)).toBe('not_a_calendar')
  })
})
