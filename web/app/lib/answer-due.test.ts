import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  dueState,
  mentorDueWords,
  relativeDay,
  relativeMoment,
  standstillReason,
  timeLeft,
} from './answer-due.ts'
import { setOwnTimeZone } from './dates.ts'

beforeEach(() => setOwnTimeZone('Asia/Kolkata'))
afterEach(() => setOwnTimeZone(null))

// Sunday 22 November, 1:00 pm in India.
const now = new Date('2026-11-22T07:30:00.000Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()
const due = (hours: number, given: object = {}) => ({
  dueAt: inHours(hours),
  isLate: false,
  standstill: null,
  ...given,
})
const vacation = { because: 'vacation', until: '2026-12-03T18:30:00.000Z' } as const

describe('the state of an answer', () => {
  it('is running until its moment, and late from then on, before the server has said so', () => {
    expect(dueState(due(1), now)).toBe('running')
    expect(dueState(due(0), now)).toBe('late')
    expect(dueState(due(1, { isLate: true }), now)).toBe('late')
  })

  it('is paused while the clock stands still, also where nobody knows until when', () => {
    expect(dueState(due(100, { standstill: vacation }), now)).toBe('paused')
    expect(dueState({ dueAt: null, isLate: false, standstill: null }, now)).toBe('paused')
  })

  it('runs again once the standstill is over, although nobody has said so', () => {
    const over = { because: 'vacation', until: inHours(0) } as const
    expect(dueState(due(1, { standstill: over }), now)).toBe('running')
  })

  it('stays late during a vacation that began afterwards', () => {
    expect(dueState(due(-1, { isLate: true, standstill: vacation }), now)).toBe('late')
  })
})

describe('the day of a moment', () => {
  it('is named when it is near, by the calendar of the zone', () => {
    expect(
      ['2026-11-21', '2026-11-22', '2026-11-23'].map((day) => relativeDay(`${day}T12:00:00Z`, now)),
    ).toEqual(['yesterday', 'today', 'tomorrow'])
    expect(relativeDay('2026-11-24T12:00:00Z', now)).toBe('Tue 24 Nov')
    // Past midnight in India, not yet in London.
    expect(relativeMoment('2026-11-22T19:00:00Z', now)).toBe('tomorrow, 12:30 am')
    expect(relativeMoment('2026-11-22T19:00:00Z', now, 'Europe/London')).toBe('today, 7:00 pm')
  })

  it('is the calendar’s where the clocks change between the two', () => {
    const beforeChange = new Date('2026-10-24T22:30:00Z')
    expect(relativeDay('2026-10-26T00:30:00Z', beforeChange, 'Europe/London')).toBe('Mon 26 Oct')
    expect(relativeDay('2026-10-25T23:30:00Z', beforeChange, 'Europe/London')).toBe('tomorrow')
  })
})

describe('the time left', () => {
  it('is told in whole hours, then minutes, and never as more than it is', () => {
    expect([23.99, 5, 1.5, 1].map((hours) => timeLeft(inHours(hours), now))).toEqual([
      '23 h left',
      '5 h left',
      '1 h left',
      '1 h left',
    ])
    expect(timeLeft(inHours(59.5 / 60), now)).toBe('59 min left')
    expect(timeLeft(inHours(0.5 / 60), now)).toBe('Less than 1 min left')
    expect(timeLeft(inHours(30), now)).toBe('30 h left')
    expect(timeLeft(inHours(80), now)).toBe('3 days left')
  })
})

describe('what the mentor reads', () => {
  const words = (given: Parameters<typeof mentorDueWords>[0]) => {
    const { headline, rest } = mentorDueWords(given, now)
    return headline + rest
  }

  it('is how long is left and until when', () => {
    expect(words(due(5))).toBe('5 h left, due today, 6:00 pm')
  })

  it('is since when an answer is late', () => {
    expect(words(due(-19))).toBe('Late since yesterday, 6:00 pm')
  })

  it('is why nobody is late, until the last day of it', () => {
    expect(words(due(400, { standstill: vacation }))).toBe('Paused while you are away until Thu 3 Dec')
    const pause = { because: 'pause', until: '2026-12-12T04:00:00.000Z' } as const
    expect(words(due(500, { standstill: pause }))).toBe(
      'Paused while the subscription is paused until Sat 12 Dec',
    )
    const block = { because: 'block', until: null } as const
    expect(words({ dueAt: null, isLate: false, standstill: block })).toBe(
      'Paused while you cannot write to each other',
    )
  })

  it('is told to the mentee from the other side', () => {
    const reader = { role: 'mentee', mentorName: 'Vikram' } as const
    expect(standstillReason(vacation, reader)).toBe('while Vikram is away until Thu 3 Dec')
    expect(standstillReason({ because: 'pause', until: null }, reader)).toBe(
      'while your subscription is paused',
    )
  })
})
