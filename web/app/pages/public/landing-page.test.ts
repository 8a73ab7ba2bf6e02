import { api } from '@marga/contract/api'
import { ui } from '@marga/contract/limits'
import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { noFilters } from '../../features/search/rules.ts'
import { storedSearchCookie } from '../../features/search/stored-search.ts'
import { type HostContext, hostContext } from '../../lib/server-context.ts'
import { mentorCardOf } from '../../testing/mentor-samples.ts'
import { loader } from './landing-page.tsx'

type Query = Record<string, unknown>

/** Runs the loader as the host does, with a search that knows only Rust. */
async function load(cookie?: string) {
  const asked: Query[] = []
  const call = async (endpoint: unknown, { query }: { query: Query }) => {
    if (endpoint === api.search.facets) return { total: 1, available: 1, languages: [] }
    if (endpoint !== api.search.mentors) return { reviews: [] }
    // More are read to count what they teach.
    if (query.limit === ui.landingCards) asked.push(query)
    const found = query.search === undefined || query.search === '' || query.search === 'Rust'
    return { mentorsSearchResult: found ? [mentorCardOf()] : [], nextCursor: null }
  }
  const context = new RouterContextProvider()
  context.set(hostContext, { call } as unknown as HostContext)
  const request = new Request('http://localhost/', { headers: cookie ? { cookie } : {} })
  const response = await loader({ context, request } as unknown as Parameters<typeof loader>[0])
  return { asked, response }
}
const cookieOf = (search: string) => storedSearchCookie({ ...noFilters, search, price: 'c' }).split(';')[0]!

it('runs a mentor search with the stored search input, for at most four cards', async () => {
  const { asked, response } = await load(cookieOf('Rust'))
  expect(asked).toEqual([{ ...noFilters, search: 'Rust', price: 'c', limit: 4 }])
  expect(response.isOwnSearch).toBe(true)
})

it('shows the best rated where nothing is stored, or nothing is found', async () => {
  const best = { price: 'a', rating: '9', sort: 'rating', limit: 4 }
  expect((await load()).asked).toEqual([best])
  const { asked, response } = await load(cookieOf('Cobol'))
  expect(asked).toEqual([expect.objectContaining({ search: 'Cobol' }), best])
  expect(response.isOwnSearch).toBe(false)
})
