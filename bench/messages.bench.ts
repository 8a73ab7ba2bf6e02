import { api } from '@marga/contract/api'
import { fillPath } from '@marga/contract/endpoint'
import pg from 'pg'
import { startAppServer } from '../e2e/support/app-server.ts'
import { createCaller } from './lib/caller.ts'
import { closedLoop, inPercent, inTurns, median, openLoop, spreadOf, verdict } from './lib/comparison.ts'
import { benchEnvironment, type Pair, seedPairs } from './lib/pairs.ts'
import { connectRaw, type RawSocket, signInRaw } from './lib/raw-socket.ts'
import { report } from './lib/report.ts'
import { inMs, timingOf } from './lib/rounds.ts'
import { startWorkerProcess } from './lib/worker-process.ts'

// P5 and P6: messages between 500 pairs, both of each on a socket, sent as the browser sends them (the event `message`)
// and by HTTP as it does without a socket, beside Socket.IO with one INSERT (bare sockets) and beside the product's own
// statement and frames without its layers (bare chat). A message counts when it is stored, acknowledged and on the
// other's socket. What the product does more than bare sockets: session, rights to write, numbering, repeats, hidden
// contact details, notification, push job, counts of unread, both people's every device.

const pairCount = Number(process.env.PAIRS ?? 500)
const rounds = 5
const seconds = Number(process.env.SECONDS ?? 4)
const atOnce = 64
const rates = (process.env.RATES ?? '1000,20').split(',').map(Number)

