import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startAppServer } from '../e2e/support/app-server.ts'
import { inPercent, median, spreadOf, verdict } from './lib/comparison.ts'
import { createHeapProbe } from './lib/heap.ts'
import { benchEnvironment, seedPairs } from './lib/pairs.ts'
import { report } from './lib/report.ts'
import { startWorkerProcess } from './lib/worker-process.ts'

// P7: heap of an idle signed-in socket after a collection, beside bare Socket.IO, and how many one process holds. Both grow in turns
// by the same number; each step is a round. A socket is an open file, of which a process may have only so many (ulimit -n), and some
// are the server's own: where that leaves fewer than 20,000, as many as fit are opened.

const steps = 5
const goal = 20_000
const ownFiles = 200
const openFilesMax = Number(
  /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Number.POSITIVE_INFINITY,
)
const total = Math.min(goal, Math.floor((openFilesMax - ownFiles) / steps) * steps)
const settleMs = 5_000
const pairCount = Math.ceil(total / 2)

const probes = { candidate: createHeapProbe('candidate'), baseline: createHeapProbe('baseline') }
const app = await startAppServer({
  database: 'server',
  env: { ...benchEnvironment, ...probes.candidate.env },
  nodeOptions: probes.candidate.nodeOptions,
})
const database = new pg.Client({ connectionString: app.databaseUrl })
await database.connect()
const pairs = await seedPairs(database, pairCount)
const people = pairs.flatMap(({ menteeId, mentorId, menteeToken, mentorToken }) => [
  { token: menteeToken, userId: menteeId, role: 'mentee' },
  { token: mentorToken, userId: mentorId, role: 'mentor' },
])
const baselineProcess = await startWorkerProcess(
  'baseline-sockets.ts',
  { BASELINE_DATABASE_URL: app.databaseUrl!, ...probes.baseline.env },
  probes.baseline.nodeOptions,
)
// Two for each server: a holder opens no more files than a server may.
const holders = await Promise.all([1, 2, 3, 4].map(() => startWorkerProcess('socket-holder.ts')))
const servers = {
  candidate: { url: app.url, pid: app.pid(), holders: holders.slice(0, 2) },
  baseline: { url: String(baselineProcess.said), pid: baselineProcess.pid, holders: holders.slice(2) },
}
type ServerName = keyof typeof servers

const heapOf = (name: ServerName) => probes[name].read(servers[name].pid)

/** Opens another step's worth. @returns bytes of the heap a socket, after a collection */
async function grow(name: ServerName, step: number): Promise<number> {
  const { url, holders: ownHolders } = servers[name]
  const before = await heapOf(name)
  const some = people.slice((step * total) / steps, ((step + 1) * total) / steps)
  const half = Math.ceil(some.length / 2)
  const answers = await Promise.all([
    ownHolders[0]!.ask({ open: { url, people: some.slice(0, half) } }),
    ownHolders[1]!.ask({ open: { url, people: some.slice(half) } }),
  ])
  const failed = (answers as { failed: number }[]).reduce((sum, answer) => sum + answer.failed, 0)
  if (failed > 0) throw new Error(`${failed} of ${some.length} sockets of ${name} were not signed in`)
  await sleep(settleMs)
  const bytes = ((await heapOf(name)) - before) / some.length
  console.log(
    `${name}: ${((step + 1) * total) / steps} sockets, ${Math.round(bytes / 1024)} KB each of the last`,
  )
  return bytes
}

const countOpen = async (name: ServerName) => {
  const answers = await Promise.all(servers[name].holders.map((holder) => holder.ask({ count: true })))
  return (answers as { open: number }[]).reduce((sum, { open }) => sum + open, 0)
}

try {
  const startHeap = { candidate: await heapOf('candidate'), baseline: await heapOf('baseline') }
  const grown: Record<ServerName, number[]> = { candidate: [], baseline: [] }
  for (let step = 0; step < steps; step++)
    for (const name of step % 2 === 0
      ? (['candidate', 'baseline'] as const)
      : (['baseline', 'candidate'] as const))
      grown[name].push(await grow(name, step))
  // Twice the interval of pings: those that are held have answered one.
  await sleep(55_000)
  const held = { candidate: await countOpen('candidate'), baseline: await countOpen('baseline') }
  const heapNow = { candidate: await heapOf('candidate'), baseline: await heapOf('baseline') }
  const heapEach = (name: ServerName) => (heapNow[name] - startHeap[name]) / held[name]
  const ratio = heapEach('candidate') / heapEach('baseline')
  const inKb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
  const ofSteps = (name: ServerName) => `${inKb(median(grown[name]))} (median of steps)`
  report({
    title: 'Memory of idle sockets',
    command: 'npx tsx bench/sockets.bench.ts',
    columns: ['what', 'product', 'bare Socket.IO', 'ratio', 'reference varies by', 'goal', 'reached'],
    rows: [
      [
        'heap of a signed-in socket after a collection',
        `${inKb(heapEach('candidate'))}, ${ofSteps('candidate')}`,
        `${inKb(heapEach('baseline'))}, ${ofSteps('baseline')}`,
        `${ratio.toFixed(2)} ×`,
        inPercent(spreadOf(grown.baseline)),
        '≤ 1.15 ×',
        verdict(ratio <= 1.15, grown.baseline),
      ],
      [
        'held by one process a minute later',
        String(held.candidate),
        String(held.baseline),
        '',
        '',
        goal.toLocaleString('en'),
        held.candidate >= goal ? 'yes' : held.candidate === total ? 'all that were opened' : '**no**',
      ],
    ],
    notes: [
      `P7. ${total.toLocaleString('en')} people, a socket each, opened in turns in ${steps} steps. Heap: what V8 and its buffers hold after a collection that is asked for; what the database keeps not counted. A process may open ${openFilesMax.toLocaleString('en')} files on this machine.`,
    ],
  })
} finally {
  for (const holder of holders) await holder.stop()
  await baselineProcess.stop()
  await database.end()
  await app.dispose()
}
