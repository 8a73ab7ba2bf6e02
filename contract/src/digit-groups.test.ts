import { expect, it } from 'vitest'
import { groupDigits } from './digit-groups.ts'

it('groups digits as the formatter of the language does', () => {
  const format = new Intl.NumberFormat('en-IN')
  const values = [0, 7, 999, 1000, 12_345, 99_999, 100_000, 1_250_000, 10_000_000, 987_654_321, 1_234_567.5]
  for (const value of values) {
    expect(groupDigits(value)).toBe(format.format(value))
    if (value > 0) expect(groupDigits(-value)).toBe(format.format(-value))
  }
})
