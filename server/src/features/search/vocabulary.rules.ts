import { marks, type Term } from './document.rules.ts'
import { distanceOf, errorsAllowed, soundOf } from './near-words.rules.ts'
import { lexemesOf } from './tokens.rules.ts'

const completionsMax = 20
const nearMax = 6
/** Of fewer sounds there is nothing to recognise: “zzzz” sounds like the s of “children’s”. */
const soundsMin = 3

export type Phrase = { kind: 'skill' | 'firm'; phrase: string; shown: string }

/** Every word that the mentors are described with, in memory: it completes and corrects what is typed. */
export function createVocabulary() {
  /** Words anywhere; true where one stands in a name, skill, title, firm or place. */
  const words = new Map<string, boolean>()
  const names = new Set<string>()
  const phrases = new Map<string, Phrase>()
  const byLength: string[][] = []
  const bySound = new Map<string, string[]>()
  let sorted: string[] | undefined
  let frequencies: ReadonlyMap<string, number> = new Map()
  let mentorCount = 0
  let availableShare = 1
  /** Skills and firms of several words that many have: their words are anything but independent of each other. */
  let frequentPhrases: { words: ReadonlySet<string>; lexeme: string }[] = []

  function addStrong(word: string) {
    if (words.get(word)) return
    words.set(word, true)
    if (sorted) sorted.splice(lowerBound(sorted, word), 0, word)
    byLength[word.length] ??= []
    byLength[word.length]!.push(word)
    const sound = soundOf(word)
    bySound.set(sound, [...(bySound.get(sound) ?? []), word])
  }

  /** Mentors with this lexeme: what the statistics say, else as few as they do not mention. */
  const countOf = (lexeme: string) => (frequencies.get(lexeme) ?? 0) * mentorCount
  const byCount = (one: string, other: string) =>
    countOf(marks.strong + other) - countOf(marks.strong + one) || (one < other ? -1 : 1)

  return {
    add(terms: readonly Term[]) {
      for (const { term, shown } of terms) {
        const rest = term.slice(2)
        if (term.startsWith(marks.strong)) addStrong(rest)
        else if (term.startsWith(marks.name)) names.add(rest)
        else if (term.startsWith(marks.skill))
          phrases.set(term, { kind: 'skill', phrase: rest, shown: shown ?? rest })
        else if (term.startsWith(marks.firm))
          phrases.set(term, { kind: 'firm', phrase: rest, shown: shown ?? rest })
        else if (!words.has(term)) words.set(term, false)
      }
    },
    /** @param counted how many mentors there are, which share of them has each lexeme, and is free this week */
    setCounts(counted: { mentors: number; shares: ReadonlyMap<string, number>; available: number }) {
      frequencies = counted.shares
      mentorCount = counted.mentors
      availableShare = counted.available
      frequentPhrases = [...frequencies.keys()]
        .filter(
          (lexeme) =>
            (lexeme.startsWith(marks.skill) || lexeme.startsWith(marks.firm)) && lexeme.includes(' '),
        )
        .map((lexeme) => ({ lexeme, words: new Set(lexemesOf(lexeme.slice(2))) }))
    },
    get availableShare() {
      return availableShare
    },
    get mentorCount() {
      return mentorCount
    },
    countOf,
    /** Mentors who have all of the words in one frequent skill or firm: "spring" and "boot" come together. */
    countTogether(words: readonly string[]): number {
      if (words.length < 2) return 0
      const holding = frequentPhrases.filter((phrase) => words.every((word) => phrase.words.has(word)))
      return holding.reduce((sum, { lexeme }) => sum + countOf(lexeme), 0)
    },
    phrases: () => phrases.values(),
    isName: (word: string) => names.has(word),
    has: (word: string) => words.has(word),
    isStrong: (word: string) => words.get(word) === true,

    /** Strong words that begin so, the frequent first; the word itself is not among them. */
    completionsOf(start: string): string[] {
      sorted ??= [...words]
        .filter(([, isStrong]) => isStrong)
        .map(([word]) => word)
        .sort()
      const found: string[] = []
      for (let index = lowerBound(sorted, start); sorted[index]?.startsWith(start); index++)
        found.push(sorted[index]!)
      return found
        .filter((word) => word !== start)
        .sort(byCount)
        .slice(0, completionsMax)
    },

    /**
     * Strong words that may have been meant: those that sound the same, then the nearest by letters. Only the
     * best of them when `isBestOnly`, else all within the errors allowed.
     */
    nearTo(word: string, isBestOnly: boolean): string[] {
      const allowed = errorsAllowed(word.length)
      const steps = new Map<string, number>()
      for (let length = word.length - allowed; length <= word.length + allowed; length++) {
        for (const other of byLength[length] ?? []) {
          if (other === word) continue
          const distance = distanceOf(word, other, allowed)
          if (distance <= Math.min(allowed, errorsAllowed(other.length))) steps.set(other, distance)
        }
      }
      const sound = soundOf(word)
      const alike = sound.length < soundsMin ? [] : (bySound.get(sound) ?? [])
      for (const other of alike) if (other !== word) steps.set(other, 0.5)
      const cost = (other: string) => steps.get(other)! + (other[0] === word[0] ? 0 : 0.25)
      const found = [...steps.keys()].sort((one, other) => cost(one) - cost(other) || byCount(one, other))
      if (!isBestOnly) return found.slice(0, nearMax)
      const best = found[0]
      return best === undefined ? [] : found.filter((other) => cost(other) === cost(best)).slice(0, nearMax)
    },
  }
}
export type Vocabulary = ReturnType<typeof createVocabulary>

function lowerBound(sorted: readonly string[], value: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
