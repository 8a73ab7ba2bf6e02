import { expect, it } from 'vitest'
import { isProbationOver } from './probation.rules.ts'

it.each([
  [{ mentees: 2, openCases: 0, sanctions: 0 }, false],
  [{ mentees: 3, openCases: 0, sanctions: 0 }, true],
  [{ mentees: 9, openCases: 1, sanctions: 0 }, false],
  [{ mentees: 9, openCases: 0, sanctions: 1 }, false],
])('probation with %o is over: %s', (probation, isOver) => {
  expect(isProbationOver(probation)).toBe(isOver)
})
