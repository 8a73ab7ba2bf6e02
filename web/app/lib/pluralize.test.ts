import { expect, it } from 'vitest'
import { pluralize } from './pluralize.ts'

it('says how many of what, with Indian grouping', () => {
  expect(pluralize(0, 'session')).toBe('0 sessions')
  expect(pluralize(1, 'session')).toBe('1 session')
  expect(pluralize(125000, 'mentee')).toBe('1,25,000 mentees')
  expect(pluralize(2, 'person', 'people')).toBe('2 people')
})
