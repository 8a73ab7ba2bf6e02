import { expect, it } from 'vitest'
import { commonSkills, pickMatches } from './match-rules.ts'

const people = (...ids: string[]) => ids.map((_id) => ({ _id }))
const ids = (found: readonly { _id: string }[]) => found.map(({ _id }) => _id)

it('takes the best of each interest in turn, and no one twice', () => {
  expect(ids(pickMatches([people('a', 'b'), people('a', 'c'), people('d')], 3))).toEqual(['a', 'c', 'd'])
})

it('fills up from what there is', () => {
  expect(ids(pickMatches([people('a', 'b', 'c'), people()], 3))).toEqual(['a', 'b', 'c'])
  expect(ids(pickMatches([people('a')], 3))).toEqual(['a'])
  expect(pickMatches([], 3)).toEqual([])
})

it('offers first what most mentors teach', () => {
  const mentors = [
    { expertise: ['Go', 'SQL'] },
    { expertise: ['SQL'] },
    { expertise: ['React', 'SQL', 'Go'] },
  ]
  expect(commonSkills(mentors, 2)).toEqual(['SQL', 'Go'])
})
