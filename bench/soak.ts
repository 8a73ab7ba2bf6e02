import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@marga/contract/api'
import { fillPath } from '@marga/contract/endpoint'
import pg from 'pg'
import { startAppServer } from '../e2e/support/app-server.ts'
import { freePort } from '../testkit/ports.mjs'
import { createCaller } from './lib/caller.ts'
import { closedLoop, median, openLoop } from './lib/comparison.ts'
import { benchEnvironment, seedPairs } from './lib/pairs.ts'
import { type RawSocket, signInRaw } from './lib/raw-socket.ts'
import { report } from './lib/report.ts'
import { inMs, timingOf } from './lib/rounds.ts'
import { unread } from './lib/unread.ts'

// A soak: half of what the product carries of a mixture of calls, for MINUTES (30), with 200 sockets; memory, open
// files and handles sampled from its own /metrics. Flat after the warm-up (the first third), and no error.

const minutes = Number(process.env.MINUTES ?? 30)
const sampleEveryMs = 5_000
const pairCount = 100

const metricsPort = await freePort()
const app = await startAppServer({
  database: 'server',
  env: { ...benchEnvironment, DEMO: '1', METRICS_PORT: String(metricsPort) },
})
const database = new pg.Client({ connectionString: app.databaseUrl })
await database.connect()
const pairs = await seedPairs(database, pairCount)
const caller = createCaller(app.url)
const sockets: RawSocket[] = []
let events = 0
let lostSockets = 0

const call = async (method: string, path: string, token?: string, body?: unknown) => {
  const { status, text } = await caller.call(method, path, { ...(token ? { token } : {}), body })
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 200)}`)
}
const pairOf = (turn: number) => pairs[turn % pairCount]!
/** What people do, in about the shares in which they do it. */
const mixture: ((turn: number) => Promise<void>)[] = [
  (turn) => call('GET', `${api.search.mentors.path}?search=${encodeURIComponent(`python${unread(turn)}`)}`),
  () => call('GET', '/'),
  () => call('GET', '/browse/mentor/search'),
  (turn) => {
    const { conversationId, menteeId, menteeToken } = pairOf(turn)
    const path = fillPath(api.chat.mentee.send.path, { conversationId })
    return call('POST', path, menteeToken, {
      message: `soak ${turn}`,
      sender: menteeId,
      clientMessageId: crypto.randomUUID(),
    })
  },
  (turn) => {
    const { conversationId, mentorToken } = pairOf(turn)
    return call('GET', `${fillPath(api.chat.mentor.messages.path, { conversationId })}?limit=20`, mentorToken)
  },
  (turn) => {
    const { mentorId, menteeToken } = pairOf(turn)
    return call('GET', fillPath(api.slots.forMentee.path, { mentorId }), menteeToken)
  },
  (turn) => call('GET', `${api.search.facets.path}?search=${encodeURIComponent(`design${unread(turn)}`)}`),
]
const act = (turn: number) => mixture[turn % mixture.length]!(turn)

type Sample = { atSeconds: number; memoryMb: number; files: number; handles: number }
const names = ['process_resident_memory_bytes', 'process_open_fds', 'nodejs_active_handles_total']

async function sample(begunMs: number): Promise<Sample> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const [bytes, files, handles] = names.map((name) =>
    Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]),
  )
  return {
    atSeconds: (performance.now() - begunMs) / 1000,
    memoryMb: bytes! / 2 ** 20,
    files: files!,
    handles: handles!,
  }
}

try {
  for (const pair of pairs)
    for (const [userId, token, role] of [
      [pair.mentorId, pair.mentorToken, 'mentor'],
      [pair.menteeId, pair.menteeToken, 'mentee'],
    ] as const)
      sockets.push(
        await signInRaw(
          app.url,
          { token, userId, role },
          () => void events++,
          () => void lostSockets++,
        ),
      )
  await closedLoop(8, 3, act)
  const capacity = await closedLoop(8, 5, act)
  const rate = Math.max(1, Math.floor(capacity / 2))
  console.log(
    `${capacity.toFixed(0)} calls a second at most; the soak runs at ${rate} for ${minutes} minutes`,
  )

  const begunMs = performance.now()
  const samples: Sample[] = []
  let isOver = false
  const sampling = (async () => {
    while (!isOver) {
      samples.push(await sample(begunMs))
      await sleep(sampleEveryMs)
    }
  })()
  const failures: string[] = []
  const durations = await openLoop(rate, minutes * 60, (turn) =>
    act(turn).catch((error: Error) => void failures.push(error.message)),
  )
  isOver = true
  await sampling

  const settled = samples.filter(({ atSeconds }) => atSeconds > (minutes * 60) / 3)
  const half = Math.floor(settled.length / 2)
  /** From the median of the first half after the warm-up to that of the second. */
  const grown = (of: (one: Sample) => number) =>
    [median(settled.slice(0, half).map(of)), median(settled.slice(half).map(of))] as const
  const row = (what: string, [from, to]: readonly [number, number], unit: string, allowed: number) => [
    what,
    `${from.toFixed(0)}${unit}`,
    `${to.toFixed(0)}${unit}`,
    `${(((to - from) / from) * 100).toFixed(1)} %`,
    to <= from * (1 + allowed) + 1 ? 'yes' : '**no**',
  ]
  const { p50, p99 } = timingOf(durations)
  for (const failure of [...new Set(failures)].slice(0, 5)) console.log(failure)
  report({
    title: `Soak of ${minutes} minutes at half load`,
    command: `MINUTES=${minutes} npx tsx bench/soak.ts`,
    columns: ['what', 'after the warm-up', 'at the end', 'grown', 'flat'],
    rows: [
      row(
        'memory',
        grown((one) => one.memoryMb),
        ' MB',
        0.05,
      ),
      row(
        'open files',
        grown((one) => one.files),
        '',
        0.02,
      ),
      row(
        'handles',
        grown((one) => one.handles),
        '',
        0.02,
      ),
      [
        'calls that failed',
        '',
        `${failures.length} of ${durations.length}`,
        '',
        failures.length === 0 ? 'yes' : '**no**',
      ],
      [
        'sockets that were lost',
        '',
        `${lostSockets} of ${sockets.length}`,
        '',
        lostSockets === 0 ? 'yes' : '**no**',
      ],
    ],
    notes: [
      `${rate} calls a second of a mixture (searches, facets, pages, messages, lists, slots), half of the ${capacity.toFixed(0)} that a closed loop of 8 gave before; median ${inMs(p50)}, p99 ${inMs(p99)}; ${events} events on ${sockets.length} sockets. Medians of the two halves after the first third; ${samples.length} samples.${minutes < 30 ? ' A short form: the whole one is 30 minutes.' : ''}`,
    ],
  })
} finally {
  for (const socket of sockets) socket.close()
  caller.close()
  await database.end()
  await app.dispose()
}
