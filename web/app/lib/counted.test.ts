import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it('says how many of what, with Indian grouping', () => {
  expect(counted(0, 'session')).toBe('0 sessions')
  expect(counted(1, 'session')).toBe('1 session')
  expect(counted(125000, 'mentee')).toBe('1,25,000 mentees')
  expect(counted(2, 'person', 'people')).toBe('2 people')
})
