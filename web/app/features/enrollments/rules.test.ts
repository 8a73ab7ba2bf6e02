import { texts } from '@marga/contract/texts'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api-client.ts'
import { checkoutPage, dateTerm, isStillPending, NoCheckoutPage, subscribeFailure } from './rules.ts'

const failure = (status: number, code: string, more: object = {}) =>
  new ApiError(status, { code, message: `says ${code}`, ...more })

describe('a Subscribe that fails', () => {
  it('says that one is subscribed already', () => {
    for (const code of ['already_subscribed', 'any_other_code']) {
      expect(subscribeFailure(failure(409, code))).toEqual({ title: texts.checkout.alreadySubscribed })
    }
  })
  it('says "Somthing unexpected happend" for any other status, with what the server says', () => {
    expect(subscribeFailure(failure(502, 'payment_provider_unavailable'))).toEqual({
      title: texts.checkout.unexpected,
      description: 'says payment_provider_unavailable',
    })
  })
  it('says "something went wrong" when the checkout has no page to lead to', () => {
    expect(checkoutPage('https://pay.example/c/1')).toBe('https://pay.example/c/1')
    for (const url of [undefined, '', '/checkout', 'javascript:alert(1)', 'https://']) {
      const open = () => checkoutPage(url)
      expect(open).toThrow(NoCheckoutPage)
    }
    expect(subscribeFailure(new NoCheckoutPage()).title).toBe('something went wrong')
  })
  it('says "Something went Wrong" when nothing came back', () => {
    expect(subscribeFailure(failure(0, 'network'))).toEqual({ title: texts.checkout.thrown })
    expect(subscribeFailure(new TypeError('x'))).toEqual({ title: texts.checkout.thrown })
  })
})

describe('a payment', () => {
  it('is asked for again while it is undecided or the server cannot say', () => {
    expect(isStillPending(failure(402, 'payment_required', { pending: true }))).toBe(true)
    expect(isStillPending(failure(0, 'network'))).toBe(true)
  })
  it('is decided otherwise', () => {
    expect(isStillPending(failure(402, 'payment_required'))).toBe(false)
    expect(isStillPending(failure(404, 'not_found'))).toBe(false)
  })
})

it('names what the date of a subscription is of: a renewal that is awaited is not still to come', () => {
  const now = new Date('2030-06-05T10:00:00.000Z')
  const [passed, ahead] = ['2030-06-03T10:00:00.000Z', '2030-07-03T10:00:00.000Z']
  const terms = (['active', 'past_due', 'ending', 'ended'] as const).map((status) =>
    [passed, ahead].map((date) => dateTerm({ status, renewsAt: date, endsAt: date }, now)),
  )
  expect(terms).toEqual([
    ['Renewal due', 'Renews'],
    ['Renewal due', 'Renews'],
    ['Access ended', 'Access until'],
    ['Ended', 'Ended'],
  ])
  expect(dateTerm({ status: 'active', renewsAt: null, endsAt: null }, now)).toBe('Renews')
})
