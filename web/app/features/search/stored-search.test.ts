import { expect, it } from 'vitest'
import { noFilters } from './rules.ts'
import { readStoredSearch, storedSearchCookie } from './stored-search.ts'

const sent = (cookie: string) => `theme=dark; ${cookie.split(';')[0]}; other=1`

it('keeps what was searched for, "C++ & more" included', () => {
  const filters = { ...noFilters, search: 'C++ & more; ü', price: 'c', rating: '4' } as const
  expect(readStoredSearch(sent(storedSearchCookie(filters)))).toEqual(filters)
})

it('is forgotten with an empty search', () => {
  expect(storedSearchCookie(noFilters)).toContain('Max-Age=0')
})

it.each([
  null,
  '',
  'theme=dark',
  'marga.search=%E0%A4%A',
  'marga.search=price%3Dzz',
  'marga.search=search%3D%2500',
])('takes %j for a search that takes everybody', (cookies) => {
  expect(readStoredSearch(cookies)).toEqual(noFilters)
})
