import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@marga/contract/api'
import pg from 'pg'
import { startAppServer } from '../e2e/support/app-server.ts'
import { createCaller } from './lib/caller.ts'
import { closedLoop } from './lib/comparison.ts'
import { machineMicroseconds, readProfile, type Span, timeByLayer } from './lib/cpu-profile.ts'
import { benchEnvironment, payMonth, seedPairs } from './lib/pairs.ts'
import { cpuOf, databaseUse } from './lib/process-cpu.ts'
import { type RawSocket, signInRaw } from './lib/raw-socket.ts'
import { report } from './lib/report.ts'
import { differentQueries } from './lib/search-queries.ts'
import { fillSearch } from './lib/seeded-app.ts'
import { load } from './seed/load.ts'
import { createRandom } from './seed/random.ts'

// Where the time of a message, a search, a booking, a page and a start goes: V8's profile of the server by layer, and
// the CPU of PostgreSQL beside it. Nothing is kept of answers and pages, so that each is made.

const seconds = Number(process.env.SECONDS ?? 5)
const mentors = Number(process.env.MENTORS ?? 10_000)
const bookingCount = 600
const hourMs = 3_600_000

type Act = { name: string; atOnce: number; run: (turn: number) => Promise<unknown>; most?: number }
type Measured = {
  name: string
  span: Span
  count: number
  serverMs: number
  databaseMs: number
  commits: number
}

