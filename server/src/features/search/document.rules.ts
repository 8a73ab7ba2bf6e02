import { priceBandRange } from '@marga/contract/search'
import { folded, lexemesOf, quoted, wordsOf } from './tokens.rules.ts'

/** Raised whenever rows must be written anew: other words, other marks. */
export const searchRulesVersion = 3

/**
 * Marks before a lexeme that say where the word stands. No word of a person's text contains a colon, so a mark
 * cannot be forged. Without a mark: anywhere, the bio included.
 */
export const tags = {
  nameOrSkill: 'a:',
  /** Name, skill, title, firm, place or language. */
  strong: 'b:',
  name: 'n:',
  skill: 's:',
  firm: 'f:',
  price: 'p:',
  /** One for each rating that the mean reaches: r:1 to r:5. */
  rating: 'r:',
  language: 'l:',
  location: 'o:',
  /** One for each step of quality that is reached: q:25 is 0.5, q:50 is 1. A trigger of the table writes them. */
  quality: 'q:',
} as const
export const qualitySteps = { first: 25, last: 50 } as const

export type SearchableMentor = {
  firstName: string
  lastName: string
  jobTitle: string
  firmName: string
  expertise: readonly string[]
  languages: readonly string[]
  location: string | null
  shortBio: string | null
  bio: string
  hourlyRate: number
  rating: number | null
}

/** A whole phrase as one lexeme: "Machine  Learning" is "machine learning". */
export const phraseOf = (text: string): string => wordsOf(text).join(' ').slice(0, 150)
/** A place or a language as it is filtered by: case and accents do not count. */
export const filterValueOf = (text: string): string => folded(text).trim().slice(0, 120)

export type Term = { term: string; shown: string | null }

/** Everything that a mentor can be found by: the row's lexemes, and those to keep in `search_term`. */
export function documentOf(mentor: SearchableMentor): { document: string; terms: Term[] } {
  const lexemes = new Set<string>()
  const terms = new Map<string, string | null>()
  const add = (lexeme: string) => lexemes.add(lexeme)
  const addWords = (text: string, ...of: string[]) => {
    for (const word of lexemesOf(text)) for (const tag of of) add(tag + word)
  }
  const { nameOrSkill, strong, name, skill, firm } = tags
  addWords(`${mentor.firstName} ${mentor.lastName}`, name, nameOrSkill, strong, '')
  addWords(mentor.expertise.join(' '), nameOrSkill, strong, '')
  addWords(
    `${mentor.jobTitle} ${mentor.firmName} ${mentor.location ?? ''} ${mentor.languages.join(' ')}`,
    strong,
    '',
  )
  addWords(`${mentor.shortBio ?? ''} ${mentor.bio}`, '')
  for (const lexeme of lexemes) {
    const isIndexed = !lexeme.includes(':') || lexeme.startsWith(strong) || lexeme.startsWith(name)
    if (isIndexed) terms.set(lexeme, null)
  }
  const phrases = [...mentor.expertise.map((text) => [skill, text]), [firm, mentor.firmName]] as const
  for (const [tag, text] of phrases) {
    const phrase = phraseOf(text!)
    if (!phrase) continue
    add(tag + phrase)
    terms.set(tag + phrase, text!.slice(0, 200))
  }
  for (const language of mentor.languages) add(tags.language + filterValueOf(language))
  if (mentor.location) add(tags.location + filterValueOf(mentor.location))
  for (const [band, [from, to]] of Object.entries(priceBandRange)) {
    const isIn = mentor.hourlyRate >= (from ?? 0) && mentor.hourlyRate <= (to ?? Number.POSITIVE_INFINITY)
    if (isIn) add(tags.price + band)
  }
  for (let stars = 1; stars <= Math.floor(mentor.rating ?? 0); stars++) add(tags.rating + stars)
  return {
    document: [...lexemes].map(quoted).join(' '),
    terms: [...terms]
      .map(([term, shown]) => ({ term, shown }))
      .sort((one, other) => (one.term < other.term ? -1 : 1)),
  }
}
