import type { MentorCard } from '@marga/contract/mentor-card'
import { lexemesOf } from './tokens.rules.ts'

/**
 * Folding words is a large part of a search, and cards are made of the same words. Kept are words and skills, not
 * texts, of which there are too many.
 */
const keptMax = 20_000
const kept = new Map<string, readonly string[]>()

function foldedOf(text: string): readonly string[] {
  const known = kept.get(text)
  if (known) return known
  if (kept.size >= keptMax) kept.clear()
  const lexemes = lexemesOf(text)
  kept.set(text, lexemes)
  return lexemes
}

/** The skills and the words of a card by which it was found, as they are written there. */
export function matchedIn(card: MentorCard, words: ReadonlySet<string>): string[] {
  if (words.size === 0) return []
  const isFound = (text: string) => foldedOf(text).some((lexeme) => words.has(lexeme))
  const prose = [card.firstName, card.lastName, card.jobTitle, card.firmName, card.location, card.shortBio]
  const inProse = prose
    .flatMap((text) => text?.match(/\S+/g) ?? [])
    .map((word) => word.replace(/^[("'“]+|[)"'”.,;:!?]+$/g, ''))
  return [...new Set([...card.expertise, ...inProse].filter((text) => text !== '' && isFound(text)))]
}
