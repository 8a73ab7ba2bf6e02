import { expect, test } from 'vitest'
import { countOf, eventfulDays, toPoints, totalOf } from './rules.ts'

const days = [
  { date: '2026-11-19', count: 2 },
  { date: '2026-11-20', count: 0 },
  { date: '2026-11-21', count: 1 },
]
const noun = { one: 'new mentee', many: 'new mentees' }

test('a point says its day and count in words', () => {
  expect(toPoints(days, noun)[2]).toEqual({
    key: '2026-11-21',
    value: 1,
    label: '21 Nov',
    readout: 'November 21st 2026: 1 new mentee',
  })
  expect(countOf(0, noun)).toBe('0 new mentees')
})

test('the sum, and the days worth a row, newest first', () => {
  expect(totalOf(days)).toBe(3)
  expect(eventfulDays(days).map(({ date }) => date)).toEqual(['2026-11-21', '2026-11-19'])
})
