import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ParsedQuery, read, tiersOf } from './query-parser.rules.ts'
import { relaxQuery } from './query-relaxation.service.ts'
import { alsoMeans, sameMeaning } from './synonyms.ts'
import { allOf, anyOf, atLeast } from './tsquery.rules.ts'
import { createVocabulary } from './vocabulary.rules.ts'

const vocabularyOf = (words: readonly string[]) => {
  const vocabulary = createVocabulary()
  vocabulary.add(words.map((word) => ({ term: `b:${word}`, shown: null })))
  return vocabulary
}

it('asks once for what is said twice', () => {
  const vocabulary = vocabularyOf(['data', 'engineering'])
  expect(read('Data engineering data Engineering', vocabulary)).toEqual(read('data engineering', vocabulary))
})

describe('words written apart or together', () => {
  const meanings = (text: string, vocabulary: ReturnType<typeof vocabularyOf>) =>
    read(text, vocabulary).parsed.queryTerms.map((thing) => thing.meanings.map((words) => words.join(' ')))

  it('are one thing where others write one word: "java script" is JavaScript', () => {
    const vocabulary = vocabularyOf(['java', 'javascript', 'android', 'description', 'scripts'])
    expect(meanings('java script', vocabulary)).toEqual([['java script', 'javascript', 'js', 'ecmascript']])
    expect(read('java script', vocabulary)).toMatchObject({ corrected: null })
  })

  it('are one thing of any word of a skill, beside others', () => {
    const vocabulary = vocabularyOf(['salesforce', 'sales', 'force', 'admin'])
    expect(meanings('sales force admin', vocabulary)).toEqual([['sales force', 'salesforce'], ['admin']])
  })

  it('stay two where nobody writes them as one', () => {
    expect(meanings('java android', vocabularyOf(['java', 'android']))).toEqual([['java'], ['android']])
  })

  it('are the words of a known phrase when the space is missing', () => {
    const vocabulary = vocabularyOf(['public', 'speaking'])
    vocabulary.add([{ term: 's:public speaking', shown: 'Public speaking' }])
    expect(meanings('publicspeaking', vocabulary)).toEqual([['public'], ['speaking']])
    expect(meanings('datascience', vocabulary)).toEqual([['data science', 'data scientist']])
  })
})

/** Whether a document with these words matches, as PostgreSQL reads a query of single letters. */
const isMet = (query: string, has: ReadonlySet<string>) =>
  Function(
    `return ${query
      .replace(/[a-z]/g, (word) => `${has.has(word)}`)
      .replaceAll('&', '&&')
      .replaceAll('|', '||')}`,
  )() as boolean

describe('so many of the things', () => {
  it('are met by whoever has as many of them, and nobody else', () => {
    const letters = [...'abcdefgh']
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 8 }),
        fc.subarray(letters),
        (size, least, has) => {
          const things = letters.slice(0, size)
          const count = Math.min(least, size)
          const had = has.filter((letter) => things.includes(letter)).length
          expect(isMet(atLeast(things, count), new Set(has))).toBe(had >= count)
        },
      ),
    )
  })

  it('are all or any at the ends', () => {
    expect([atLeast(['a', 'b'], 2), atLeast(['a', 'b'], 1)]).toEqual([allOf(['a', 'b']), anyOf(['a', 'b'])])
  })
})

describe('what a search makes of many words', () => {
  const synonyms = [...sameMeaning.flat(), ...Object.keys(alsoMeans)]
  const known = vocabularyOf(
    synonyms
      .flatMap((phrase) => phrase.toLowerCase().split(/[^a-z]+/))
      .filter(Boolean)
      .flatMap((word) => [
        word,
        ...Array.from({ length: 30 }, (_, index) => word + String.fromCharCode(97 + (index % 26)) + index),
      ]),
  )
  const word = fc.oneof(
    fc.constantFrom(...synonyms),
    fc.string({ unit: fc.constantFrom(...'abcdefgaeiou'), minLength: 1, maxLength: 8 }),
  )

  it('never names more than 500 words in a query, whatever is asked and found', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 9 }), fc.nat(9), async (words, found) => {
        const { parsed } = read(words.join(' ').slice(0, 200), known)
        const queries: string[] = tiersOf(parsed)
        await relaxQuery(parsed, known, async (other: ParsedQuery) => {
          queries.push(...tiersOf(other))
          return other.termsMin <= found && other.termsMin < other.queryTerms.length
        })
        for (const query of queries) expect(query.split("'").length >> 1).toBeLessThanOrEqual(500)
        // Each costs a statement: all of it, near words, and a few halvings.
        expect(queries.length).toBeLessThanOrEqual(4 * 5)
      }),
    )
  })

  it('is the most that somebody has', async () => {
    const { parsed } = read('alpha beta gamma delta epsilon zeta', vocabularyOf([]))
    for (const most of [1, 2, 3, 4, 5]) {
      const found = await relaxQuery(parsed, vocabularyOf([]), async (other) => other.termsMin <= most)
      expect(found?.termsMin).toBe(most)
    }
    expect(await relaxQuery(parsed, vocabularyOf([]), async () => false)).toBeUndefined()
  })
})
