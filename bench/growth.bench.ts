import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@marga/contract/api'
import { fillPath } from '@marga/contract/endpoint'
import pg from 'pg'
import { startAppServer } from '../e2e/support/app-server.ts'
import { createCaller } from './lib/caller.ts'
import { median } from './lib/comparison.ts'
import { benchEnvironment, type Pair, payMonth, seedModerator, seedPairs } from './lib/pairs.ts'
import { report } from './lib/report.ts'
import { inMs } from './lib/rounds.ts'
import { createRandom } from './seed/random.ts'

// P16: what a success brings, ten times and a hundred times over. Each act is asked for as the browser asks it, of a
// product whose one mentor has so many subscribers; each tenfold may cost at most twelvefold, and none may fail.

const [smallest, largest] = (process.env.SIZES ?? '1000,100000').split(',').map(Number) as [number, number]
const sizes: number[] = []
for (let size = smallest; size <= largest; size *= 10) sizes.push(size)
const rounds = 7
/** P16 asks for so many; more take minutes to write. */
const unreadMax = 10_000
const hourMs = 3_600_000

type Act = { name: string; run: (crowd: Crowd) => Promise<number> }
type Crowd = {
  size: number
  pairs: Pair[]
  moderatorToken: string
  database: pg.Client
  ask: (method: string, path: string, of: { token: string; body?: unknown }) => Promise<number>
}

const medianOf = async (act: (round: number) => Promise<number>, times = rounds) => {
  const durations: number[] = []
  for (let round = 0; round < times; round++) durations.push(await act(round))
  return median(durations)
}

/** In this order: the last ends what the others need. */
const acts: Act[] = [
  {
    name: 'a message to a mentor with so many unread conversations',
    run: async (crowd) => {
      await everyoneWrites(crowd)
      return medianOf((round) => writeTo(crowd, round))
    },
  },
  {
    name: 'the list of that mentor’s conversations',
    run: ({ ask, pairs: [first] }) => {
      const { mentorId, mentorToken: token } = first!
      return medianOf(() => ask('POST', api.chat.mentor.conversations.path, { token, body: { mentorId } }))
    },
  },
  {
    name: 'a community message to so many members',
    run: ({ ask, pairs }) =>
      medianOf((round) =>
        ask('POST', fillPath(api.community.send.path, { mentorId: pairs[0]!.mentorId }), {
          token: pairs[0]!.menteeToken,
          body: { message: `What do you read? ${round}`, clientMessageId: crypto.randomUUID() },
        }),
      ),
  },
  {
    name: 'a time published to so many subscribers',
    run: ({ ask, pairs: [first] }) =>
      medianOf(
        (round) =>
          ask('POST', api.slots.publish.path, {
            token: first!.mentorToken,
            body: { mentorId: first!.mentorId, slotDetails: slotAt(30 + 2 * round) },
          }),
        3,
      ),
  },
  {
    name: 'until the last of them has its notice',
    run: (crowd) => medianOf((round) => untilAllAreTold(crowd, 60 + 2 * round), 1),
  },
  {
    name: 'what a block would do, in numbers',
    run: ({ ask, moderatorToken, pairs: [first] }) => {
      const path = fillPath(api.moderation.mentorBlockEffects.path, { mentorId: first!.mentorId })
      return medianOf(() => ask('GET', path, { token: moderatorToken }))
    },
  },
  {
    name: 'the block of a mentor of so many (once)',
    run: ({ ask, moderatorToken, pairs: [first] }) =>
      ask('PATCH', api.moderation.changeMentorStatus.path, {
        token: moderatorToken,
        body: { mentorId: first!.mentorId, isBlocked: true },
      }),
  },
]

const slotAt = (hoursAhead: number) => {
  const start = Math.ceil(Date.now() / hourMs) * hourMs + hoursAhead * hourMs
  const [from, to] = [new Date(start), new Date(start + hourMs)]
  return { type: 'session', start: from.toISOString(), end: to.toISOString(), mentorPreferences: 'Anything' }
}

/** From the press of the button on. */
async function untilAllAreTold({ ask, database, pairs: [first] }: Crowd, hoursAhead: number) {
  const { mentorId, mentorToken: token } = first!
  const waiting = async () => {
    const { rowCount } = await database.query('select from schedule_news limit 1')
    return rowCount! > 0
  }
  // What was published before is told first.
  while (await waiting()) await sleep(100)
  const begun = performance.now()
  const body = { mentorId, slotDetails: slotAt(hoursAhead) }
  await ask('POST', api.slots.publish.path, { token, body })
  while (await waiting()) await sleep(20)
  return performance.now() - begun
}

const writeTo = ({ ask, pairs }: Crowd, index: number) => {
  const { conversationId, menteeId, menteeToken } = pairs[index % pairs.length]!
  return ask('POST', fillPath(api.chat.mentee.send.path, { conversationId }), {
    token: menteeToken,
    body: { sender: menteeId, message: 'Could you look at my plan?', clientMessageId: crypto.randomUUID() },
  })
}

async function everyoneWrites(crowd: Crowd) {
  let next = 0
  const write = async () => {
    while (next < Math.min(crowd.size, unreadMax)) await writeTo(crowd, next++)
  }
  await Promise.all(Array.from({ length: 32 }, write))
}

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
    const crowd = { size, pairs, moderatorToken: await seedModerator(database), database, ask }
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
    `P16. One mentor of so many subscribers, each with a paid month; median of ${rounds}, of times published 3, the last notice and the block once; of unread conversations at most ${unreadMax.toLocaleString('en')}. One process, PostgreSQL and the caller on the same two cores; no sockets are connected, and 100,000 people online are not measured.`,
  ],
})
