import { expect, it } from 'vitest'
import { formatRupees } from './money.ts'

it('groups rupees the Indian way', () => {
  expect(formatRupees(800)).toBe('₹800')
  expect(formatRupees(125000)).toBe('₹1,25,000')
})
