import type { ParsedQuery, Together } from './query-parser.rules.ts'
import { timesNamed } from './tsquery.rules.ts'
import type { Vocabulary } from './vocabulary.rules.ts'

/**
 * Words that one tsquery may name, repetitions counted. PostgreSQL looks each up in the index and tells row by row
 * which of them are met: 500 are about 30 ms at 100,000 mentors.
 */
const namedWordsMax = 500

/** The same with every word's near ones beside it: for words that exist, but not together. */
export function widened(parsed: ParsedQuery, vocabulary: Vocabulary): ParsedQuery {
  return {
    ...parsed,
    queryTerms: parsed.queryTerms.map((thing) => {
      const [first] = thing.meanings
      if (first?.length !== 1) return thing
      const near = vocabulary.nearTo(first[0]!, false).map((other) => [other])
      return { ...thing, meanings: [...thing.meanings, ...near] }
    }),
  }
}

/** The same with as many meanings and completions as a query for any number of the things may name, the first of all. */
export function affordable(parsed: ParsedQuery): ParsedQuery {
  const { queryTerms: things } = parsed
  const repetitions = Math.max(...things.map((_, index) => timesNamed(things.length, index + 1)))
  let left = Math.floor((namedWordsMax * things.length) / repetitions)
  const kept = things.map(() => [] as Together[])
  const mostMeanings = Math.max(...things.map(({ meanings }) => meanings.length))
  for (let rank = 0; rank < mostMeanings; rank++)
    for (const [index, { meanings }] of things.entries()) {
      const meaning = meanings[rank]
      if (!meaning || (rank > 0 && meaning.length > left)) continue
      kept[index]!.push(meaning)
      left -= meaning.length
    }
  return {
    ...parsed,
    queryTerms: things.map(({ completions }, index) => {
      const affordableCompletions = completions.slice(0, Math.max(0, left))
      left -= affordableCompletions.length
      return { meanings: kept[index]!, completions: affordableCompletions }
    }),
  }
}
