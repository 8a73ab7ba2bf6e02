import { searchSorts } from '@marga/contract/search'
import { describe, expect, it } from 'vitest'
import {
  countFilters,
  filterQuery,
  mentorCount,
  noFilters,
  priceOptions,
  readFilters,
  sortOptions,
  toggled,
  utcOffsetName,
} from './rules.ts'

describe('filters in the address', () => {
  it('are price a and rating 9 when nothing is asked', () => {
    expect(readFilters(new URLSearchParams())).toEqual({
      search: '',
      price: 'a',
      rating: '9',
      sort: 'relevance',
    })
  })

  it('survive the way into the address and back', () => {
    const filters = {
      search: 'C++',
      price: 'd',
      rating: '4',
      sort: 'fastest',
      available: 'week',
      timeOfDay: 'evening',
      utcOffset: -210,
      language: 'Tamil',
      location: 'New Delhi',
      exact: '1',
    } as const
    const query = new URLSearchParams(filterQuery(filters) as Record<string, string>)
    expect(readFilters(query)).toEqual(filters)
  })

  it('leave "any" out of the address', () => {
    expect(Object.values(filterQuery(noFilters)).filter(Boolean)).toEqual([])
  })

  it('become "any" where somebody typed nonsense', () => {
    expect(readFilters(new URLSearchParams('price=z&rating=7&sort=worst'))).toEqual(noFilters)
    expect(readFilters(new URLSearchParams('timeOfDay=night&utcOffset=330'))).toEqual(noFilters)
    for (const utcOffset of ['7', '9000', 'x', ''])
      expect(readFilters(new URLSearchParams({ timeOfDay: 'evening', utcOffset })).utcOffset).toBeUndefined()
  })
})

it('names the clock by which a time of the day is meant', () => {
  expect([undefined, 0, -210, 345].map((minutes) => utcOffsetName(minutes))).toEqual([
    'UTC+5:30',
    'UTC+0',
    'UTC-3:30',
    'UTC+5:45',
  ])
})

it('returns to any when the chosen one is unchecked', () => {
  expect(toggled('a', 'b', 'a')).toBe('b')
  expect(toggled('b', 'b', 'a')).toBe('a')
  expect(toggled('4', '4', '9')).toBe('9')
})

it('offers the five bands as the product labels them', () => {
  expect(priceOptions.map(({ value, label }) => `${value} ${label}`)).toEqual([
    'a Any',
    'b Under ₹1000',
    'c ₹1000-₹2500',
    'd ₹2000-₹5000',
    'e Above ₹5000',
  ])
})

it('offers every order of the search by a name of its own', () => {
  expect(sortOptions.map(({ value }) => value).sort()).toEqual([...searchSorts].sort())
  expect(sortOptions.find(({ value }) => value === 'fastest')?.label).toBe('Fastest answers')
})

it('counts the filters that narrow', () => {
  expect(countFilters(noFilters)).toBe(0)
  expect(countFilters({ ...noFilters, price: 'b', rating: '5', search: 'x' })).toBe(2)
})

it('counts mentors, and says of a count drawn from a sample that it is about so many', () => {
  expect(mentorCount({ total: 1, isEstimate: false })).toBe('1 mentor')
  expect(mentorCount({ total: 1280, isEstimate: false })).toBe('1,280 mentors')
  expect(mentorCount({ total: 410_000, isEstimate: true })).toBe('About 4,10,000 mentors')
})
