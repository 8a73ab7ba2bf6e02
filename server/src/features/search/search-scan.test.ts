import { api } from '@marga/contract/api'
import { searchSorts } from '@marga/contract/search'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadRelevanceMentors } from '../../testing/relevance-set/load.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createSearch } from './search.service.ts'
import { defaultPlanLimits } from './search-plan.rules.ts'
import { createSearchVocabulary } from './search-vocabulary.service.ts'
import type { Vocabulary } from './vocabulary.rules.ts'

let test: TestApp
let ids: string[]
let vocabulary: Vocabulary
beforeAll(async () => {
  test = await startTestApp()
  ids = await loadRelevanceMentors(test)
  // Some have figures of their answers, few of them by themselves.
  for (const [index, id] of ids.entries()) if (index % 3 > 0) await setResponse(id, index % 25)
  // Counts the words and marks, too, and says that all rows have them.
  await test.app.searchReindex.reindex()
  const words = createSearchVocabulary(test.app)
  const searchMs = 60_000
  vocabulary = await words.current()
  test.app.searchIndex.onChange({ terms: words.add, changed: () => {} })
  strategies = {
    sorted: createSearch({ ...test.app, words, searchMs }),
    // No result is too small to be walked along the index of its order.
    scanned: createSearch({
      ...test.app,
      words,
      searchMs,
      planLimits: { few: 1, sortUpTo: 0, lookAtMost: 6000, bestShareMax: 0 },
    }),
    // No guess is right: a few rows are looked at, then the other way is tried.
    misled: createSearch({
      ...test.app,
      words,
      searchMs,
      planLimits: { few: 4, sortUpTo: 20, lookAtMost: 8, bestShareMax: 0 },
    }),
    // The best come first however few there are.
    best: createSearch({
      ...test.app,
      words,
      searchMs,
      planLimits: { ...defaultPlanLimits, few: 1, bestShareMax: 1 },
    }),
  }
})
afterAll(() => test.close())

type Strategies = Record<'sorted' | 'scanned' | 'misled' | 'best', ReturnType<typeof createSearch>>
let strategies: Strategies

const scanAll = async (
  strategy: keyof Strategies,
  query: object,
  between: () => Promise<unknown> = async () => {},
) => {
  const scanned: string[] = []
  let cursor: string | null = null
  do {
    const parsed = api.search.mentors.query.parse({ ...query, ...(cursor ? { cursor } : {}) })
    const page: Awaited<ReturnType<typeof strategies.scanned.mentors>> =
      await strategies[strategy].mentors(parsed)
    scanned.push(...page.mentorsSearchResult.map(({ _id }) => _id))
    cursor = page.nextCursor
    await between()
  } while (cursor)
  return scanned
}

const setResponse = (id: string, responseMedianMinutes: number | null) =>
  test.app.db.query
    .updateTable('mentorProfile')
    .set({
      responseMedianMinutes,
      responseCount: responseMedianMinutes === null ? null : 10,
      responseWithinPercent: responseMedianMinutes === null ? null : 90,
    })
    .where('accountId', '=', id)
    .execute()

/** What may happen to a mentor between two pages. */
const changes = {
  response: (id: string, value: number) =>
    test.app.db.transact(async (tx) => {
      await setResponse(id, value % 4 === 0 ? null : value % 25)
      await test.app.searchIndex.refresh(tx, id)
    }),
  rate: (id: string, value: number) =>
    test.app.db.transact(async (tx) => {
      await tx
        .updateTable('mentorProfile')
        .set({ hourlyRate: 1 + value })
        .where('accountId', '=', id)
        .execute()
      await test.app.searchIndex.refresh(tx, id)
    }),
  rating: (id: string, value: number) =>
    test.app.db.transact(async (tx) => {
      const ratingSum = 1 + (value % 5)
      await tx
        .updateTable('mentorProfile')
        .set({ ratingSum, ratingCount: 1 })
        .where('accountId', '=', id)
        .execute()
      await test.app.searchIndex.refresh(tx, id)
    }),
  add: (_id: string, value: number) =>
    loadRelevanceMentors(test, [
      {
        name: `Newcomer ${value}`,
        jobTitle: 'Engineer',
        firmName: 'Infosys',
        location: 'Pune',
        expertise: ['React', 'Python'],
      },
    ]),
  remove: (id: string) =>
    test.app.db.transact(async (tx) => {
      await tx.updateTable('account').set({ isBlocked: true }).where('id', '=', id).execute()
      await test.app.searchIndex.refresh(tx, id)
    }),
} satisfies Record<string, (id: string, value: number) => Promise<unknown>>

it('walks a result to its end without repeating or skipping, whatever is changed and added meanwhile', async () => {
  const change = fc.record({
    kind: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
    whom: fc.nat(100),
    value: fc.nat(5000),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        search: fc.constantFrom('', 'python', 'r', 'engineer', 'pyhton', 'react kubernetes flute', 'design'),
        sort: fc.constantFrom(...searchSorts),
        limit: fc.integer({ min: 2, max: 20 }),
      }),
      fc.array(change, { maxLength: 12 }),
      fc.constantFrom<keyof Strategies>('sorted', 'scanned', 'misled', 'best'),
      async (query, list, strategy) => {
        const whole = await scanAll(strategy, { ...query, limit: 100 })
        const removed = new Set<string>()
        const scanned = await scanAll(strategy, query, async () => {
          const next = list.pop()
          if (!next) return
          const whom = ids[next.whom % ids.length]!
          if (next.kind === 'remove') {
            // Enough of them have to stay for the next tries.
            if (removed.size > 0 || ids.length < 60) return
            removed.add(whom)
            ids = ids.filter((id) => id !== whom)
          }
          await changes[next.kind](whom, next.value)
        })
        expect(new Set(scanned).size).toBe(scanned.length)
        expect(scanned.filter((id) => !removed.has(id))).toEqual(whole.filter((id) => !removed.has(id)))
      },
    ),
    { numRuns: 60 },
  )
})

it('passes over nothing on the way to rows that changed far from where it is', async () => {
  for (const search of ['engineer', 'python', 'r', 'design'])
    for (const sort of ['price_high', 'price_low'] as const) {
      const query = { search, sort }
      const strategy = 'misled'
      const whole = await scanAll(strategy, { ...query, limit: 100 })
      let hasChanged = false
      const scanned = await scanAll(strategy, { ...query, limit: 5 }, async () => {
        if (hasChanged) return
        hasChanged = true
        // What they were stands at the far end of the walk, and is what the walk must show there.
        for (const [index, id] of whole.slice(-8).entries()) await changes.rate(id, 1000 + index)
      })
      expect(scanned).toEqual(whole)
    }
})

it('gives the same mentors in the same order whichever way it looks', async () => {
  expect(
    vocabulary.countOf('q:31'),
    'mentors of quality 0.62 and more, as the statistics know',
  ).toBeGreaterThan(20)
  for (const search of ['', 'python', 'engineer', 'r', 'design systems', 'pyhton']) {
    for (const sort of searchSorts) {
      for (const filter of [{}, { price: 'c' }, { rating: '3' }, { language: 'hindi' }]) {
        const query = { search, sort, ...filter, limit: 7 }
        const sorted = await scanAll('sorted', query)
        expect(await scanAll('scanned', query)).toEqual(sorted)
        expect(await scanAll('misled', query)).toEqual(sorted)
        expect(await scanAll('best', query)).toEqual(sorted)
      }
    }
  }
})
