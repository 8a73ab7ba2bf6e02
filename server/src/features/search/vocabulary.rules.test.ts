import { describe, expect, it } from 'vitest'
import { tags } from './document.rules.ts'
import { createVocabulary } from './vocabulary.rules.ts'

const vocabularyOf = (...words: string[]) => {
  const vocabulary = createVocabulary()
  vocabulary.add(words.map((word) => ({ term: tags.strong + word, shown: null })))
  return vocabulary
}

describe('words that may have been meant', () => {
  it('are those that sound the same, however they are written', () => {
    expect(vocabularyOf('lakshmi', 'deepak').nearTo('laxmi', true)).toEqual(['lakshmi'])
  })

  it('are none where next to nothing can be heard', () => {
    const vocabulary = vocabularyOf('s', 'ji', 'jee')
    expect(vocabulary.nearTo('zzzz', true)).toEqual([])
    expect(vocabulary.nearTo('ssssss', true)).toEqual([])
  })
})

it('words are held up to a number, beyond which no unknown word is one that nobody uses', () => {
  const vocabulary = createVocabulary(3)
  const add = (word: string) => vocabulary.add([{ term: word, shown: null }])
  for (const word of ['one', 'two', 'three']) add(word)
  expect(vocabulary.has('four')).toBe(false)
  vocabulary.add([{ term: `${tags.strong}fourth`, shown: null }])
  expect([vocabulary.has('four'), vocabulary.isStrong('fourth')]).toEqual([true, false])
})
