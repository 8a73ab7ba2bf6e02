import { expect, it, vi } from 'vitest'
import { mentorCardOf } from '../../testing/mentor-samples.ts'
import { findSimilar } from './similar.ts'

const self = mentorCardOf({ _id: 'self', expertise: ['Go', 'C++', 'SQL', 'Rust'] })
const gopher = mentorCardOf({ _id: 'm1', expertise: ['go'] })
const speaker = mentorCardOf({ _id: 'm2', expertise: ['Speaking'], shortBio: 'I will go far.' })
const builder = mentorCardOf({ _id: 'm3', expertise: ['C++', 'Go'] })

it('are others who have the first skill itself, not those who only have the word, and never the mentor', async () => {
  const search = vi.fn(async ({ search: text }: { search: string }) =>
    text === 'Go' ? [self, gopher, speaker] : text === 'C++' ? [builder] : [],
  )
  expect((await findSimilar(search, self)).map(({ _id }) => _id)).toEqual(['m1', 'm3'])
  expect(search.mock.calls.map(([{ search: text }]) => text)).toEqual(['Go', 'C++', 'SQL'])
})

it('are three at the most, each once, and asked for no longer than needed', async () => {
  const four = ['a', 'b', 'c', 'd'].map((_id) => mentorCardOf({ _id }))
  const search = vi.fn(async () => four)
  expect((await findSimilar(search, self)).map(({ _id }) => _id)).toEqual(['a', 'b', 'c'])
  expect(search).toHaveBeenCalledTimes(1)
})
