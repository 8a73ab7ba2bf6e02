import { api } from '@marga/contract/api'
import pg from 'pg'
import { startAppServer } from '../e2e/support/app-server.ts'
import { createCaller } from './lib/caller.ts'
import { acts, type Crowd, medianOf, rounds, unreadMax } from './lib/growth-acts.ts'
import { benchEnvironment, payMonth, seedModerator, seedPairs } from './lib/pairs.ts'
import { report } from './lib/report.ts'
import { inMs } from './lib/rounds.ts'
import { createRandom } from './seed/random.ts'

// P16: what a success brings, ten times and a hundred times over. Each act is asked for as the browser asks it, of a
// product whose one mentor has so many subscribers; each tenfold may cost at most twelvefold, and none may fail.

const [smallest, largest] = (process.env.SIZES ?? '1000,100000').split(',').map(Number) as [number, number]
const sizes: number[] = []
for (let size = smallest; size <= largest; size *= 10) sizes.push(size)

/** @returns milliseconds by act */
async function measure(size: number): Promise<number[]> {
  const app = await startAppServer({ database: 'server', env: benchEnvironment })
  const database = new pg.Client({ connectionString: app.databaseUrl })
  const caller = createCaller(app.url)
  try {
    await database.connect()
    const pairs = await seedPairs(database, size, { mentors: 1 })
    await payMonth(database)
    await database.query('vacuum analyze')
    const ask: Crowd['ask'] = async (method, path, of) => {
      const { status, text, ms } = await caller.call(method, path, of)
      if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`)
      return ms
    }
    const moderatorToken = await seedModerator(database)
    const places = { url: app.url, database, databaseUrl: app.databaseUrl! }
    const crowd: Crowd = { size, pairs, moderatorToken, ...places, ask }
    const durations: number[] = []
    for (const { name, run } of acts) {
      durations.push(await run(crowd))
      console.log(`${size}: ${name}: ${inMs(durations.at(-1)!)}`)
    }
    return durations
  } finally {
    caller.close()
    await database.end()
    await app.dispose()
  }
}

/** @returns milliseconds of the first suggestion, which reads all words, and of one after it */
async function measureWords(count: number): Promise<[number, number]> {
  const app = await startAppServer({ database: 'server', env: benchEnvironment })
  const caller = createCaller(app.url)
  try {
    const random = createRandom(44)
    const letters = 'aeiounrtslkmdpbg'
    const word = () => Array.from({ length: 9 }, () => letters[random.below(letters.length)]).join('')
    const words = Array.from({ length: count }, word)
    await app.sql('insert into search_term (term) select distinct $2 || word from unnest($1::text[]) word', [
      words,
      strongTag,
    ])
    const suggest = async (text: string) => {
      const { status, ms } = await caller.call('GET', `${api.search.suggestions.path}?q=${text}`)
      if (status !== 200) throw new Error(`Suggestions answered ${status}`)
      return ms
    }
    const first = await suggest('ab')
    return [first, await medianOf((round) => suggest(words[round]!.slice(0, 4)))]
  } finally {
    caller.close()
    await app.dispose()
  }
}

/** As search_term marks words of names and skills, which are completed and corrected. */
const strongTag = 'b:'

const columns: number[][] = []
for (const size of sizes) columns.push(await measure(size))
const words: [number, number][] = []
for (const size of sizes) words.push(await measureWords(size * 10))

const rowOf = (name: string, durations: readonly number[]) => {
  const factors = durations.slice(1).map((ms, index) => ms / durations[index]!)
  const isReached = factors.every((factor) => factor <= 12)
  return [
    name,
    ...durations.map(inMs),
    factors.map((factor) => `${factor.toFixed(1)}×`).join(', '),
    isReached ? 'yes' : '**no**',
  ]
}
report({
  title: 'What grows with success',
  command: 'npx tsx bench/growth.bench.ts',
  columns: ['act', ...sizes.map((size) => size.toLocaleString('en')), 'each tenfold costs', '≤ 12×'],
  rows: [
    ...acts.map(({ name }, index) =>
      rowOf(
        name,
        columns.map((durations) => durations[index]!),
      ),
    ),
    rowOf(
      'the first suggestion, which reads ten times as many words',
      words.map(([ms]) => ms),
    ),
    rowOf(
      'a suggestion after it',
      words.map(([, ms]) => ms),
    ),
  ],
  notes: [
    `P16. One mentor of so many subscribers, each with a paid month; median of ${rounds}, of times published 3, the last notice and the block once; of unread conversations at most ${unreadMax.toLocaleString('en')}. Those who are online are rows of another process, of whom only the mentor and those who come have a socket; that a process is gone is believed after two looks, two seconds apart. One process, PostgreSQL and the caller on the same two cores.`,
  ],
})
