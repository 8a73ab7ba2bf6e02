import { tags } from './document.rules.ts'
import { alsoMeans, sameMeaning } from './synonyms.ts'
import { quoted, wordsOf } from './tokens.rules.ts'
import { allOf, anyOf, atLeast } from './tsquery.rules.ts'
import type { Vocabulary } from './vocabulary.rules.ts'

/** Words that must all be there: "machine learning". */
export type Together = readonly string[]
/**
 * One thing that is asked for: any of its meanings. `completions` are words that the last one may grow into; a match by
 * those comes after a match by the word itself.
 */
export type QueryTerm = { meanings: readonly Together[]; completions: readonly string[] }
/** Everything asked for; `termsMin` of them must be met. */
export type ParsedQuery = { queryTerms: readonly QueryTerm[]; termsMin: number }

const wordsMax = 8
/** From each way of saying something, as one text, to all the others. */
const meaningsByPhrase = buildMeanings()
const longestPhrase = Math.max(...[...meaningsByPhrase.keys()].map((phrase) => phrase.split(' ').length))

function buildMeanings(): Map<string, string[][]> {
  const meanings = new Map<string, Map<string, string[]>>()
  const mean = (phrase: string, other: string) => {
    const [key, words] = [wordsOf(phrase).join(' '), wordsOf(other)]
    const known = meanings.get(key) ?? new Map<string, string[]>()
    meanings.set(key, known.set(words.join(' '), words))
  }
  for (const group of sameMeaning) for (const one of group) for (const other of group) mean(one, other)
  for (const [phrase, others] of Object.entries(alsoMeans)) {
    for (const other of [phrase, ...others]) mean(phrase, other)
  }
  return new Map([...meanings].map(([phrase, others]) => [phrase, [...others.values()]]))
}

/** What mentors call a thing by: a word of their skills, titles and firms, or one with synonyms. */
const isTerm = (word: string, vocabulary: Vocabulary) =>
  vocabulary.isStrong(word) || meaningsByPhrase.has(word)

/** Pieces of the text: phrases with synonyms and words that others write as one, every other word by itself. */
function piecesOf(words: readonly string[], vocabulary: Vocabulary): string[][] {
  const pieces: string[][] = []
  for (let at = 0; at < words.length; ) {
    let length = Math.min(longestPhrase, words.length - at)
    while (length > 1 && !meaningsByPhrase.has(words.slice(at, at + length).join(' '))) length--
    const [one, next] = words.slice(at, at + 2)
    if (length === 1 && next !== undefined && isTerm(one + next, vocabulary)) length = 2
    pieces.push(words.slice(at, at + length))
    at += length
  }
  return pieces
}

/** The words as they stand, written as one if others do so, and what means the same as either. */
function meaningsOf(piece: readonly string[], vocabulary: Vocabulary): string[][] {
  const [phrase, joined] = [piece.join(' '), piece.join('')]
  const isJoined = piece.length > 1 && isTerm(joined, vocabulary)
  const others = [
    ...(meaningsByPhrase.get(phrase) ?? []),
    ...(isJoined ? [[joined], ...(meaningsByPhrase.get(joined) ?? [])] : []),
  ]
  const distinct = new Map([[...piece], ...others].map((words) => [words.join(' '), words]))
  return [...distinct.values()]
}

/** "datascience" as it is written: the words of a known phrase that somebody has typed without the space. */
function fallbacks(word: string, vocabulary: Vocabulary): string[] | undefined {
  for (let at = 2; at <= word.length - 2; at++) {
    const parts = [word.slice(0, at), word.slice(at)]
    const phrase = parts.join(' ')
    if (meaningsByPhrase.has(phrase) || vocabulary.isPhrase(phrase)) return parts
  }
  return undefined
}

export type ParseResult = { parsed: ParsedQuery; corrected: string | null }

/**
 * What the text asks for, read with the words that there are: synonyms beside each word, what the last word may
 * become, and a word that nobody uses taken for the nearest that somebody does.
 */
