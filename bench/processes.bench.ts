import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type AppServer, startAppServer } from '../e2e/support/app-server.ts'
import { closedLoop, inPercent, median, spreadOf } from './lib/comparison.ts'
import { benchEnvironment, type Pair, seedPairs } from './lib/pairs.ts'
import { cpuOf } from './lib/process-cpu.ts'
import { type RawSocket, signInRaw } from './lib/raw-socket.ts'
import { report } from './lib/report.ts'
import { differentQueries } from './lib/search-queries.ts'
import { fillSearch } from './lib/seeded-app.ts'
import { unreadInLua } from './lib/unread.ts'
import { load } from './lib/wrk.ts'
import { writeLua } from './lib/wrk-script.ts'

// One command by one, two and four processes (PROCESSES), in turns on one database: searches that no cache has, and
// messages over sockets that lie at different processes. With the rate, what one costs of processor time, in all
// processes of the command together: on a machine with few cores that says more than the rate.

const counts = (process.env.COUNTS ?? '1,2,4').split(',').map(Number)
const rounds = Number(process.env.ROUNDS ?? 5)
const seconds = Number(process.env.SECONDS ?? 4)
const mentors = Number(process.env.MENTORS ?? 20_000)
/** Each process compiles its own code, and has its share of the load to do so. */
const warmSeconds = 4
const pairCount = 200
const atOnce = 64

type Measured = { perSecond: number; cpuMs: number; p99Ms?: number }

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
const cpuOfCommand = (pid: number) => [pid, ...childrenOf(pid)].reduce((sum, one) => sum + cpuOf(one), 0)

const folder = mkdtempSync(join(tmpdir(), 'marga-bench-'))
const keeper = await startAppServer({ database: 'server', env: benchEnvironment })
const databaseUrl = keeper.databaseUrl!
const found = new Map(
  counts.map((count) => [count, { searches: [] as Measured[], messages: [] as Measured[] }]),
)
try {
  await fillSearch(databaseUrl, mentors)
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const pairs = await seedPairs(database, pairCount)
  await database.end()
  await keeper.stop()
  const script = writeLua(
    join(folder, 'different.lua'),
    differentQueries().map((query) => `/api/mentees/mentors?${query}`),
    unreadInLua('n'),
  )
  for (let round = 0; round < rounds; round++)
    for (const count of round % 2 === 0 ? counts : [...counts].reverse()) {
      const app = await startAppServer({
        database: { url: databaseUrl },
        env: { ...benchEnvironment, PROCESSES: String(count) },
      })
      try {
        await allRun(app)
        found.get(count)!.searches.push(await search(app, script, count))
        found.get(count)!.messages.push(await sendMessages(app, pairs, count))
      } finally {
        await app.dispose()
      }
      console.log(`round ${round + 1}, ${count}: ${JSON.stringify(found.get(count))}`)
    }
  const one = found.get(counts[0]!)!
  const inRound = (value: number) => value.toFixed(value < 10 ? 2 : 0)
  const rowOf = (what: 'searches' | 'messages', count: number) => {
    const own = found.get(count)![what]
    const [rate, cpu] = [median(own.map((one) => one.perSecond)), median(own.map((one) => one.cpuMs))]
    const first = median(one[what].map((of) => of.perSecond))
    return [
      what,
      String(count),
      inRound(rate),
      `${(rate / first).toFixed(2)} ×`,
      `${inRound(cpu)} ms`,
      what === 'searches' ? `${inRound(median(own.map((of) => of.p99Ms!)))} ms` : '',
      inPercent(spreadOf(own.map((of) => of.perSecond))),
    ]
  }
  report({
    title: 'One command by several processes',
    command: 'npx tsx bench/processes.bench.ts',
    columns: ['what', 'PROCESSES', 'a second', 'of one', 'processor time for each', 'p99', 'varies by'],
    rows: (['searches', 'messages'] as const).flatMap((what) => counts.map((count) => rowOf(what, count))),
    notes: [
      `Medians of ${rounds} rounds of ${seconds} s in turns, ${mentors.toLocaleString('en')} mentors, ${pairCount} pairs with a socket each, ${atOnce} messages under way. Load generator, PostgreSQL and the product share ${availableParallelism()} cores: processor time is that of all processes of the command, PostgreSQL's not counted.`,
    ],
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
  await keeper.dispose()
}

async function allRun({ output }: AppServer) {
  while (!output().includes('is running at')) await new Promise((resolve) => setTimeout(resolve, 100))
}

async function search(app: AppServer, script: string, count: number): Promise<Measured> {
  await load({ url: app.url, script, seconds: warmSeconds * count })
  const before = cpuOfCommand(app.pid())
  const { perSecond, p99Ms } = await load({ url: app.url, script, seconds })
  return { perSecond, p99Ms, cpuMs: (cpuOfCommand(app.pid()) - before) / (perSecond * seconds) }
}

async function sendMessages(app: AppServer, pairs: readonly Pair[], processes: number): Promise<Measured> {
  const arrivals = new Map<string, () => void>()
  const onEvent = (event: string, frame: string) => {
    if (event === 'messageReveived') arrivals.get(/bench-\d+/.exec(frame)?.[0] ?? '')?.()
  }
  const sockets: RawSocket[] = []
  for (const { menteeToken, menteeId, mentorToken, mentorId } of pairs) {
    sockets.push(await signInRaw(app.url, { token: menteeToken, userId: menteeId, role: 'mentee' }))
    sockets.push(await signInRaw(app.url, { token: mentorToken, userId: mentorId, role: 'mentor' }, onEvent))
  }
  let count = 0
  async function send(turn: number): Promise<void> {
    const index = turn % pairs.length
    const message = `bench-${++count}`
    const seen = new Promise<void>((resolve) => arrivals.set(message, resolve))
    const [reply] = (await sockets[index * 2]!.call('message', {
      conversationId: pairs[index]!.conversationId,
      message,
      clientMessageId: crypto.randomUUID(),
    })) as [{ ok: boolean; code?: string }]
    if (!reply.ok) throw new Error(JSON.stringify(reply))
    await seen
    arrivals.delete(message)
  }
  await closedLoop(atOnce, warmSeconds * processes, send)
  const [before, sentBefore] = [cpuOfCommand(app.pid()), count]
  const perSecond = await closedLoop(atOnce, seconds, send)
  const cpuMs = (cpuOfCommand(app.pid()) - before) / (count - sentBefore)
  for (const socket of sockets) socket.close()
  return { perSecond, cpuMs }
}
