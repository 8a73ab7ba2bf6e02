import { createDeletionIndex } from './deletion-index.rules.ts'
import { type Term, tags } from './document.rules.ts'
import { soundOf } from './edit-distance.rules.ts'
import { createPrefixIndex } from './prefix-index.rules.ts'
import { lexemesOf } from './tokens.rules.ts'

/** Of which each process holds what it was told first, a few hundred megabytes: nobody's edits can fill its memory. */
export const termsMax = 1_000_000
const completionsMax = 20
const nearMax = 6
/** Of fewer sounds there is nothing to recognise: “zzzz” sounds like the s of “children’s”. */
const soundsMin = 3
/** Words of one sound that are kept to be meant, and phrases of one beginning that are compared. */
const soundAlikeMax = 50
const phrasesComparedMax = 2000

export type Phrase = { kind: 'skill' | 'firm'; phrase: string; shown: string }

/** What the statistics last saw. */
type Counts = {
  frequencies: ReadonlyMap<string, number>
  mentorCount: number
  availableShare: number
  frequentWords: readonly string[]
  /** Skills and firms of several words that many have: their words are anything but independent of each other. */
  frequentPhrases: readonly { words: ReadonlySet<string>; lexeme: string }[]
}

const createWords = (max: number) => ({
  max,
  /** There are more than are held: a word that is not among them may be one that somebody uses. */
  isOverfull: false,
  /** Words anywhere; true where one stands in a name, skill, title, firm or place. */
  words: new Map<string, boolean>(),
  names: new Set<string>(),
  phrases: new Map<string, Phrase>(),
  byBeginning: createPrefixIndex<string>(),
  byErrors: createDeletionIndex(),
  bySound: new Map<string, string[]>(),
  /** By the beginning of each of their words. */
  phrasesByBeginning: { skill: createPrefixIndex<Phrase>(), firm: createPrefixIndex<Phrase>() },
  counts: {
    frequencies: new Map(),
    mentorCount: 0,
    availableShare: 1,
    frequentWords: [],
    frequentPhrases: [],
  } as Counts,
})
type Words = ReturnType<typeof createWords>

/**
 * Every word that the mentors are described with, in memory: it completes and corrects what is typed. Where there are
 * more than it holds, no word is taken for another before nobody was found by it.
 * @param max tests choose another
 */
export function createVocabulary(max = termsMax) {
  const known = createWords(max)
  const { words, names, phrases } = known
  return {
    add: (terms: readonly Term[]) => addTerms(known, terms),
    /** There are, or may be, more than it was given. */
    missSome() {
      known.isOverfull = true
    },
    /** @param counted how many mentors there are, which share of them has each lexeme, and is free this week */
    setCounts(counted: { mentors: number; shares: ReadonlyMap<string, number>; available: number }) {
      known.counts = countsOf(counted)
    },
    get availableShare() {
      return known.counts.availableShare
    },
    get mentorCount() {
      return known.counts.mentorCount
    },
    countOf: (lexeme: string) => countOf(known, lexeme),
    countTogether: (together: readonly string[]) => countTogether(known, together),
    phrasesWith: (kind: Phrase['kind'], text: string) => phrasesWith(known, kind, text),
    isName: (word: string) => names.has(word),
    /** Whether somebody has a skill or a firm of exactly these words. */
    isPhrase: (phrase: string) => phrases.has(tags.skill + phrase) || phrases.has(tags.firm + phrase),
    /** Whether somebody uses it, for all that is known. */
    has: (word: string) => known.isOverfull || words.has(word),
    isStrong: (word: string) => words.get(word) === true,
    completionsOf: (start: string) => completionsOf(known, start),
    nearTo: (word: string, isBestOnly: boolean) => nearTo(known, word, isBestOnly),
  }
}
export type Vocabulary = ReturnType<typeof createVocabulary>

function addTerms(known: Words, terms: readonly Term[]) {
  for (const { term, shown } of terms) {
    if (known.words.size + known.names.size + known.phrases.size >= known.max) {
      known.isOverfull = true
      return
    }
    const rest = term.slice(2)
    if (term.startsWith(tags.strong)) addStrong(known, rest)
    else if (term.startsWith(tags.name)) known.names.add(rest)
    else if (term.startsWith(tags.skill)) addPhrase(known, 'skill', term, shown)
    else if (term.startsWith(tags.firm)) addPhrase(known, 'firm', term, shown)
    else if (!known.words.has(term)) known.words.set(term, false)
  }
}

function addStrong({ words, byBeginning, byErrors, bySound }: Words, word: string) {
  if (words.get(word)) return
  words.set(word, true)
  byBeginning.add(word, word)
  byErrors.add(word)
  const sound = soundOf(word)
  if (sound.length < soundsMin) return
  const alike = bySound.get(sound) ?? []
  if (alike.length < soundAlikeMax) bySound.set(sound, alike)
  if (alike.length < soundAlikeMax) alike.push(word)
}