const folder = mkdtempSync(join(tmpdir(), 'marga-profile-'))
const app = await startAppServer({
  database: 'server',
  env: { ...benchEnvironment, CACHE_MB: '0' },
  nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
})
const database = new pg.Client({ connectionString: app.databaseUrl })
const caller = createCaller(app.url)
const sockets: RawSocket[] = []
try {
  await database.connect()
  const pairs = await seedPairs(database, bookingCount)
  await payMonth(database)
  const random = createRandom(48)
  const startMs = (Math.ceil(Date.now() / hourMs) + 30) * hourMs
  const slots = pairs.map((pair) => ({ pair, id: random.uuid(Date.now()) }))
  await load(
    database,
    'slot',
    ['id', 'mentor_id', 'type', 'starts_at', 'ends_at'],
    slots.map(({ pair, id }) => [
      id,
      pair.mentorId,
      'session',
      new Date(startMs),
      new Date(startMs + hourMs),
    ]),
  )
  await fillSearch(app.databaseUrl!, mentors)
  // Started again on what is there, as it would be after an update.
  await app.stop()
  const started = machineMicroseconds()
  await app.start()
  const start: Span = { from: started, to: machineMicroseconds() }

  const senders: RawSocket[] = []
  for (const { menteeToken, mentorToken, menteeId, mentorId } of pairs.slice(0, 100)) {
    sockets.push(await signInRaw(app.url, { token: mentorToken, userId: mentorId, role: 'mentor' }))
    senders.push(await signInRaw(app.url, { token: menteeToken, userId: menteeId, role: 'mentee' }))
  }
  sockets.push(...senders)
  const get = async (path: string) => {
    const { status, text } = await caller.call('GET', path)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`)
  }
  const queries = differentQueries()
  const acts: Act[] = [
    {
      name: 'a message',
      atOnce: 64,
      async run(turn) {
        const index = turn % senders.length
        const { conversationId } = pairs[index]!
        const payload = { conversationId, message: `bench ${turn}`, clientMessageId: crypto.randomUUID() }
        const [reply] = (await senders[index]!.call('message', payload)) as [{ ok: boolean }]
        if (!reply.ok) throw new Error(JSON.stringify(reply))
      },
    },
    {
      name: 'a search',
      atOnce: 8,
      run: (turn) => get(`/api/mentees/mentors?${queries[turn % queries.length]}`),
    },
    {
      name: 'a booking',
      atOnce: 8,
      most: bookingCount,
      async run(turn) {
        const { pair, id: slotId } = slots[turn]!
        const body = { slotId, values: { menteeId: pair.menteeId } }
        const { status, text } = await caller.call('POST', api.slots.book.path, {
          token: pair.menteeToken,
          body,
        })
        if (status !== 200) throw new Error(text)
      },
    },
    {
      name: 'a browse page',
      atOnce: 8,
      run: (turn) => get(`/browse/mentor/search?${queries[turn % queries.length]}`),
    },
  ]
  const measured: Measured[] = []
  for (const act of acts) measured.push(await measure(act))
  const profileOf = await stopAndRead()
  write(start, measured, profileOf)
} finally {
  for (const socket of sockets) socket.close()
  caller.close()
  await database.end()
  await app.dispose()
  rmSync(folder, { recursive: true, force: true })
}

async function measure({ name, atOnce, run, most = Number.POSITIVE_INFINITY }: Act): Promise<Measured> {
  let count = 0
  let turn = 0
  // Compiled, and its statements prepared.
  await closedLoop(atOnce, 2, async () => void (await run(turn++)))
  const [serverBefore, before] = [cpuOf(app.pid()), await databaseUse(database)]
  const from = machineMicroseconds()
  await closedLoop(atOnce, seconds, async () => {
    const own = turn++
    if (own >= most) return void (await sleep(50))
    await run(own)
    count++
  })
  const span = { from, to: machineMicroseconds() }
  const serverMs = cpuOf(app.pid()) - serverBefore
  // Counters of transactions are written after a while.
  await sleep(1500)
  const after = await databaseUse(database)
  return {
    name,
    span,
    count,
    serverMs,
    databaseMs: after.cpuMs - before.cpuMs,
    commits: after.commits - before.commits,
  }
}

async function stopAndRead() {
  for (const socket of sockets) socket.close()
  await app.stop()
  const profile = readProfile(folder)
  return (span: Span) => timeByLayer(profile, span)
}

function write(start: Span, measured: readonly Measured[], profileOf: (span: Span) => Map<string, number>) {
  const columns = [
    { name: 'a start', spent: profileOf(start), count: 1 },
    ...measured.map(({ name, span, count }) => ({ name, spent: profileOf(span), count })),
  ]
  const layers = [...new Set(columns.flatMap(({ spent }) => [...spent.keys()]))]
  const perAct = (ms: number, count: number) => `${(ms / count).toFixed(ms / count < 10 ? 3 : 0)} ms`
  const rows = layers
    .map((layer) => ({
      // By what a message spends there, which is asked for most often.
      weight: columns[1]!.spent.get(layer) ?? 0,
      cells: [layer, ...columns.map(({ spent, count }) => perAct((spent.get(layer) ?? 0) / 1000, count))],
    }))
    .sort((one, other) => other.weight - one.weight)
    .map(({ cells }) => cells)
  const ofAll = (title: string, of: (one: Measured) => string) => [title, '', ...measured.map(of)]
  report({
    file: 'docs/performance.md',
    title: 'Where the time goes',
    command: 'npx tsx bench/profile.bench.ts',
    columns: ['layer', ...columns.map(({ name }) => name)],
    rows: [
      ...rows,
      ofAll('CPU of the server, all threads', ({ serverMs, count }) => perAct(serverMs, count)),
      ofAll('CPU of PostgreSQL', ({ databaseMs, count }) => perAct(databaseMs, count)),
      ofAll('commits', ({ commits, count }) => (commits / count).toFixed(2)),
      ofAll('done in a second', ({ count }) => String(Math.round(count / seconds))),
    ],
    notes: [
      `The server's main thread by V8's profile, for each act; what waits takes none. ${mentors.toLocaleString('en')} mentors, nothing kept of answers and pages (CACHE_MB=0), ${seconds} s each: 64 messages under way over 100 sockets, 8 of the others; ${bookingCount} bookings at most. CPU and commits are those of all that ran meanwhile, jobs among them. The profile itself costs some of it.`,
    ],
  })
}
