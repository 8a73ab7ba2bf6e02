import { expect, it } from 'vitest'
import { type CreditOutcome, outcomeText } from './session-credit-cases.ts'

const format = { dateOf: (iso: string) => iso, rupees: (amount: number) => `₹${amount}` }
const refunded: CreditOutcome = {
  effect: 'refunded',
  usableUntil: null,
  refundRupees: 0,
  noRefund: 'part_of_refund',
  bonusUntil: null,
  balance: { callsLeft: 0, extraCalls: [] },
}

it.each([
  [{ refundRupees: 1500, noRefund: null }, /^Your subscription is over, so ₹1500 for the call goes back/],
  [{ noRefund: 'part_of_refund' }, /^The call is part of your refund\.$/],
  [{ noRefund: 'no_price' }, /^The call had no price, and your subscription is over\.$/],
  [
    { noRefund: 'nothing_left' },
    /^Your subscription is over, and nothing is left .* your bank decides about it\.$/,
  ],
] as const)('says of a refunded call with %o what goes back, or why nothing does', (given, text) => {
  expect(outcomeText({ ...refunded, ...given }, format)).toMatch(text)
})
