import type { ParsedQuery } from './query-parser.rules.ts'
import { affordable, widened } from './query-relaxation.rules.ts'
import type { Vocabulary } from './vocabulary.rules.ts'

/**
 * The most of it that somebody has: all of it by near words, else as many of the things as can be. That number is
 * found by halving, since whoever has four of them has three. Undefined where nobody has any.
 */
export async function relaxQuery(
  parsed: ParsedQuery,
  vocabulary: Vocabulary,
  hasMatch: (other: ParsedQuery) => Promise<boolean>,
): Promise<ParsedQuery | undefined> {
  const wider = widened(parsed, vocabulary)
  if (await hasMatch(wider)) return wider
  const some = affordable(parsed)
  let [had, missed] = [0, some.queryTerms.length]
  while (missed - had > 1) {
    const middle = (had + missed) >> 1
    if (await hasMatch({ ...some, termsMin: middle })) had = middle
    else missed = middle
  }
  return had > 0 ? { ...some, termsMin: had } : undefined
}