export function read(text: string, vocabulary: Vocabulary, isExact = false): ParseResult {
  // Twice the same asks for no more than once, and would be taken for twice as rare.
  const given = wordsOf(text).flatMap((word) => {
    const isKnown = isExact || vocabulary.has(word) || meaningsByPhrase.has(word)
    return isKnown ? [word] : (fallbacks(word, vocabulary) ?? [word])
  })
  const words = [...new Set(given)].slice(0, wordsMax)
  let isCorrected = false
  /** A word that nobody uses may be one half of one that they do: "script" after "java". */
  const isHalf = (index: number) =>
    [index - 1, index].some((at) => {
      const [one, next] = [words[at], words[at + 1]]
      return one !== undefined && next !== undefined && isTerm(one + next, vocabulary)
    })
  const understood = words.map((given, index) => {
    const isLast = index === words.length - 1
    const isKnown = vocabulary.has(given) || meaningsByPhrase.has(given)
    if (isExact || isKnown || isHalf(index) || (isLast && vocabulary.completionsOf(given).length > 0))
      return [given]
    const near = vocabulary.nearTo(given, true)
    if (near.length === 0) return [given]
    isCorrected = true
    return near
  })
  const first = understood.map((near) => near[0]!)
  const queryTerms: QueryTerm[] = []
  let at = 0
  for (const piece of piecesOf(first, vocabulary)) {
    const meanings = meaningsOf(piece, vocabulary)
    // Several words are as near as the chosen one: each of them may have been meant.
    if (piece.length === 1) meanings.push(...understood[at]!.slice(1).map((other) => [other]))
    at += piece.length
    const last = piece.at(-1)!
    const isUnfinished = at === words.length && understood[at - 1]![0] === words[at - 1]
    queryTerms.push({
      meanings,
      completions: isUnfinished && piece.length === 1 ? vocabulary.completionsOf(last) : [],
    })
  }
  return {
    parsed: { queryTerms: queryTerms, termsMin: queryTerms.length },
    corrected: isCorrected ? first.join(' ') : null,
  }
}

/** tsqueries from the best kind of match to the weakest, each beside the ones before it; none when nothing is asked. */
export function tiersOf(parsed: ParsedQuery): string[] {
  if (parsed.queryTerms.length === 0) return []
  const { nameOrSkill, strong } = tags
  const tiers = [queryOf(parsed, nameOrSkill, false), queryOf(parsed, strong, false)]
  if (parsed.queryTerms.some(({ completions }) => completions.length > 0))
    tiers.push(queryOf(parsed, strong, true))
  tiers.push(queryOf(parsed, '', true))
  return tiers
}

function queryOf(
  { queryTerms: things, termsMin }: ParsedQuery,
  tag: string,
  withCompletions: boolean,
): string {
  const parts = things.map(({ meanings, completions }) => {
    const all = [...meanings, ...(withCompletions ? completions.map((one) => [one]) : [])]
    return anyOf(all.map((words) => allOf(words.map((one) => quoted(tag + one)))))
  })
  return atLeast(parts, termsMin)
}

/** About how many mentors a tier holds, if words occurred independently but for those of frequent skills and firms. */
export function estimateOf(
  { queryTerms: things, termsMin }: ParsedQuery,
  tag: string,
  withCompletions: boolean,
  vocabulary: Vocabulary,
): number {
  const all = Math.max(1, vocabulary.mentorCount)
  const countOf = (words: readonly string[]) => {
    const independent = words.reduce((product, one) => (product * vocabulary.countOf(tag + one)) / all, all)
    return Math.max(independent, vocabulary.countTogether(words))
  }
  const shares = things
    .map(({ meanings, completions }) => {
      const groups = [...meanings, ...(withCompletions ? completions.map((one) => [one]) : [])]
      return Math.min(
        1,
        groups.reduce((sum, words) => sum + countOf(words) / all, 0),
      )
    })
    .sort((one, other) => other - one)
  const independent = shares.slice(0, Math.max(1, termsMin)).reduce((product, share) => product * share, all)
  return Math.max(independent, vocabulary.countTogether(things.flatMap(({ meanings }) => meanings[0]!)))
}

/** Every word by which somebody may have been found, for highlighting. */
export const matchableWords = (parsed: ParsedQuery): ReadonlySet<string> =>
  new Set(parsed.queryTerms.flatMap(({ meanings, completions }) => [...meanings.flat(), ...completions]))
