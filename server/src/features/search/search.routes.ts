import { api } from '@marga/contract/api'
import { type BoundRoute, route } from '../../http/route.ts'
import type { Search } from './search.service.ts'

export const searchRoutes = ({ search }: { search: Search }): BoundRoute[] => [
  route(api.search.mentors, ({ query }) => search.mentors(query)),
  route(api.search.cards, async ({ query }) => ({ mentors: await search.cards(query.ids) })),
  route(api.search.suggestions, async ({ query }) => ({ suggestions: await search.suggestions(query.q) })),
  route(api.search.facets, ({ query }) => search.facets(query)),
  route(api.search.availability, async ({ params, query }) => ({
    times: await search.availability(params.mentorId, query),
  })),
]
