import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startProduct } from '../e2e/support/product.ts'
import { inPercent, median, spreadOf, verdict } from './lib/compared.ts'
import { benchEnvironment, seedPairs } from './lib/pairs.ts'
import { report } from './lib/report.ts'
import { residentBytes, startSide } from './lib/side.ts'

// P7: memory of an idle signed-in socket, beside bare Socket.IO, and how many one process holds. Both grow in turns
// by the same number; each step is a round. SOCKETS is bounded by the files that a process may open (ulimit -n).

const total = Number(process.env.SOCKETS ?? 20_000)
const steps = 5
const settleMs = 5_000
const pairCount = Math.ceil(total / 2)

const product = await startProduct({ database: 'server', env: benchEnvironment })
const database = new pg.Client({ connectionString: product.databaseUrl })
await database.connect()
const pairs = await seedPairs(database, pairCount)
const people = pairs.flatMap(({ menteeId, mentorId, menteeToken, mentorToken }) => [
  { token: menteeToken, userId: menteeId, role: 'mentee' },
  { token: mentorToken, userId: mentorId, role: 'mentor' },
])
const bare = await startSide('bare-sockets.ts', { BARE_DATABASE_URL: product.databaseUrl! })
// Two for each side: a holder opens no more files than a server may.
const holders = await Promise.all([1, 2, 3, 4].map(() => startSide('socket-holder.ts')))
const sides = {
  product: { url: product.url, pid: product.pid(), holders: holders.slice(0, 2) },
  bare: { url: String(bare.said), pid: bare.pid, holders: holders.slice(2) },
}
type SideName = keyof typeof sides

/** Opens another step's worth. @returns bytes of memory a socket */
async function grow(name: SideName, step: number): Promise<number> {
  const { url, pid, holders: ours } = sides[name]
  const before = residentBytes(pid)
  const some = people.slice((step * total) / steps, ((step + 1) * total) / steps)
  const half = Math.ceil(some.length / 2)
  const answers = await Promise.all([
    ours[0]!.ask({ open: { url, people: some.slice(0, half) } }),
    ours[1]!.ask({ open: { url, people: some.slice(half) } }),
  ])
  const failed = (answers as { failed: number }[]).reduce((sum, answer) => sum + answer.failed, 0)
  if (failed > 0) throw new Error(`${failed} of ${some.length} sockets of ${name} were not signed in`)
  await sleep(settleMs)
  const bytes = (residentBytes(pid) - before) / some.length
  console.log(
    `${name}: ${((step + 1) * total) / steps} sockets, ${Math.round(bytes / 1024)} KB each of the last`,
  )
  return bytes
}

const countOpen = async (name: SideName) => {
  const answers = await Promise.all(sides[name].holders.map((holder) => holder.ask({ count: true })))
  return (answers as { open: number }[]).reduce((sum, { open }) => sum + open, 0)
}

try {
  const start = { product: residentBytes(sides.product.pid), bare: residentBytes(sides.bare.pid) }
  const grown: Record<SideName, number[]> = { product: [], bare: [] }
  for (let step = 0; step < steps; step++)
    for (const name of step % 2 === 0 ? (['product', 'bare'] as const) : (['bare', 'product'] as const))
      grown[name].push(await grow(name, step))
  // Twice the interval of pings: those that are held have answered one.
  await sleep(55_000)
  const held = { product: await countOpen('product'), bare: await countOpen('bare') }
  const each = (name: SideName) => (residentBytes(sides[name].pid) - start[name]) / held[name]
  const ratio = each('product') / each('bare')
  const inKb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
  const ofSteps = (name: SideName) => `${inKb(median(grown[name]))} (median of steps)`
  report({
    title: 'Memory of idle sockets',
    command: `npx tsx bench/sockets.bench.ts${process.env.SOCKETS ? ` with SOCKETS=${process.env.SOCKETS}` : ''}`,
    columns: ['what', 'product', 'bare Socket.IO', 'ratio', 'reference varies by', 'goal', 'reached'],
    rows: [
      [
        'memory of a signed-in socket, all of them',
        `${inKb(each('product'))}, ${ofSteps('product')}`,
        `${inKb(each('bare'))}, ${ofSteps('bare')}`,
        `${ratio.toFixed(2)} ×`,
        inPercent(spreadOf(grown.bare)),
        '≤ 1.3 ×',
        verdict(ratio <= 1.3, grown.bare),
      ],
      [
        'held by one process a minute later',
        String(held.product),
        String(held.bare),
        '',
        '',
        '20,000',
        held.product >= 20_000 ? 'yes' : held.product === total ? 'all that were opened' : '**no**',
      ],
    ],
    notes: [
      `P7. ${total.toLocaleString('en')} people, a socket each, opened in turns in ${steps} steps; resident memory of the process, what the database keeps not counted.`,
    ],
  })
} finally {
  for (const holder of holders) await holder.stop()
  await bare.stop()
  await database.end()
  await product.dispose()
}
