import type { createRandom } from '../seed/random.ts'
import { firstNames, skills } from '../seed/vocabulary.ts'

type Random = ReturnType<typeof createRandom>

/** One letter left out, doubled, changed or swapped with the next, never the first. */
export function misspelt(word: string, random: Random): string {
  const at = 1 + random.below(word.length - 2)
  const [before, letter, next, rest] = [word.slice(0, at), word[at]!, word[at + 1] ?? '', word.slice(at + 2)]
  return random.one([
    before + next + rest,
    before + letter + letter + next + rest,
    `${before}${random.one([...'aeiourstn'])}${next}${rest}`,
    before + next + letter + rest,
  ])
}

export const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Somebody's name or skill as it is, and as it is asked for; the same where nothing can be misspelt in it. */
export type Misspelt = { word: string; isName: boolean; asked: string }

const wordOf = (random: Random, lettersMin: number) => {
  const isName = random.chance(0.5)
  const words = isName ? firstNames : skills.filter((skill) => /^[A-Za-z ]+$/.test(skill))
  return { isName, word: random.one(words.filter((one) => plain(one).length >= lettersMin)) }
}

/** With so many errors; more than one only in words that are long enough to be known by what is left. */
const withErrors = (count: number, lettersMin: number) => (random: Random) => {
  const { word, isName } = wordOf(random, lettersMin)
  let asked = plain(word)
  for (let error = 0; error < count; error++) asked = misspelt(asked, random)
  return { word, isName, asked }
}

/** Two words written as one, or one word as two. */
function joinedOrSplit(random: Random): Misspelt {
  const { word, isName } = wordOf(random, 6)
  const written = plain(word)
  if (written.includes(' ')) return { word, isName, asked: written.replaceAll(' ', '') }
  const at = 3 + random.below(written.length - 5)
  return { word, isName, asked: `${written.slice(0, at)} ${written.slice(at)}` }
}

/** P4: how each kind is made, and what is to be reached of it. */
export const typingErrors: Record<string, { make: (random: Random) => Misspelt; goal: number }> = {
  'one typing error': { make: withErrors(1, 5), goal: 0.99 },
  'two typing errors in eight letters or more': { make: withErrors(2, 8), goal: 0.9 },
  'two words as one, or one as two': { make: joinedOrSplit, goal: 0.95 },
}
