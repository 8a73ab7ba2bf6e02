import { strict as assert } from 'node:assert'
import { createRandom } from '../seed/random.ts'
import { firstNames, skills } from '../seed/vocabulary.ts'

/** 12 terms × 5 bands × 5 ratings. */
export function differentQueries(): string[] {
  const terms = [...skills.slice(0, 6), ...firstNames.slice(0, 3), skills[20]!, skills[40]!, firstNames[30]!]
  return terms.flatMap((term) =>
    [...'abcde'].flatMap((price) =>
      [...'12345'].map((rating) => new URLSearchParams({ price, rating, search: term }).toString()),
    ),
  )
}

/** What people ask: few of the words often, most without a filter. */
export function usualQueries(): string[] {
  const random = createRandom(11)
  const found = new Set<string>(['search='])
  while (found.size < 500) {
    const search = random.chance(0.7) ? random.skewed(skills) : random.skewed(firstNames)
    const query = new URLSearchParams({ search })
    if (random.chance(0.3)) query.set('price', random.one([...'bcde']))
    if (random.chance(0.3)) query.set('rating', random.one([...'345']))
    found.add(query.toString())
  }
  return [...found]
}

/** Ten thousand draws, the nth query as often as 1/n. */
export function zipf(queries: readonly string[]): string[] {
  const random = createRandom(13)
  const total = queries.reduce((sum, _, index) => sum + 1 / (index + 1), 0)
  return Array.from({ length: 10_000 }, () => {
    let left = random.next() * total
    const at = queries.findIndex((_, index) => {
      left -= 1 / (index + 1)
      return left <= 0
    })
    return queries.at(at)!
  })
}

type Answer = { mentorsSearchResult: { _id: string }[] }

export async function ask(url: string, query: string): Promise<Answer> {
  const response = await fetch(`${url}/api/mentees/mentors?${query}`)
  assert.equal(response.status, 200, query)
  return (await response.json()) as Answer
}
