import type { MentorCard } from '@marga/contract/mentor-card'
import { lexemesOf } from './tokens.rules.ts'

/** The skills and the words of a card by which it was found, as they are written there. */
export function matchedIn(card: MentorCard, words: ReadonlySet<string>): string[] {
  if (words.size === 0) return []
  const isFound = (text: string) => lexemesOf(text).some((lexeme) => words.has(lexeme))
  const prose = [card.firstName, card.lastName, card.jobTitle, card.firmName, card.location, card.shortBio]
  const inProse = prose
    .flatMap((text) => text?.match(/\S+/g) ?? [])
    .map((word) => word.replace(/^[("'“]+|[)"'”.,;:!?]+$/g, ''))
  return [...new Set([...card.expertise, ...inProse].filter((text) => text !== '' && isFound(text)))]
}
