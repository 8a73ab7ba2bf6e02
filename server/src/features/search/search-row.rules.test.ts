import { expect, it } from 'vitest'
import { countedLanguages } from './search-row.rules.ts'

it('counts all languages that people speak, and of a row too long for the index the first, by bytes', () => {
  const spoken = ['English', 'हिन्दी', 'தமிழ்']
  expect(countedLanguages(spoken)).toEqual(spoken)
  const long = Array.from({ length: 20 }, (_, nth) => '語'.repeat(40 - (nth % 2)))
  const counted = countedLanguages(long)
  expect(counted).toEqual(long.slice(0, counted.length))
  expect(counted).toHaveLength(13)
})
