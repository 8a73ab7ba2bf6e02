import { priceBandRange, priceBands } from '@marga/contract/search'
import { describe, expect, it } from 'vitest'
import { bitOf, type Group, rateSteps, tally } from './facet-counts.rules.ts'

const group = (given: Partial<Group>): Group => ({
  rateStep: 0,
  stars: 0,
  isFree: false,
  times: 0,
  failed: 0,
  mentors: 1,
  ...given,
})

describe('the counts beside the filters', () => {
  it('tell every rate from its neighbours at the edge of a band', () => {
    for (const rate of rateSteps.flatMap((step) => [step - 1, step])) {
      const rateStep = rateSteps.filter((step) => step <= rate).length
      const { price } = tally([group({ rateStep })])
      for (const band of priceBands) {
        const [from, to] = priceBandRange[band]
        const isIn = rate >= (from ?? 0) && rate <= (to ?? Number.POSITIVE_INFINITY)
        expect([rate, band, price[band]]).toEqual([rate, band, isIn ? 1 : 0])
      }
    }
  })

  it('count for a filter those who pass all the others, and for the total those who pass all', () => {
    const found = tally([
      group({ mentors: 5, stars: 4 }),
      group({ mentors: 3, stars: 2, failed: bitOf('rating') }),
      group({ mentors: 7, stars: 5, failed: bitOf('rating') | bitOf('language') }),
    ])
    expect(found.total).toBe(5)
    expect(found.rating).toEqual({ 1: 8, 2: 8, 3: 5, 4: 5, 5: 0, 9: 8 })
    expect(found.without).toMatchObject({ rating: 8, language: 5, price: 5 })
  })

  it('count who is free in the week, and at each time of the day', () => {
    const found = tally([
      group({ mentors: 2, isFree: true, times: 0b101 }),
      group({ mentors: 4, isFree: true, times: 0b100, failed: bitOf('timeOfDay') }),
    ])
    expect(found.available).toBe(2)
    expect(found.timesOfDay).toEqual({ morning: 2, afternoon: 0, evening: 6 })
  })
})
