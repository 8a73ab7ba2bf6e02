import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoMentors } from '../../demo/data/mentors.ts'
import { judgedMentors } from '../../testing/judged-search/fixtures.ts'
import { heldBackQueries } from '../../testing/judged-search/held-back-queries.ts'
import { loadJudgedMentors } from '../../testing/judged-search/load.ts'
import { openQueries } from '../../testing/judged-search/open-queries.ts'
import { ok } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
  await loadJudgedMentors(test)
})
afterAll(() => test.close())

const firstNames = async (search: string) =>
  ok(await test.call(api.search.mentors, { query: { search, limit: 3 } as never })).mentorsSearchResult.map(
    (card) => `${card.firstName} ${card.lastName}`,
  )

type Judged = typeof openQueries

/** Share of queries, by kind and over all, with an expected mentor among the first three. */
async function judge(half: Judged) {
  const misses: string[] = []
  const lines: string[] = []
  let [hits, count] = [0, 0]
  for (const [kind, queries] of Object.entries(half)) {
    let kindHits = 0
    for (const [query, expected] of queries) {
      const found = await firstNames(query)
      if (expected.split(', ').some((name) => found.includes(name))) kindHits++
      else misses.push(`${query}: ${found.join(', ') || 'nobody'}`)
    }
    lines.push(`  ${kind}: ${kindHits} of ${queries.length}`)
    hits += kindHits
    count += queries.length
  }
  return { share: hits / count, count, misses, lines }
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

describe('the judged queries', () => {
  it('are at least 200, half of them held back, each different and about mentors who exist', () => {
    const all = [openQueries, heldBackQueries].map((half) => Object.values(half).flat())
    const known = new Set([
      ...demoMentors.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
      ...judgedMentors.map(({ name }) => name),
    ])
    expect(all.flat().length).toBeGreaterThanOrEqual(200)
    expect(all[0]!.length).toBe(all[1]!.length)
    expect(
      all.flat().flatMap(([, expected]) => expected.split(', ').filter((name) => !known.has(name))),
    ).toEqual([])
  })

  it('that may be tuned on find the mentor among the first three', async () => {
    const { share, count, misses, lines } = await judge(openQueries)
    console.log(
      `Open half: ${percent(share)} of ${count}\n${lines.join('\n')}\nMissed:\n  ${misses.join('\n  ')}`,
    )
    expect(share).toBeGreaterThanOrEqual(floors.open)
  })

  it('that are held back find the mentor among the first three', async () => {
    const { share, count, lines } = await judge(heldBackQueries)
    console.log(`Held-back half: ${percent(share)} of ${count}\n${lines.join('\n')}`)
    expect(share).toBeGreaterThanOrEqual(floors.heldBack)
  })
})

/** What the search reaches today; raised with it, never lowered. */
const floors = { open: 0.95, heldBack: 0.95 }
