import { strict as assert } from 'node:assert'
import { searchSorts } from '@marga/contract/search'
import { startAppServer } from '../e2e/support/app-server.ts'
import { report } from './lib/report.ts'
import { inMs, timed, timingOf } from './lib/rounds.ts'
import { fillSearch } from './lib/seeded-app.ts'
import { createRandom } from './seed/random.ts'
import { firstNames, lastNames, skills } from './seed/vocabulary.ts'

// P3 and P4: a million mentors (or MENTORS), every answer asked once over HTTP so that no cache helps; and the
// right mentor among the first three for a name or skill with one typing error. SEARCH_DATABASE_URL names a
// database that is seeded and indexed already.

const mentors = Number(process.env.MENTORS ?? 1_000_000)
const prepared = process.env.SEARCH_DATABASE_URL
const goal = { p95Ms: 20, maxMs: 50, share: 0.95 }

const app = await startAppServer({
  database: 'server',
  env: { DEMO: '0', CACHE_MB: '0', ...(prepared ? { DATABASE_URL: prepared } : {}) },
})
try {
  if (!prepared) await fillSearch(app.databaseUrl!, mentors)
  await warm()
  const random = createRandom(7)
  const rows = [...(await measureKinds(random)), await measureTypingErrors(random)]
  const [memory] = await app.sql<{ size: string }>("select current_setting('shared_buffers') as size")
  report({
    title: `Search at ${mentors.toLocaleString('en')} mentors`,
    command: 'npx tsx bench/search.bench.ts',
    columns: ['what is asked', 'asked', 'median', 'p95', 'slowest', 'goal', 'reached'],
    rows,
    notes: [
      `P3 and P4. Whole answers over HTTP, one after the other, warm: PostgreSQL's memory and the system's hold the tables (pg_prewarm). Answers are not kept (CACHE_MB=0). PostgreSQL with shared_buffers of ${memory!.size}; the search's table takes 1.3 GB for a million.`,
    ],
  })
} finally {
  await app.dispose()
}

/** What a search may read comes into memory, as it is where people search all day. */
async function warm() {
  await app.sql('create extension if not exists pg_prewarm')
  await app.sql(
    `select pg_prewarm(oid) from pg_class
     where relname ~ '^(mentor_profile|account|mentor_search)' and relkind in ('r', 'i') order by relname`,
  )
}

type Card = { firstName: string; lastName: string; expertise: string[] }

async function search(query: Record<string, string>): Promise<Card[]> {
  const response = await fetch(`${app.url}/api/mentees/mentors?${new URLSearchParams(query)}`)
  assert.equal(response.status, 200)
  return ((await response.json()) as { mentorsSearchResult: Card[] }).mentorsSearchResult
}

/** One letter left out, doubled, changed or swapped with the next, never the first. */
function misspelt(word: string, random: ReturnType<typeof createRandom>): string {
  const at = 1 + random.below(word.length - 2)
  const [before, letter, next, rest] = [word.slice(0, at), word[at]!, word[at + 1] ?? '', word.slice(at + 2)]
  return random.one([
    before + next + rest,
    before + letter + letter + next + rest,
    `${before}${random.one([...'aeiourstn'])}${next}${rest}`,
    before + next + letter + rest,
  ])
}

async function measureKinds(random: ReturnType<typeof createRandom>) {
  const name = () => `${random.skewed(firstNames)} ${random.skewed(lastNames)}`
  const kinds: Record<string, () => Record<string, string>> = {
    'the list, every order': () => ({ sort: random.one(searchSorts) }),
    'a skill': () => ({ search: random.one(skills) }),
    'two words': () => ({ search: `${random.one(skills)} ${random.one(skills)}` }),
    'a name': () => ({ search: name() }),
    'a misspelt name': () => ({ search: misspelt(name(), random) }),
    'band and rating': () => ({
      price: random.one([...'bcde']),
      rating: random.one([...'12345']),
      sort: random.one(searchSorts),
    }),
    'a skill, band, rating, any order': () => ({
      search: random.one(skills),
      price: random.one([...'abcde']),
      rating: random.one([...'123459']),
      sort: random.one(searchSorts),
    }),
    'a skill, free this week': () => ({
      search: random.one(skills),
      available: 'week',
      sort: random.one(searchSorts),
    }),
    'nobody at all': () => ({ search: `zzqx${random.below(1e9).toString(36)}` }),
  }
  const rows: string[][] = []
  for (const [kind, make] of Object.entries(kinds)) {
    const durations: number[] = []
    for (let index = 0; index < 130; index++) {
      const query = { ...make(), limit: '12' }
      const { ms } = await timed(() => search(query))
      // The first ones warm connections and prepared statements.
      if (index >= 30) durations.push(ms)
    }
    const { count, p50, p95, max } = timingOf(durations)
    const isReached = p95 <= goal.p95Ms && max <= goal.maxMs
    rows.push([
      kind,
      String(count),
      inMs(p50),
      inMs(p95),
      inMs(max),
      `p95 ≤ ${goal.p95Ms} ms, none over ${goal.maxMs} ms`,
      isReached ? 'yes' : '**no**',
    ])
  }
  return rows
}

async function measureTypingErrors(random: ReturnType<typeof createRandom>): Promise<string[]> {
  const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const durations: number[] = []
  let [hits, count] = [0, 0]
  const longNames = firstNames.filter((one) => one.length > 3)
  while (count < 1000) {
    const isName = random.chance(0.5)
    const word = random.one(isName ? longNames : skills.filter((skill) => /^[A-Za-z ]{5,}$/.test(skill)))
    const asked = misspelt(plain(word), random)
    if (asked === plain(word)) continue
    count++
    const { ms, value } = await timed(() => search({ search: asked, limit: '3' }))
    durations.push(ms)
    const isRight = ({ firstName, lastName, expertise }: Card) =>
      isName
        ? [firstName, lastName].some((one) => plain(one) === plain(word))
        : expertise.some((skill) => plain(skill) === plain(word))
    if (value.some(isRight)) hits++
  }
  const { p50, p95, max } = timingOf(durations)
  const share = hits / count
  return [
    `one typing error, right mentor in the first three: ${(share * 100).toFixed(1)} %`,
    String(count),
    inMs(p50),
    inMs(p95),
    inMs(max),
    `≥ ${goal.share * 100} %`,
    share >= goal.share ? 'yes' : '**no**',
  ]
}
