import { expect, it } from 'vitest'
import { changeOf, payloadOf, tagsChangedBy } from './mentor-changes.rules.ts'

it.each([
  ['lists', ['lists', 'freeLists', 'card:m', 'times:m']],
  ['freeLists', ['freeLists', 'card:m', 'times:m']],
  ['card', ['card:m', 'times:m']],
  ['times', ['times:m']],
] as const)('a change that reaches %s reaches all that is nearer', (scope, tags) => {
  expect(tagsChangedBy({ mentorId: 'm', scope })).toEqual(tags)
})

it('is understood by the other process; an id alone, or with a word of a later release, may be anything', () => {
  expect(changeOf(payloadOf({ mentorId: 'm', scope: 'card' }))).toEqual({ mentorId: 'm', scope: 'card' })
  expect(changeOf('m')).toEqual({ mentorId: 'm', scope: 'lists' })
  expect(changeOf('m later')).toEqual({ mentorId: 'm', scope: 'lists' })
  expect(changeOf('')).toBeUndefined()
})