const app = await startAppServer({ database: 'server', env: benchEnvironment })
const database = new pg.Client({ connectionString: app.databaseUrl })
await database.connect()
const pairs = await seedPairs(database, pairCount)
const baselineProcess = await startWorkerProcess('baseline-sockets.ts', {
  BASELINE_DATABASE_URL: app.databaseUrl!,
})
const frame = await frameOf(pairs[0]!)
const bareChatProcess = await startWorkerProcess('baseline-chat.ts', {
  BASELINE_DATABASE_URL: app.databaseUrl!,
  BASELINE_FRAME: frame,
})
const caller = createCaller(app.url)
const sockets: RawSocket[] = []
try {
  /** By the text of the message: who waits for it to arrive. */
  const arrivals = new Map<string, () => void>()
  const onEvent = (event: string, frame: string) => {
    if (event !== 'messageReveived' && event !== 'message') return
    const text = /bench-[pb]\d+/.exec(frame)?.[0] ?? ''
    arrivals.get(text)?.()
    arrivals.delete(text)
  }
  const arrived = (text: string) => new Promise<void>((resolve) => arrivals.set(text, resolve))
  const baselineSenders: RawSocket[] = []
  const bareChatSenders: RawSocket[] = []
  const senders: RawSocket[] = []
  for (const pair of pairs) {
    sockets.push(
      await signInRaw(app.url, { token: pair.mentorToken, userId: pair.mentorId, role: 'mentor' }, onEvent),
    )
    const own = { token: pair.menteeToken, userId: pair.menteeId, role: 'mentee' }
    senders.push(await signInRaw(app.url, own))
    sockets.push(senders.at(-1)!)
    for (const [{ said }, known] of [
      [baselineProcess, baselineSenders],
      [bareChatProcess, bareChatSenders],
    ] as const) {
      const receiver = await connectRaw(String(said), onEvent)
      receiver.emit('setup', { userId: pair.mentorId })
      const sender = await connectRaw(String(said))
      sender.emit('setup', { userId: pair.menteeId })
      known.push(sender)
      sockets.push(receiver, sender)
    }
  }
  console.log(`${sockets.length / 3} sockets on each side`)

  let count = 0
  let busy = 0
  class Busy extends Error {}
  /** In a closed loop who is told to come back does. */
  const insistOn = (send: (turn: number) => Promise<void>) =>
    async function insist(turn: number): Promise<void> {
      return send(turn).catch((error) => {
        if (error instanceof Busy) return insist(turn)
        throw error
      })
    }
  const pairOf = (turn: number): [Pair, number] => [pairs[turn % pairs.length]!, turn % pairs.length]
  async function sendByHttp(turn: number) {
    const [pair] = pairOf(turn)
    const text = `bench-p${++count}`
    const seen = arrived(text)
    const { status, text: answer } = await caller.call(
      'POST',
      fillPath(api.chat.mentee.send.path, { conversationId: pair.conversationId }),
      {
        token: pair.menteeToken,
        body: { message: text, sender: pair.menteeId, clientMessageId: crypto.randomUUID() },
      },
    )
    if (status === 201) return seen
    arrivals.delete(text)
    if (status !== 503) throw new Error(`${status} ${answer}`)
    busy++
    throw new Busy()
  }
  async function sendBySocket(turn: number) {
    const [pair, index] = pairOf(turn)
    const message = `bench-p${++count}`
    const seen = arrived(message)
    const reply = (await senders[index]!.call('message', {
      conversationId: pair.conversationId,
      message,
      clientMessageId: crypto.randomUUID(),
    })) as [{ ok: boolean; code?: string }]
    if (reply[0].ok) return seen
    arrivals.delete(message)
    if (reply[0].code !== 'unavailable') throw new Error(JSON.stringify(reply))
    busy++
    throw new Busy()
  }
  async function sendToBaseline(turn: number) {
    const [pair, index] = pairOf(turn)
    const text = `bench-b${++count}`
    const seen = arrived(text)
    await baselineSenders[index]!.call('message', {
      conversationId: pair.conversationId,
      senderId: pair.menteeId,
      to: pair.mentorId,
      body: text,
    })
    await seen
  }
  async function sendToBareChat(turn: number) {
    const [pair, index] = pairOf(turn)
    const message = `bench-b${++count}`
    const seen = arrived(message)
    const { conversationId, menteeId: senderId } = pair
    const asked = { conversationId, senderId, message, clientMessageId: crypto.randomUUID() }
    const [answer] = (await bareChatSenders[index]!.call('message', asked)) as [{ ok: boolean }]
    if (!answer.ok) throw new Error('the bare chat did not store a message')
    await seen
  }
  // Connections, statements and compiled code.
  for (const send of [insistOn(sendBySocket), insistOn(sendByHttp), sendToBaseline, sendToBareChat])
    await closedLoop(atOnce, 2, send)

  const rows: string[][] = []
  const carried = new Map<string, number>()
  for (const [way, send, goal, reference, sendToReference] of [
    ['over the socket', sendBySocket, 1, 'bare sockets', sendToBaseline],
    ['over the socket', sendBySocket, 0.9, 'bare chat', sendToBareChat],
    ['by HTTP', sendByHttp, 0.4, 'bare sockets', sendToBaseline],
  ] as const) {
    const loop = await inTurns(
      rounds,
      () => closedLoop(atOnce, seconds, insistOn(send)),
      () => closedLoop(atOnce, seconds, sendToReference),
    )
    const [candidate, baseline] = [median(loop.candidate), median(loop.baseline)]
    carried.set(way, candidate)
    rows.push([
      `P6: messages a second ${way}, ${atOnce} under way`,
      reference,
      String(Math.round(candidate)),
      String(Math.round(baseline)),
      `${(candidate / baseline).toFixed(2)} ×`,
      inPercent(spreadOf(loop.baseline)),
      `≥ ${goal.toFixed(1)} ×`,
      verdict(candidate / baseline >= goal, loop.baseline),
    ])
  }
  const candidate = carried.get('over the socket')!
  for (const rate of rates) {
    if (rate > candidate) {
      // An open loop beyond what is carried measures how long the queue gets, and nothing else.
      const references: number[] = []
      for (let round = 0; round < rounds; round++)
        references.push(timingOf(await openLoop(rate, seconds, sendToBaseline)).p99)
      const varies = inPercent(spreadOf(references))
      const goal = rate === 1000 ? '≤ 2 ×' : 'none'
      rows.push([
        `P5: p99 to the other's screen at ${rate} a second`,
        'bare sockets',
        'more than it carries',
        inMs(median(references)),
        '',
        varies,
        goal,
        rate === 1000 ? '**no**' : '',
      ])
      continue
    }
    const refused: number[] = []
    const p99 = async (send: (turn: number) => Promise<void>) => {
      let failures = 0
      const durations = await openLoop(rate, seconds, (turn) => send(turn).catch(() => void failures++))
      refused.push(failures)
      return timingOf(durations).p99
    }
    const open = await inTurns(
      rounds,
      () => p99(sendBySocket),
      () => p99(sendToBaseline),
    )
    const [late, lateBaseline] = [median(open.candidate), median(open.baseline)]
    const failed = refused.reduce((sum, one) => sum + one, 0)
    rows.push([
      `P5: p99 to the other's screen at ${rate} a second${failed > 0 ? `, ${failed} refused` : ''}`,
      'bare sockets',
      inMs(late),
      inMs(lateBaseline),
      `${(late / lateBaseline).toFixed(2)} ×`,
      inPercent(spreadOf(open.baseline)),
      rate === 1000 ? '≤ 2 ×' : 'none',
      rate === 1000 ? verdict(late / lateBaseline <= 2 && failed === 0, open.baseline) : '',
    ])
  }
  report({
    title: 'Messages between two people',
    command: 'npx tsx bench/messages.bench.ts',
    columns: ['what', 'beside', 'product', 'reference', 'ratio', 'reference varies by', 'goal', 'reached'],
    rows,
    notes: [
      `P5 and P6. ${pairCount} pairs, ${pairCount * 2} sockets on each side, ${rounds} rounds of ${seconds} s in turns, PostgreSQL 15 and the load generator on the same two cores. P5 over the socket. Bare sockets is Socket.IO with one INSERT; bare chat reads a group and writes it by the product's own function, and sends frames of the same content. ${busy} messages were told to come back (503).`,
    ],
  })
} finally {
  for (const socket of sockets) socket.close()
  caller.close()
  await baselineProcess.stop()
  await bareChatProcess.stop()
  await database.end()
  await app.dispose()
}

/** The event of one message, which the bare chat repeats. */
async function frameOf(pair: Pair): Promise<string> {
  let keep: (frame: string) => void = () => {}
  const frame = new Promise<string>((resolve) => {
    keep = resolve
  })
  const mentor = { token: pair.mentorToken, userId: pair.mentorId, role: 'mentor' }
  const receiver = await signInRaw(app.url, mentor, (event, text) => {
    if (event === 'messageReveived') keep(JSON.stringify(JSON.parse(text.slice(2))[1]))
  })
  const sender = await signInRaw(app.url, { token: pair.menteeToken, userId: pair.menteeId, role: 'mentee' })
  const { conversationId } = pair
  await sender.call('message', { conversationId, message: 'bench', clientMessageId: crypto.randomUUID() })
  const frameText = await frame
  receiver.close()
  sender.close()
  return frameText
}
