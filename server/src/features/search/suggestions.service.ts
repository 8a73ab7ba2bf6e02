import { limits } from '@marga/contract/limits'
import type { Suggestion } from '@marga/contract/search'
import type { Reads } from '../../platform/db/bounded-reads.ts'
import { tags } from './document.rules.ts'
import type { SearchQueue } from './search-queue.service.ts'
import type { SearchVocabulary } from './search-vocabulary.service.ts'
import { findNamed, indexedLexemes } from './suggestions.queries.ts'
import { quoted, wordsOf } from './tokens.rules.ts'
import type { Phrase, Vocabulary } from './vocabulary.rules.ts'

const most = { skill: 4, firm: 2 } as const

type SuggestionsDeps = { db: Reads; words: SearchVocabulary; queue: SearchQueue }

/** Skills, firms and mentors that what is being typed may become; near ones where nothing begins so. */
export function createSuggestions({ db, words, queue }: SuggestionsDeps) {
  async function suggest(typed: readonly string[], vocabulary: Vocabulary): Promise<Suggestion[]> {
    const [skills, firms] = [phrasesOf('skill', typed, vocabulary), phrasesOf('firm', typed, vocabulary)]
    const kept = await indexedLexemes(db, [...skills, ...firms].map(lexemeOf))
    const isIndexed = (phrase: Phrase) => kept.has(lexemeOf(phrase))
    const shown = [
      ...skills.filter(isIndexed).slice(0, most.skill),
      ...firms.filter(isIndexed).slice(0, most.firm),
    ].map(({ kind, shown: text }): Suggestion => ({ kind, text, mentorId: null }))
    const named = await findNamed(db, namesQuery(typed, vocabulary), limits.suggestionsMax - shown.length)
    return [
      ...shown,
      ...named.map(({ id, name }): Suggestion => ({ kind: 'mentor', text: name, mentorId: id })),
    ]
  }

  return async (text: string): Promise<Suggestion[]> => {
    const typed = wordsOf(text).slice(0, 6)
    if (typed.length === 0) return []
    return queue(typed.length, async () => {
      const vocabulary = await words.current()
      const found = await suggest(typed, vocabulary)
      if (found.length > 0) return found
      const nearest = typed.map((word) =>
        vocabulary.has(word) ? word : (vocabulary.nearTo(word, true)[0] ?? word),
      )
      return nearest.join(' ') === typed.join(' ') ? [] : suggest(nearest, vocabulary)
    })
  }
}

const lexemeOf = ({ kind, phrase }: Phrase) => tags[kind] + phrase

/** Those that begin with it first, then those with a word that does; the frequent before the rare. */
function phrasesOf(kind: Phrase['kind'], typed: readonly string[], vocabulary: Vocabulary): Phrase[] {
  const text = typed.join(' ')
  const found = [...vocabulary.phrasesWith(kind, text)].map((phrase) => ({
    phrase,
    rank: phrase.phrase.startsWith(text) ? 0 : 1,
  }))
  const countOf = ({ phrase }: { phrase: Phrase }) => vocabulary.countOf(lexemeOf(phrase))
  return found
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        countOf(other) - countOf(one) ||
        one.phrase.phrase.length - other.phrase.phrase.length ||
        (one.phrase.phrase < other.phrase.phrase ? -1 : 1),
    )
    .slice(0, 2 * most[kind])
    .map(({ phrase }) => phrase)
}

/** tsquery of mentors with every word in their name, the last one perhaps unfinished; empty when nobody has one. */
function namesQuery(typed: readonly string[], vocabulary: Vocabulary): string {
  const parts = typed.map((word, index) => {
    const isLast = index === typed.length - 1
    const meant = isLast ? [word, ...vocabulary.completionsOf(word)] : [word]
    return meant.filter(vocabulary.isName).map((name) => quoted(tags.name + name))
  })
  return parts.some((names) => names.length === 0)
    ? ''
    : parts.map((names) => `(${names.join(' | ')})`).join(' & ')
}
