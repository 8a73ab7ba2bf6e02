import { expect, it } from 'vitest'
import { formatRupees, readDecimal } from './money.ts'

it('groups rupees the Indian way', () => {
  expect(formatRupees(800)).toBe('₹800')
  expect(formatRupees(125000)).toBe('₹1,25,000')
})

it.each([
  ['1500', 1500],
  ['12,5', 12.5],
  [' 7.25 ', 7.25],
  ['', 0],
  ['none', 0],
])('reads %j as a decimal', (text, value) => {
  expect(readDecimal(text)).toBe(value)
})
