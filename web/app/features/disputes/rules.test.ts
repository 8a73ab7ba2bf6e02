import { expect, it } from 'vitest'
import { contestOf, refundRequestOf } from '../../testing/dispute-samples.ts'
import { slotOf } from '../../testing/slot-samples.ts'
import { attendanceLines } from './attendance.ts'
import {
  canContest,
  contestAnswerMeaning,
  contestDeadline,
  contestEndsAt,
  contestMeaning,
  contestVariantOf,
  refundDeadline,
  refundHeading,
  refundVariantOf,
} from './rules.ts'

const slot = slotOf({ status: 'completed', end: '2026-11-21T11:00:00.000Z' })
const soon = new Date('2026-11-22T11:00:00.000Z')

it('can be contested for 72 hours after the session was settled', () => {
  const end = contestEndsAt(slot)
  expect(end.toISOString()).toBe('2026-11-24T11:16:00.000Z')
  expect(canContest('mentee', slot, new Date(end.getTime() - 1))).toBe(true)
  expect(canContest('mentee', slot, end)).toBe(false)
})

it.each([
  ['completed', null, true, false],
  ['missed', 'mentee', true, true],
  ['missed', 'both', true, true],
  ['missed', 'mentor', false, true],
  ['cancelled', null, false, false],
] as const)('is for whoever %s (%s) speaks against', (status, missedBy, byMentee, byMentor) => {
  const of = { ...slot, status, missedBy }
  expect([canContest('mentee', of, soon), canContest('mentor', of, soon)]).toEqual([byMentee, byMentor])
})

it('is not for an intro call, on which no call hangs: the server takes no contest of one', () => {
  const intro = { ...slot, type: 'intro' as const, status: 'missed' as const, missedBy: 'both' as const }
  expect([canContest('mentee', intro, soon), canContest('mentor', intro, soon)]).toEqual([false, false])
})

it('says what contesting does', () => {
  expect(contestMeaning('mentee')).toContain('the call is yours again and you get one more')
  expect(contestMeaning('mentor')).toContain('the call is used')
  // A session can be contested after the end of the subscription.
  for (const text of [contestMeaning('mentee'), contestAnswerMeaning('mentor', 'Asha').agree])
    expect(text).toContain('what was paid for the call is refunded instead')
})

it('says whose answer is due, and what silence means', () => {
  const byMentor = contestOf({ by: 'mentor' })
  expect(contestDeadline(contestOf(), 'mentor')).toMatch(/^Answer until .* Silence counts as agreed\.$/)
  expect(contestDeadline(contestOf(), 'mentee')).toMatch(/^The mentor can answer until /)
  expect(contestDeadline(byMentor, 'mentee')).toMatch(/^Answer until .* Silence leaves it to a moderator\.$/)
  expect(contestDeadline(contestOf({ status: 'agreed' }), 'mentor')).toBeUndefined()
  expect(refundDeadline(refundRequestOf(), 'mentor')).toMatch(
    /^Answer until .* After that a moderator decides/,
  )
  expect(refundDeadline(refundRequestOf({ status: 'refused' }), 'mentee')).toBeUndefined()
})

it('heads a request by what is asked for, and once it is refunded by what goes back', () => {
  const refused = refundRequestOf({ status: 'refused' })
  expect(refundHeading(refused, 'mentee')).toBe('You asked for ₹4,500 back')
  expect(refundHeading(refused, 'mentor')).toBe('Ananya asked for ₹4,500 back')
  expect(refundHeading(refundRequestOf(), 'mentor')).toBe('Ananya asks for ₹4,500 back')
  const refunded = refundRequestOf({ status: 'refunded', amount: 6000 })
  expect(refundHeading(refunded, 'mentee')).toBe('You asked for a refund: ₹6,000 goes back')
  expect(refundHeading(refunded, 'mentor')).toBe('Ananya asked for a refund: ₹6,000 goes back')
  expect(refundHeading({ ...refunded, amount: 0 }, 'mentee')).toMatch(/nothing was left to refund$/)
})

it('says what of a refund the bank decides, once its payment is disputed', () => {
  const part = refundRequestOf({ status: 'refunded', amount: 6000, withdrawnAmount: 1500 })
  expect(refundHeading(part, 'mentee')).toBe(
    'You asked for a refund: ₹6,000 goes back, ₹1,500 was left to the bank’s decision',
  )
  expect(refundVariantOf(part).label).toBe('Refunded')
  const all = { ...part, amount: 0 }
  expect(refundHeading(all, 'mentor')).toBe(
    'Ananya asked for a refund: ₹1,500 was left to the bank’s decision',
  )
  expect(refundVariantOf(all).label).toBe('Left to the bank')
})

it('calls what nobody decided closed, and not refused or decided', () => {
  const of = (closedBecause: string | null) => [
    contestVariantOf(contestOf({ status: 'decided', closedBecause })).label,
    refundVariantOf(refundRequestOf({ status: 'refused', closedBecause })).label,
    refundVariantOf(refundRequestOf({ status: 'refunded', closedBecause })).label,
  ]
  expect(of(null)).toEqual(['Decided', 'Refused', 'Refunded'])
  expect(of('The mentee deleted the account.')).toEqual(['Closed', 'Closed', 'Refunded'])
})

it('tells from when to when each of the two was in the room', () => {
  const stay = (from: string, to: string) => ({ personId: 'a', from, to })
  const lines = attendanceLines(
    [
      stay('2026-11-21T10:00:00.000Z', '2026-11-21T10:05:00.000Z'),
      stay('2026-11-21T10:20:00.000Z', '2026-11-21T10:55:00.000Z'),
    ],
    [
      { _id: 'a', firstName: 'Asha' },
      { _id: 'b', firstName: 'Vikram' },
    ],
  )
  expect(lines[0]?.times.split(', ')).toHaveLength(2)
  expect(lines[1]).toEqual({ name: 'Vikram', times: 'not in the room' })
})
