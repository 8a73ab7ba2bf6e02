import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type PageRequest, pageStatement } from './page-statement.queries.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const parsed: PageRequest = {
  sort: 'relevance',
  strategy: 'scan',
  tiers: ["'a:java'", "'b:java'", "'java'"],
  first: 0,
  last: 0,
  tagged: "'r:4'",
  rate: [1000, 2500],
  freeBetween: undefined,
  freeQuarters: undefined,
  isFreeFirst: false,
  after: undefined,
  snapshot: undefined,
  limit: 21,
  lookAtMost: undefined,
}

/**
 * The plan that serves all values, with sequential scans priced out: which index the statement can use, whatever the
 * table's size.
 */
async function planOf(given: Partial<PageRequest>) {
  const { text, values } = pageStatement({ ...parsed, ...given })
  const client = await test.app.db.pool.connect()
  try {
    await client.query(`begin; set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan;
      prepare page as ${text}`)
    const literal = (value: unknown) =>
      value === null
        ? 'null'
        : client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) execute page (${values.map(literal).join(', ')})`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.query('rollback; deallocate all')
    client.release()
  }
}

describe('the plans of a search', () => {
  it('gather by the index of the words, all kinds of match at once', async () => {
    const plan = await planOf({ strategy: 'sort', last: 2 })
    expect(plan).toContain('Bitmap Index Scan on mentor_search_document')
    expect(plan).not.toContain('mentor_search_quality')
  })

  it.each([
    ['relevance', 'Index Scan Backward using mentor_search_quality'],
    ['rating', 'Index Scan Backward using mentor_search_rating'],
    ['price_low', 'Index Scan using mentor_search_rate'],
    ['price_high', 'Index Scan Backward using mentor_search_rate'],
    ['newest', 'Index Scan Backward using mentor_search_listed'],
    ['fastest', 'Index Scan using mentor_search_response'],
  ] as const)('walk along the index of the order %s, sorting nothing', async (sort, index) => {
    for (const lookAtMost of [undefined, 100]) {
      const plan = await planOf({ sort, rate: [null, null], lookAtMost })
      expect(plan).toContain(index)
      expect(plan).not.toContain('mentor_search_document')
      const ofRows = plan.slice(plan.indexOf('CTE found'), plan.indexOf('InitPlan'))
      expect(ofRows).not.toContain('Sort')
    }
  })

  it('gather a few rows only by the same index', async () => {
    expect(await planOf({ strategy: 'sort', lookAtMost: 100 })).toContain(
      'Bitmap Index Scan on mentor_search_document',
    )
  })

  it('begin a walk by price where the band begins', async () => {
    const plan = await planOf({ sort: 'price_low' })
    expect(plan).toMatch(
      /mentor_search_rate[^\n]*\n\s+Index Cond: \(\(hourly_rate >= \$\d+\) AND \(hourly_rate <= \$\d+\)/,
    )
  })

  it.each([
    ['relevance', 'quality', '<'],
    ['rating', "COALESCE(rating, '0'::numeric)", '<'],
    ['price_low', 'hourly_rate', '>'],
    ['price_high', 'hourly_rate', '<'],
    ['newest', 'listed_at', '<'],
    ['fastest', 'COALESCE(response_minutes, 2147483647)', '>'],
  ] as const)(
    'go on in the order %s from the last row by the index, beside what the rows were before',
    async (sort, key, than) => {
      const after = { tier: 0, key: 4, id: '01a1fd28-e165-74a0-9e63-f4f362531693' }
      const plan = await planOf({ sort, after, snapshot: '700:700:', rate: [null, null] })
      expect(plan).toContain(`Index Cond: (ROW(${key}, mentor_id) ${than} `)
      expect(plan).toContain('mentor_search_past')
    },
  )

  it('look for whoever is free this week by the index of next slots or of the words, never through everybody', async () => {
    const plan = await planOf({
      strategy: 'sort',
      freeBetween: [new Date(0), new Date(1)],
      isFreeFirst: true,
    })
    expect(plan).toContain('mentor_search_available')
  })
})
