import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDeletionIndex } from './deletion-index.rules.ts'
import { distanceOf, errorsAllowed } from './edit-distance.rules.ts'

const indexOf = (words: Iterable<string>, limit?: { words: number; compared: number }) => {
  const index = createDeletionIndex(limit)
  for (const word of new Set(words)) index.add(word)
  return index
}

/** By comparing with every word. */
const nearByAll = (word: string, words: Iterable<string>) =>
  new Map(
    [...new Set(words)]
      .map((other) => [other, distanceOf(word, other, 2)] as const)
      .filter(
        ([other, distance]) =>
          other !== word && distance <= Math.min(errorsAllowed(word.length), errorsAllowed(other.length)),
      ),
  )

const letters = fc.constantFrom(...'aabcé𐐷')
const word = fc.string({ unit: letters, minLength: 1, maxLength: 14 })
/** A word and the same with up to three errors anywhere. */
const misspelt = fc
  .tuple(
    word,
    fc.array(fc.tuple(fc.nat(13), fc.constantFrom('add', 'drop', 'change', 'swap'), letters), {
      maxLength: 3,
    }),
  )
  .map(([from, errors]) =>
    errors.reduce((text, [at, kind, letter]) => {
      const place = at % (text.length + 1)
      const [before, rest] = [text.slice(0, place), text.slice(place)]
      if (kind === 'add') return before + letter + rest
      if (kind === 'drop') return before + rest.slice(1)
      if (kind === 'change') return before + letter + rest.slice(1)
      return before + rest.slice(1, 2) + rest.slice(0, 1) + rest.slice(2)
    }, from),
  )

describe('the index of words by what is left of them', () => {
  it('finds the very words that comparing with all of them finds, at the same distance', () => {
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 30 }),
        fc.array(misspelt, { maxLength: 10 }),
        (some, others) => {
          const words = [...some, ...others].filter(Boolean)
          const index = indexOf(words)
          for (const parsed of others.filter(Boolean))
            expect(new Map([...index.near(parsed)].sort())).toEqual(
              new Map([...nearByAll(parsed, words)].sort()),
            )
        },
      ),
      { numRuns: 300 },
    )
  })

  it('compares a few words out of many, and goes on finding while more come', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => scrambled(index))
    const index = indexOf(many, { words: 30_000, compared: 200 })
    for (const parsed of many.slice(0, 200).map((one) => one.slice(0, 3) + one.slice(4)))
      expect(new Map([...index.near(parsed)].sort())).toEqual(new Map([...nearByAll(parsed, many)].sort()))
    expect(index.near('newcommer').size).toBe(0)
    index.add('newcomer')
    expect(index.near('newcommer')).toEqual(new Map([['newcomer', 1]]))
  })

  it('stops at its bounds, of words and of comparisons', () => {
    const alike = Array.from({ length: 500 }, (_, index) => `aaaaaaaaaa${index}`)
    expect(indexOf(alike, { words: 1000, compared: 50 }).near('aaaaaaaaaa').size).toBeLessThanOrEqual(50)
    expect(indexOf(alike, { words: 10, compared: 1000 }).near('aaaaaaaaaa').size).toBe(10)
  })
})

/** Words of nine letters that are as different as names are. */
function scrambled(seed: number): string {
  let value = seed + 1
  let text = ''
  for (let at = 0; at < 9; at++) {
    value = (Math.imul(value, 1103515245) + 12345) >>> 0
    text += String.fromCharCode(97 + ((value >>> 16) % 26))
  }
  return text
}
