import { groupDigits } from './digit-groups.ts'
import { limits } from './limits.ts'

/** Whole rupees of one call, which lasts an hour, out of the month that it comes with; rounded up, as it is refunded. */
export const callPrice = (monthlyFeeRupees: number): number =>
  Math.ceil(monthlyFeeRupees / limits.callsPerMonth)

/** Whole rupees: ₹1,25,000. */
export const formatRupees = (amount: number): string =>
  `${amount < 0 ? '-' : ''}₹${groupDigits(Math.abs(Math.round(amount)))}`
