import { expect, it } from 'vitest'
import { read } from './asked-words.rules.ts'
import { createVocabulary } from './vocabulary.rules.ts'

it('asks once for what is said twice', () => {
  const vocabulary = createVocabulary()
  vocabulary.add(['b:data', 'b:engineering'].map((term) => ({ term, shown: null })))
  expect(read('Data engineering data Engineering', vocabulary)).toEqual(read('data engineering', vocabulary))
})
