import { expect, it } from 'vitest'
import { parseDecimal, readDecimal } from './decimals.ts'

it.each([
  ['1500', 1500],
  ['12,5', 12.5],
  [' 7.25 ', 7.25],
  ['1200,50', 1200.5],
  ['1,200', 1200],
  ['1,25,000', 125_000],
  ['1,200.50', 1200.5],
  ['₹ 1 200', 1200],
  ['', 0],
  ['none', 0],
])('reads %j as a decimal', (text, value) => {
  expect(readDecimal(text)).toBe(value)
})

it.each(['', 'none', '1500 a month', '1,2,3', '0x10', '1e5', '1.200,50'])(
  'takes %j for no number',
  (text) => {
    expect(parseDecimal(text)).toBeNull()
  },
)
