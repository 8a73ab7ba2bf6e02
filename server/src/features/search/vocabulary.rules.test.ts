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
