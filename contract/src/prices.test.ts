import { expect, it } from 'vitest'
import { callPrice, formatRupees } from './prices.ts'

it('prices a call at a quarter of the month, rounded up to the rupee', () => {
  expect([2000, 2001, 2004, 1, 999_999].map(callPrice)).toEqual([500, 501, 501, 1, 250_000])
})

it('groups rupees the Indian way', () => {
  expect([800, 125_000, -1200, 0].map(formatRupees)).toEqual(['₹800', '₹1,25,000', '-₹1,200', '₹0'])
})
