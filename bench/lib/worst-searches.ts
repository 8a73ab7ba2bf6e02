import { api } from '@marga/contract/api'

// The searches that cost most, found by trying at 100,000 mentors: each kind once made PostgreSQL or the main thread
// work for seconds. No two have the same parsed query, so that the cache of answers helps none of them the first time.

const texts = {
  'eight words with many synonyms': [
    'llm ai naukri seo gamedev cv startup postgres',
    'genai job study abroad taxes programmer ux doctor lawyer',
    'artificial intelligence large language models generative ai',
  ],
  'eight frequent words that nobody has together': [
    'engineer data design product senior manager react bengaluru',
    'python java sql kubernetes figma seo upsc chemistry',
    'software senior infosys google amazon wipro mumbai delhi',
  ],
  'frequent words and one that nobody has': [
    'python engineer bengaluru java data design product zzqxvk',
    'zzqxvk zqxkvw python java react sql aws docker',
  ],
  'eight words that nobody has, near to many': [
    'jvaa pyhton raect sqll desgin enginer mangaer prodct',
    'shrma kumr sngh patl reddi gupt nayr iyr',
    'aaaaaaaa bbbbbbbb cccccccc dddddddd eeeeeeee ffffffff gggggggg hhhhhhhh',
  ],
  'single letters, and beginnings of very many words': ['a b c d e f g s', 's', 'a', 'pr', 'ma de'],
  'long words': [
    'x'.repeat(200),
    Array.from({ length: 8 }, (_, index) => String.fromCharCode(97 + index).repeat(24)).join(' '),
    `${'ab.'.repeat(60)}c`,
  ],
  'what another language would take for a pattern': [
    '% _ * ? .* \\ \' " & | ! ( ) : <->',
    "a' | 'b & !c:*",
    'node.js& c++ c# r&d .net a.b.c.d.e.f',
  ],
} satisfies Record<string, string[]>

/** Filters beside the words, alone and all together, and every order. */
const filters: Record<string, string>[] = [
  {},
  { sort: 'newest' },
  { sort: 'price_low', price: 'e', rating: '5' },
  { sort: 'rating', available: 'week', language: 'french', location: 'Goa' },
  { price: 'c', rating: '1', available: 'week', language: 'hindi', location: 'Bengaluru', limit: '100' },
  { exact: '1', sort: 'price_high', language: 'nobody speaks this' },
]

const urlOf = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`

const wordless = [
  ...filters,
  { rating: '5', price: 'e', available: 'week', location: 'Goa', language: 'spanish' },
  { sort: 'newest', location: 'nowhere at all', limit: '100' },
]

/** Addresses below the product's own; each is answered with 200 by itself. */
export const worstSearches: string[] = [
  ...Object.values(texts)
    .flat()
    .flatMap((search) =>
      filters.flatMap((filter) => [
        urlOf(api.search.mentors.path, { search, ...filter }),
        ...(filter.sort === 'rating' || filter.limit || filter.exact
          ? [urlOf(api.search.facets.path, { search, ...filter })]
          : []),
      ]),
    ),
  ...wordless.flatMap((filter) => [
    urlOf(api.search.mentors.path, filter),
    urlOf(api.search.facets.path, filter),
  ]),
  ...Object.values(texts)
    .flat()
    .map((text) => urlOf(api.search.suggestions.path, { q: text.slice(0, 60) })),
]
