import type { MentorCard } from '@marga/contract/mentor-card'
import { lexemesOf } from './tokens.rules.ts'

/** A skill, or a word as it stands on a card, with the lexemes that it is found by. */
type Written = { text: string; lexemes: readonly string[] }

/** Taking texts apart is a large part of a search, and the cards that are found are found again. */
const keptMax = 20_000

function keepLast<T>(of: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>()
  return (text) => {
    const known = kept.get(text)
    if (known) return known
    if (kept.size >= keptMax) kept.clear()
    const made = of(text)
    kept.set(text, made)
    return made
  }
}

const asOne = keepLast((text): Written => ({ text, lexemes: lexemesOf(text) }))

/** Without what stands around them. */
const wordsIn = keepLast((text): readonly Written[] =>
  (text.match(/\S+/g) ?? [])
    .map((word) => asOne(word.replace(/^[("'“]+|[)"'”.,;:!?]+$/g, '')))
    .filter(({ lexemes }) => lexemes.length > 0),
)

/** The skills and the words of a card by which it was found, as they are written there. */
export function matchedIn(card: MentorCard, words: ReadonlySet<string>): string[] {
  if (words.size === 0) return []
  const found = new Set<string>()
  const look = ({ text, lexemes }: Written) => {
    if (lexemes.some((lexeme) => words.has(lexeme))) found.add(text)
  }
  for (const skill of card.expertise) look(asOne(skill))
  const prose = [card.firstName, card.lastName, card.jobTitle, card.firmName, card.location, card.shortBio]
  for (const text of prose) if (text) for (const word of wordsIn(text)) look(word)
  return [...found]
}
