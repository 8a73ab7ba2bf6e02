import { rateLimits } from '@marga/contract/rate-limits'
import { describe, expect, it } from 'vitest'
import { networkOf } from './network-address.ts'
import { createRateLimiter } from './rate-limiter.ts'

const refusals = (work: () => unknown, times: number) => {
  let refused = 0
  for (let n = 0; n < times; n++) {
    try {
      work()
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate_limited' })
      refused++
    }
  }
  return refused
}

describe('a limit', () => {
  it('is per window: what is too much says when to come again, and the next window begins anew', () => {
    let nowMs = 0
    const limiter = createRateLimiter({ factor: 1, nowMs: () => nowMs })
    const ask = () => limiter.take(['csp'], { network: '203.0.113.1' })
    const max = rateLimits.csp.perMinute
    expect(refusals(ask, max + 2)).toBe(2)
    nowMs = 45_000
    expect(() => ask()).toThrow(expect.objectContaining({ retryAfterSeconds: 15 }))
    nowMs = 60_001
    expect(refusals(ask, max)).toBe(0)
  })

  it('by account counts a person wherever they are, and by address whoever is there', () => {
    const limiter = createRateLimiter({ factor: 1 })
    const { perMinute } = rateLimits.write
    let n = 0
    const ofPerson = () => limiter.take(['write'], { network: `203.0.113.${n++ % 200}`, accountId: 'a' })
    expect(refusals(ofPerson, perMinute + 3)).toBe(3)
    const { perMinute: signIns } = rateLimits.signIn
    const ofAddress = () => limiter.take(['signIn'], { network: '203.0.113.1', accountId: `account-${n++}` })
    expect(refusals(ofAddress, signIns + 3)).toBe(3)
  })

  it('counts strangers together when there are more of them than it remembers, instead of not at all', () => {
    const limiter = createRateLimiter({ factor: 1, keysMax: 100 })
    let n = 0
    const asStranger = () => limiter.take(['csp'], { network: `stranger-${n++}` })
    // 100 of their own, then 1024 counters that the others share.
    expect(refusals(asStranger, 100 + 1024 * rateLimits.csp.perMinute)).toBeGreaterThan(0)
    expect(refusals(asStranger, 20_000)).toBeGreaterThan(10_000)
  })

  it('counts strangers who share by each limit apart: many pages use up nobody’s codes', () => {
    const limiter = createRateLimiter({ factor: 1, keysMax: 1 })
    let n = 0
    const take = (name: 'page' | 'code') => () => limiter.take([name], { network: `stranger-${n++}` })
    // About sixty for each of the counters that they share: twice as many as there may be codes.
    expect(refusals(take('page'), 60_000)).toBe(0)
    expect(refusals(take('code'), 1000)).toBe(0)
  })
})

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8:1:2::ffff]:51234', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::ffff]', '2001:db8:1:2::/64'],
    ['', 'unknown'],
    ['nonsense', 'unknown'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