function addPhrase(
  { phrases, phrasesByBeginning }: Words,
  kind: Phrase['kind'],
  term: string,
  shown: string | null,
) {
  const phrase = term.slice(2)
  const isNew = !phrases.has(term)
  const entry = phrases.get(term) ?? { kind, phrase, shown: phrase }
  entry.shown = shown ?? phrase
  phrases.set(term, entry)
  if (!isNew) return
  for (let at = 0; at >= 0; at = phrase.indexOf(' ', at) + 1 || -1)
    phrasesByBeginning[kind].add(phrase.slice(at), entry)
}

function countsOf({
  mentors,
  shares,
  available,
}: {
  mentors: number
  shares: ReadonlyMap<string, number>
  available: number
}): Counts {
  const lexemes = [...shares.keys()]
  return {
    frequencies: shares,
    mentorCount: mentors,
    availableShare: available,
    frequentWords: lexemes
      .filter((lexeme) => lexeme.startsWith(tags.strong))
      .map((lexeme) => lexeme.slice(2)),
    frequentPhrases: lexemes
      .filter(
        (lexeme) => (lexeme.startsWith(tags.skill) || lexeme.startsWith(tags.firm)) && lexeme.includes(' '),
      )
      .map((lexeme) => ({ lexeme, words: new Set(lexemesOf(lexeme.slice(2))) })),
  }
}

/** Mentors with this lexeme: what the statistics say, else as few as they do not mention. */
const countOf = ({ counts }: Words, lexeme: string) =>
  (counts.frequencies.get(lexeme) ?? 0) * counts.mentorCount

const byCount = (known: Words) => (one: string, other: string) =>
  countOf(known, tags.strong + other) - countOf(known, tags.strong + one) || (one < other ? -1 : 1)

/** Mentors who have all of the words in one frequent skill or firm: "spring" and "boot" come together. */
function countTogether(known: Words, words: readonly string[]): number {
  if (words.length < 2) return 0
  const holding = known.counts.frequentPhrases.filter((phrase) =>
    words.every((word) => phrase.words.has(word)),
  )
  return holding.reduce((sum, { lexeme }) => sum + countOf(known, lexeme), 0)
}

/** Phrases with a word from which on they read so: all of the frequent ones, and of the others many enough. */
function phrasesWith(
  { phrases, phrasesByBeginning, counts }: Words,
  kind: Phrase['kind'],
  text: string,
): ReadonlySet<Phrase> {
  const found = new Set<Phrase>()
  for (const lexeme of counts.frequencies.keys()) {
    const phrase = lexeme.startsWith(tags[kind]) ? phrases.get(lexeme) : undefined
    if (phrase && ` ${phrase.phrase}`.includes(` ${text}`)) found.add(phrase)
  }
  for (const phrase of phrasesByBeginning[kind].startingWith(text)) {
    if (found.size >= phrasesComparedMax) break
    found.add(phrase)
  }
  return found
}

/** Strong words that begin so, the frequent first; the word itself is not among them. */
function completionsOf(known: Words, start: string): string[] {
  const { words, byBeginning, counts } = known
  const frequent = counts.mentorCount > 0 ? counts.frequentWords.filter((word) => word.startsWith(start)) : []
  const found = new Set(frequent.filter((word) => words.get(word)).sort(byCount(known)))
  // The statistics mention the frequent ones; the others are equally rare, and in order.
  for (const word of byBeginning.startingWith(start)) {
    if (found.size > completionsMax) break
    found.add(word)
  }
  found.delete(start)
  return [...found].slice(0, completionsMax)
}

/**
 * Strong words that may have been meant: those that sound the same, then the nearest by letters. Only the
 * best of them when `isBestOnly`, else all within the errors allowed.
 */
function nearTo(known: Words, word: string, isBestOnly: boolean): string[] {
  const steps = known.byErrors.near(word)
  const sound = soundOf(word)
  const alike = sound.length < soundsMin ? [] : (known.bySound.get(sound) ?? [])
  for (const other of alike) if (other !== word) steps.set(other, 0.5)
  const cost = (other: string) => steps.get(other)! + (other[0] === word[0] ? 0 : 0.25)
  const compare = byCount(known)
  const found = [...steps.keys()].sort((one, other) => cost(one) - cost(other) || compare(one, other))
  if (!isBestOnly) return found.slice(0, nearMax)
  const best = found[0]
  return best === undefined ? [] : found.filter((other) => cost(other) === cost(best)).slice(0, nearMax)
}
