import type { MentorCard } from '@marga/contract/mentor-card'
import { lexemesOf } from './tokens.rules.ts'

type Word = { text: string; lexemes: readonly string[] }

/** Cutting and folding words was a ninth of a search, and the same texts are shown again and again. */
const keptMax = 20_000
const kept = new Map<string, readonly Word[]>()

function keep(key: string, make: () => readonly Word[]): readonly Word[] {
  const known = kept.get(key)
  if (known) return known
  if (kept.size >= keptMax) kept.clear()
  const made = make()
  kept.set(key, made)
  return made
}

const wordOf = (text: string): Word => ({ text, lexemes: lexemesOf(text) })
const skillOf = (skill: string) => keep(`s:${skill}`, () => [wordOf(skill)])
const wordsIn = (prose: string | null | undefined) =>
  prose
    ? keep(`p:${prose}`, () =>
        (prose.match(/\S+/g) ?? [])
          .map((word) => word.replace(/^[("'“]+|[)"'”.,;:!?]+$/g, ''))
          .filter((word) => word !== '')
          .map(wordOf),
      )
    : []

/** The skills and the words of a card by which it was found, as they are written there. */
export function matchedIn(card: MentorCard, words: ReadonlySet<string>): string[] {
  if (words.size === 0) return []
  const { firstName, lastName, jobTitle, firmName, location, shortBio } = card
  const prose = [firstName, lastName, jobTitle, firmName, location, shortBio]
  const found = [...card.expertise.flatMap(skillOf), ...prose.flatMap(wordsIn)].filter(({ lexemes }) =>
    lexemes.some((lexeme) => words.has(lexeme)),
  )
  return [...new Set(found.map(({ text }) => text))]
}
