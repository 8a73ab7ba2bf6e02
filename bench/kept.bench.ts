import { api } from '@marga/contract/api'
import pg from 'pg'
import { startAppServer } from '../e2e/support/app-server.ts'
import { createCaller } from './lib/caller.ts'
import { closedLoop, inPercent, inTurns, median, spreadOf } from './lib/comparison.ts'
import { benchEnvironment, payMonth, seedPairs } from './lib/pairs.ts'
import { report } from './lib/report.ts'
import { usualQueries, zipf } from './lib/search-queries.ts'
import { fillSearch } from './lib/seeded-app.ts'
import { load } from './seed/load.ts'
import { createRandom } from './seed/random.ts'

// P2 and P11 where people book meanwhile: what is kept of searches and pages, with ten bookings a second and without.

const mentors = Number(process.env.MENTORS ?? 10_000)
const booked = 300
const slotsEach = 12
const callsEach = 4
const bookingsASecond = 10
const rounds = 5
const seconds = Number(process.env.SECONDS ?? 3)
const atOnce = 8
const hourMs = 3_600_000

const app = await startAppServer({ database: 'server', env: benchEnvironment })
const database = new pg.Client({ connectionString: app.databaseUrl })
const caller = createCaller(app.url)
try {
  await database.connect()
  const pairs = await seedPairs(database, booked)
  await payMonth(database)
  const random = createRandom(47)
  const hour = Math.ceil(Date.now() / hourMs) + 24
  const slots = pairs.flatMap((pair) =>
    Array.from({ length: slotsEach }, (_, index) => {
      const startMs = (hour + index * 11) * hourMs
      return { pair, row: [random.uuid(Date.now()), pair.mentorId, 'session', startMs] as const }
    }),
  )
  await load(
    database,
    'slot',
    ['id', 'mentor_id', 'type', 'starts_at', 'ends_at'],
    slots.map(({ row: [id, mentorId, type, startMs] }) => [
      ...[id, mentorId, type],
      ...[new Date(startMs), new Date(startMs + hourMs)],
    ]),
  )
  await fillSearch(app.databaseUrl!, mentors)

  /** Of each mentee as many as the month has calls, any of the mentor's times. */
  const used = new Map<string, number>()
  const bookings = slots
    .map((slot) => ({ ...slot, at: random.next() }))
    .sort((one, other) => one.at - other.at)
    .filter(({ pair: { menteeId } }) => {
      const count = (used.get(menteeId) ?? 0) + 1
      used.set(menteeId, count)
      return count <= callsEach
    })
  let failed = 0
  let done = 0
  async function book() {
    const next = bookings.pop()
    if (!next) throw new Error('there is nothing left to book')
    const { menteeId, menteeToken: token } = next.pair
    const body = { slotId: next.row[0], values: { menteeId } }
    const { status, text } = await caller.call('POST', api.slots.book.path, { token, body })
    if (status === 200) done++
    else if (failed++ === 0) console.log(text)
  }
  async function whileBooking(measure: () => Promise<number>): Promise<number> {
    const underWay: Promise<void>[] = []
    const timer = setInterval(() => underWay.push(book()), 1000 / bookingsASecond)
    try {
      return await measure()
    } finally {
      clearInterval(timer)
      await Promise.all(underWay)
    }
  }

  const mentorIds = await database.query<{ id: string }>(
    'select mentor_id as id from mentor_search limit 500',
  )
  const searches = zipf(usualQueries())
  const kinds = {
    'search answers, 500 queries as people ask': searches.map((query) => `/api/mentees/mentors?${query}`),
    'counts beside the filters, the same queries': searches.map(
      (query) => `/api/mentees/mentors/facets?${query}`,
    ),
    'browse pages, the same queries': searches.map((query) => `/browse/mentor/search?${query}`),
    'profiles of 500 mentors': zipf(mentorIds.rows.map(({ id }) => `/browse/mentor/profile/${id}`)),
  }
  const rows: string[][] = []
  for (const [name, paths] of Object.entries(kinds)) {
    const ask = async (turn: number) => {
      const { status } = await caller.call('GET', paths[turn % paths.length]!)
      if (status !== 200) throw new Error(`${paths[turn % paths.length]} answered ${status}`)
    }
    const measure = () => closedLoop(atOnce, seconds, ask)
    const { candidate, baseline } = await inTurns(rounds, () => whileBooking(measure), measure)
    const [busy, quiet] = [median(candidate), median(baseline)]
    rows.push([
      name,
      String(Math.round(busy)),
      String(Math.round(quiet)),
      `${(busy / quiet).toFixed(2)} ×`,
      inPercent(spreadOf(baseline)),
    ])
  }
  report({
    title: 'What stays kept while people book',
    command: 'npx tsx bench/kept.bench.ts',
    columns: [
      'what is asked',
      `a second, with ${bookingsASecond} bookings a second`,
      'a second, without',
      'ratio',
      'the latter varies by',
    ],
    rows,
    notes: [
      `${mentors.toLocaleString('en')} mentors, of whom ${booked} are booked, any of ${slotsEach} times in the coming week; ${atOnce} under way, medians of ${rounds} rounds of ${seconds} s in turns. ${done} bookings, ${failed} of them refused. The load generator, a Node client, takes a good part of the two cores: what is kept is served faster than it asks.`,
    ],
  })
} finally {
  caller.close()
  await database.end()
  await app.dispose()
}
