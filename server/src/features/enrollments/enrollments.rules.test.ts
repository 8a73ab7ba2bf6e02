import { describe, expect, it } from 'vitest'
import { paidRupees, refundedRupees } from '../../platform/payments/paise.ts'
import type { ProviderPayment } from '../../platform/payments/payments.ts'
import { isPaidWhenClosed, isTakenBack } from './enrollments.rules.ts'

describe('a payment of which something went back', () => {
  it.each([
    ['nothing', { refundedRupees: null }, false],
    ['a part', { refundedRupees: 500 }, false],
    ['all', { refundedRupees: 2000 }, true],
    [
      'all, by a moderator while the subscription goes on',
      { refundedRupees: 2000, goodwillRupees: 2000 },
      false,
    ],
    ['all, a part of it by a moderator', { refundedRupees: 2000, goodwillRupees: 500 }, true],
    ['only what a moderator gave', { refundedRupees: 500, goodwillRupees: 500 }, false],
  ])('%s: is taken back %s', (_, of, isAll) => {
    expect(isTakenBack({ amountRupees: 2000, ...of })).toBe(isAll)
  })

  it('is not taken back where a credit covered it', () => {
    expect(isTakenBack({ amountRupees: 0, refundedRupees: 0 })).toBe(false)
  })
})

describe('a payment for a form that was to be closed', () => {
  const givenUpAt = new Date('2026-11-30T10:00:00Z')
  const after = (minutes: number) => new Date(givenUpAt.getTime() + minutes * 60_000)
  const payment = (of: Partial<ProviderPayment> = {}) =>
    ({ status: 'paid', amountRupees: 2000, refundedRupees: 0, isDisputed: false, ...of }) as ProviderPayment
  it.each([
    ['ended by that', {}, true],
    ['ended by a provider whose clock is behind', { endedAt: after(-2) }, true],
    ['that goes on', { endedAt: null }, false],
    ['ended later', { endedAt: after(6) }, false],
    ['of two months', { payments: [payment(), payment()] }, false],
    ['after one that failed', { payments: [payment(), payment({ status: 'failed' })] }, true],
    ['that is disputed', { payments: [payment({ isDisputed: true })] }, false],
    ['that went back', { payments: [payment({ refundedRupees: 2000 })] }, false],
    ['that was not made', { payments: [] }, false],
  ])('%s is owed: %o %s', (_, of, isOwed) => {
    const subscription = { endedAt: after(1), payments: [payment()], ...of }
    expect(isPaidWhenClosed({ givenUpAt }, subscription)).toBe(isOwed)
    for (const checkout of [undefined, { givenUpAt: null }])
      expect(isPaidWhenClosed(checkout, subscription)).toBe(false)
  })
})

it('no more rupees are left of a payment than Stripe has paise for', () => {
  const leftOf = (paidPaise: number, backPaise: number) =>
    paidRupees(paidPaise) - refundedRupees(backPaise, paidPaise)
  expect(leftOf(149_950, 0) * 100).toBeLessThanOrEqual(149_950)
  expect(leftOf(400_000, 133_333) * 100).toBeLessThanOrEqual(400_000 - 133_333)
  expect([leftOf(400_000, 0), leftOf(149_950, 149_950)]).toEqual([4000, 0])
})
