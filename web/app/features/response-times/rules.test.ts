import type { WaitingQuestion } from '@marga/contract/response-times'
import { describe, expect, it } from 'vitest'
import { checkVacation, dueToday, durationText, vacationText, withVacation } from './rules.ts'

const zone = 'Asia/Kolkata'
// Sunday 22 November, 1:00 pm in India.
const now = new Date('2026-11-22T07:30:00.000Z')

describe('what is due today', () => {
  const question = (dueAt: string | null, isLate = false): WaitingQuestion => ({
    conversationId: `c ${dueAt} ${isLate}`,
    menteeId: { _id: 'm', firstName: 'Asha', lastName: 'Rao', profileImageUrl: null },
    since: '2026-11-21T12:00:00.000Z',
    dueAt,
    isLate,
    standstill: null,
  })

  it('is what is late or ends before midnight, by the calendar of the zone', () => {
    const late = question('2026-11-20T08:00:00.000Z', true)
    const tonight = question('2026-11-22T18:29:00.000Z')
    const afterMidnight = question('2026-11-22T18:31:00.000Z')
    const standing = question(null)
    const all = [late, tonight, afterMidnight, standing]
    expect(dueToday(all, now, zone)).toEqual([late, tonight])
    expect(dueToday(all, now, 'UTC')).toEqual([late, tonight, afterMidnight])
  })
})

it('a duration is told in its two largest units', () => {
  expect([25, 60, 200, 1440, 2879, 2880, 3500].map(durationText)).toEqual([
    '25 min',
    '1 h',
    '3 h 20 min',
    '24 h',
    '47 h 59 min',
    '2 days',
    '2 days 10 h',
  ])
})

describe('a vacation', () => {
  const announced = [{ from: '2026-12-03', to: '2026-12-14' }]
  const check = (from: string, to: string) => checkVacation({ from, to }, { announced, today: '2026-11-22' })

  it('begins today or later and ends on its first day or later', () => {
    expect(check('2026-11-22', '2026-11-22')).toEqual({})
    expect(check('2026-11-21', '2026-11-25')).toEqual({ from: 'Choose today or a later day.' })
    expect(check('2026-11-25', '2026-11-24')).toEqual({ to: 'The last day is before the first.' })
    expect(check('', '')).toEqual({ from: 'Choose the first day.', to: 'Choose the last day.' })
  })

  it('has sixty days at most', () => {
    expect(check('2026-12-20', '2027-02-17')).toEqual({})
    expect(check('2026-12-20', '2027-02-18')).toEqual({ to: 'At most 60 days at once.' })
  })

  it('shares no day with another', () => {
    const overlap = { from: 'You are already away Thu 3 Dec – Mon 14 Dec.' }
    expect(check('2026-12-01', '2026-12-03')).toEqual(overlap)
    expect(check('2026-12-14', '2026-12-20')).toEqual(overlap)
    expect(check('2026-12-01', '2026-12-02')).toEqual({})
    expect(check('2026-12-15', '2026-12-20')).toEqual({})
  })

  it('is told by its days, and stands in their order', () => {
    expect(vacationText({ from: '2026-12-03', to: '2026-12-03' })).toBe('Thu 3 Dec')
    const before = { from: '2026-11-30', to: '2026-12-01' }
    expect(withVacation(announced, before)).toEqual([before, ...announced])
  })
})
