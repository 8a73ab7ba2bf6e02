import { expect, it } from 'vitest'
import { callPrice } from './prices.ts'

it('prices a call at a quarter of the month, rounded up to the rupee', () => {
  expect([2000, 2001, 2004, 1, 999_999].map(callPrice)).toEqual([500, 501, 501, 1, 250_000])
})
