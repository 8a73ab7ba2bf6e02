import { describe, expect, it } from 'vitest'
import { distanceOf, soundOf } from './edit-distance.rules.ts'

describe('steps between words', () => {
  it.each([
    ['docker', 'docker', 0],
    ['dcoker', 'docker', 1],
    ['dockr', 'docker', 1],
    ['pyhton', 'python', 1],
    ['statstcs', 'statistics', 2],
    ['rust', 'react', 3],
    ['', 'ab', 2],
  ])('%s and %s are %i apart', (one, other, steps) => {
    expect(distanceOf(one, other, 3)).toBe(steps)
    expect(distanceOf(other, one, 3)).toBe(steps)
  })

  it('are not counted beyond what is asked', () => {
    expect(distanceOf('photography', 'kubernetes', 2)).toBe(3)
  })
})

it.each([
  ['laxmi', 'lakshmi'],
  ['deepak', 'dipak'],
  ['sourav', 'saurav'],
  ['meenakshi', 'minaxi'],
  ['wasim', 'vasim'],
  ['jyothi', 'jyoti'],
])('%s sounds like %s', (one, other) => {
  expect(soundOf(one)).toBe(soundOf(other))
})
