import { z } from 'zod'
import { marks } from './document.rules.ts'
import { alsoMeans, sameMeaning } from './synonyms.ts'
import { quoted, wordLengthMax, wordsOf } from './tokens.rules.ts'
import type { Vocabulary } from './vocabulary.rules.ts'

const word = z.string().min(1).max(wordLengthMax)
/** Words that must all be there: "machine learning". */
const together = z.array(word).min(1).max(6)
/**
 * One thing that is asked for: any of its meanings. `begun` are words that the last one may grow into; a match by
 * those comes after a match by the word itself.
 */
const wanted = z.object({ meanings: z.array(together).max(40), begun: z.array(word).max(40) })
/** Everything asked for; `leastWanted` of them must be met. */
export const askedWords = z.object({
  wanted: z.array(wanted).max(12),
  leastWanted: z.number().int().min(0).max(12),
})
export type Wanted = z.infer<typeof wanted>
export type AskedWords = z.infer<typeof askedWords>

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

/** Pieces of the text: phrases with synonyms as one, every other word by itself. */
function piecesOf(words: readonly string[]): string[][] {
  const pieces: string[][] = []
  for (let at = 0; at < words.length; ) {
    let length = Math.min(longestPhrase, words.length - at)
    while (length > 1 && !meaningsByPhrase.has(words.slice(at, at + length).join(' '))) length--
    pieces.push(words.slice(at, at + length))
    at += length
  }
  return pieces
}

const meaningsOf = (piece: readonly string[]): string[][] => {
  const others = meaningsByPhrase.get(piece.join(' ')) ?? []
  return [[...piece], ...others.filter((other) => other.join(' ') !== piece.join(' '))]
}

export type Reading = { asked: AskedWords; corrected: string | null }

/**
 * What the text asks for, read with the words that there are: synonyms beside each word, what the last word may
 * become, and a word that nobody uses taken for the nearest that somebody does.
 */
export function read(text: string, vocabulary: Vocabulary, isExact = false): Reading {
  // Twice the same asks for no more than once, and would be taken for twice as rare.
  const words = [...new Set(wordsOf(text))].slice(0, wordsMax)
  let isCorrected = false
  const understood = words.map((given, index) => {
    const isLast = index === words.length - 1
    const isKnown = vocabulary.has(given) || meaningsByPhrase.has(given)
    if (isExact || isKnown || (isLast && vocabulary.completionsOf(given).length > 0)) return [given]
    const near = vocabulary.nearTo(given, true)
    if (near.length === 0) return [given]
    isCorrected = true
    return near
  })
  const first = understood.map((near) => near[0]!)
  const wantedThings: Wanted[] = []
  let at = 0
  for (const piece of piecesOf(first)) {
    const meanings = meaningsOf(piece)
    // Several words are as near as the chosen one: each of them may have been meant.
    if (piece.length === 1) meanings.push(...understood[at]!.slice(1).map((other) => [other]))
    at += piece.length
    const last = piece.at(-1)!
    const isUnfinished = at === words.length && understood[at - 1]![0] === words[at - 1]
    wantedThings.push({
      meanings,
      begun: isUnfinished && piece.length === 1 ? vocabulary.completionsOf(last) : [],
    })
  }
  return {
    asked: { wanted: wantedThings, leastWanted: wantedThings.length },
    corrected: isCorrected ? first.join(' ') : null,
  }
}

/** The same with every word's near ones beside it: for words that exist, but not together. */
function widened(asked: AskedWords, vocabulary: Vocabulary): AskedWords {
  return {
    ...asked,
    wanted: asked.wanted.map((thing) => {
      const [first] = thing.meanings
      if (first?.length !== 1) return thing
      const near = vocabulary.nearTo(first[0]!, false).map((other) => [other])
      return { ...thing, meanings: [...thing.meanings, ...near].slice(0, 40) }
    }),
  }
}

/** What to look for, one after the other, where nobody has all of it: near words, then fewer and fewer of them. */
export function insteadOf(asked: AskedWords, vocabulary: Vocabulary): AskedWords[] {
  const fewer = asked.wanted.slice(1).map((_, index) => withFewer(asked, index + 1))
  return [widened(asked, vocabulary), ...fewer]
}

/** All but `missing` of what was asked for. */
const withFewer = (asked: AskedWords, missing: number): AskedWords => ({
  ...asked,
  leastWanted: asked.wanted.length - missing,
})

/** tsqueries from the best kind of match to the weakest, each beside the ones before it; none when nothing is asked. */
export function stagesOf(asked: AskedWords): string[] {
  if (asked.wanted.length === 0) return []
  const { nameOrSkill, strong } = marks
  const stages = [queryOf(asked, nameOrSkill, false), queryOf(asked, strong, false)]
  if (asked.wanted.some(({ begun }) => begun.length > 0)) stages.push(queryOf(asked, strong, true))
  stages.push(queryOf(asked, '', true))
  return stages
}

function queryOf({ wanted: things, leastWanted }: AskedWords, mark: string, withBegun: boolean): string {
  const parts = things.map(({ meanings, begun }) => {
    const all = [...meanings, ...(withBegun ? begun.map((one) => [one]) : [])]
    return anyOf(all.map((words) => allOf(words.map((one) => quoted(mark + one)))))
  })
  return anyOf(subsetsOf(parts, leastWanted).map(allOf))
}

const allOf = (parts: readonly string[]) => (parts.length === 1 ? parts[0]! : `(${parts.join(' & ')})`)
const anyOf = (parts: readonly string[]) => (parts.length === 1 ? parts[0]! : `(${parts.join(' | ')})`)

function subsetsOf<T>(parts: readonly T[], size: number): T[][] {
  if (size >= parts.length) return [[...parts]]
  if (size <= 1) return parts.map((part) => [part])
  const [first, ...rest] = parts
  return [...subsetsOf(rest, size - 1).map((others) => [first!, ...others]), ...subsetsOf(rest, size)]
}

/** About how many mentors a stage holds, if words occurred independently but for those of frequent skills and firms. */
export function estimateOf(
  { wanted: things, leastWanted }: AskedWords,
  mark: string,
  withBegun: boolean,
  vocabulary: Vocabulary,
): number {
  const all = Math.max(1, vocabulary.mentorCount)
  const countOf = (words: readonly string[]) => {
    const independent = words.reduce((product, one) => (product * vocabulary.countOf(mark + one)) / all, all)
    return Math.max(independent, vocabulary.countTogether(words))
  }
  const shares = things
    .map(({ meanings, begun }) => {
      const groups = [...meanings, ...(withBegun ? begun.map((one) => [one]) : [])]
      return Math.min(
        1,
        groups.reduce((sum, words) => sum + countOf(words) / all, 0),
      )
    })
    .sort((one, other) => other - one)
  const independent = shares
    .slice(0, Math.max(1, leastWanted))
    .reduce((product, share) => product * share, all)
  return Math.max(independent, vocabulary.countTogether(things.flatMap(({ meanings }) => meanings[0]!)))
}

/** Every word by which somebody may have been found, for highlighting. */
export const wordsFoundBy = (asked: AskedWords): ReadonlySet<string> =>
  new Set(asked.wanted.flatMap(({ meanings, begun }) => [...meanings.flat(), ...begun]))
