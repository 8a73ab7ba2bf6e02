import { expect, it } from 'vitest'
import { enrollmentOf } from '../../testing/enrollment-samples.ts'
import { bookableCalls } from './bookable-calls.ts'

const now = new Date('2026-11-25T04:00:00.000Z')
const later = '2026-12-20T04:00:00.000Z'
const extraCalls = [{ count: 2, usableUntil: later, source: 'returned' as never }]

it('counts the calls of all subscriptions and those that last longer', () => {
  const enrollments = [enrollmentOf({ callsLeft: 3 }), enrollmentOf({ callsLeft: 0, extraCalls })]
  expect(bookableCalls(enrollments, now)).toBe(5)
  expect(bookableCalls([], now)).toBe(0)
})

it('leaves out what is paused now or has ended', () => {
  const paused = { extraCalls, pausedFrom: '2026-11-24T04:00:00.000Z', pausedUntil: later }
  expect(bookableCalls([enrollmentOf(paused)], now)).toBe(0)
  expect(bookableCalls([enrollmentOf({ status: 'ended' })], now)).toBe(0)
  expect(bookableCalls([enrollmentOf({ ...paused, pausedFrom: later })], now)).toBe(6)
})
