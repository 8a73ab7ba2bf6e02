import { strict as assert } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@marga/contract/api'
import pg from 'pg'
import { startAppServer } from '../e2e/support/app-server.ts'
import type { BookingRows } from './lib/baseline-bookings.ts'
import { type Called, createCaller } from './lib/caller.ts'
import { inPercent, inTurns, median, spreadOf, verdict, warmUpRounds } from './lib/comparison.ts'
import { benchEnvironment, type Pair, payMonth, seedPairs } from './lib/pairs.ts'
import { report } from './lib/report.ts'
import { startWorkerProcess } from './lib/worker-process.ts'
import { load } from './seed/load.ts'
import { createRandom } from './seed/random.ts'

// P8: 200 people at once on one slot, beside the bare UPDATE, and 200 on a slot each, beside a transaction that writes
// the same rows. What the product does more: session, enrollment and its quota under a lock, overlap of the mentee,
// composing what is written, everybody who looks at the calendar told, and the mails themselves, which jobs
// draw and send when there is time, before the next turn begins; the losers get three alternatives.

const atOnce = 200
const rounds = Number(process.env.ROUNDS ?? 9)
/** So many times in each round: one such crowd alone is served within 50 ms, of which chance is too large a part. */
const crowds = { onOneSlot: 10, onDistinctSlots: 3 }
const hourMs = 3_600_000

const app = await startAppServer({ database: 'server', env: benchEnvironment })
const database = new pg.Client({ connectionString: app.databaseUrl })
await database.connect()
// A crowd is of people who have not booked yet: their quota is whole. Ten mentors share them.
const menteeCount = atOnce * 2 * (crowds.onDistinctSlots * (rounds + warmUpRounds) + 1)
const pairs = await seedPairs(database, menteeCount, { mentors: 10 })
await payMonth(database)
const baselineProcess = await startWorkerProcess('baseline-bookings.ts', {
  BASELINE_DATABASE_URL: app.databaseUrl!,
})
const [candidate, baseline] = [createCaller(app.url), createCaller(String(baselineProcess.said))]
const random = createRandom(43)
/** Slots of a mentor never meet: each hour is used once. */
const firstHour = Math.ceil(Date.now() / hourMs) + 48
const hoursUsed = new Map<string, number>()

async function publish(mentorIds: readonly string[]): Promise<string[]> {
  const rows = mentorIds.map((mentorId) => {
    const used = hoursUsed.get(mentorId) ?? 0
    hoursUsed.set(mentorId, used + 1)
    const startMs = (firstHour + used) * hourMs
    return [
      random.uuid(Date.now()),
      mentorId,
      'session',
      new Date(startMs),
      new Date(startMs + hourMs),
    ] as const
  })
  await load(database, 'slot', ['id', 'mentor_id', 'type', 'starts_at', 'ends_at'], rows)
  return rows.map(([id]) => id)
}

type Attempt = { pair: Pair; slotId: string }
const bookCandidate = ({ pair, slotId }: Attempt) =>
  candidate.call('POST', api.slots.book.path, {
    // As the browser does.
    key: crypto.randomUUID(),
    token: pair.menteeToken,
    body: { slotId, values: { menteeId: pair.menteeId } },
  })
const claimBaseline = ({ pair: { menteeId, enrollmentId }, slotId }: Attempt) =>
  baseline.call('POST', '/claim', { body: { slotId, menteeId, enrollmentId } })
const writeBaseline = ({ pair: { menteeId, mentorId, enrollmentId }, slotId }: Attempt) =>
  baseline.call('POST', '/rows', { body: { slotId, menteeId, mentorId, enrollmentId, ...written } })

type Written = Pick<BookingRows, 'notifications' | 'mails' | 'answer'>
let written: Written

/** What the product wrote for one booking: of these sizes are the rows of the reference. */
async function readWritten({ menteeId, mentorId }: Pair): Promise<Written> {
  const ofTwo = [menteeId, mentorId]
  const notifications = await database.query<Written['notifications'][0]>(
    'select content, link from notification where account_id = any($1) limit 2',
    [ofTwo],
  )
  const mails = await database.query<Written['mails'][0]>(
    `select subject, content, attachments, unsubscribe_url as "unsubscribeUrl" from mail
      where recipient in (select email from account where id = any($1)) limit 2`,
    [ofTwo],
  )
  const { rows } = await database.query('select answer from idempotency_key where account_id = $1', [
    menteeId,
  ])
  assert.deepEqual([notifications.rows.length, mails.rows.length, rows.length], [2, 2, 1])
  return { notifications: notifications.rows, mails: mails.rows, answer: rows[0]!.answer }
}

let busy = 0
/** Their calls of the period are being used up. */
const winnersSoFar = new Set<Pair>()

type Decided = { attempts: number; seconds: number }

/** Of the attempts that were decided `winners` must have succeeded and the others come too late. */
async function crowd(
  book: typeof bookCandidate,
  attempts: readonly Attempt[],
  winners: 'one' | 'all',
): Promise<Decided> {
  await untilMailed()
  const begun = performance.now()
  const answers = await Promise.all(attempts.map(book))
  const seconds = (performance.now() - begun) / 1000
  const decided = answers.filter(({ status }) => status !== 503)
  busy += answers.length - decided.length
  const isLate = ({ status, text }: Called) => status === 409 || text.includes('slot_unavailable')
  const won = decided.filter(({ status }) => status === 200).length
  answers.forEach(({ status }, index) => {
    if (status === 200) winnersSoFar.add(attempts[index]!.pair)
  })
  const other = decided.find((answer) => answer.status !== 200 && !isLate(answer))
  assert.equal(other, undefined)
  assert.equal(won, winners === 'one' ? 1 : decided.length)
  return { attempts: decided.length, seconds }
}

/** @returns attempts a second that were decided, of so many crowds one after the other */
async function round(count: number, act: () => Promise<Decided>): Promise<number> {
  const all: Decided[] = []
  for (let index = 0; index < count; index++) all.push(await act())
  const sum = (of: keyof Decided) => all.reduce((total, each) => total + each[of], 0)
  return sum('attempts') / sum('seconds')
}

let used = 0
/** People of one mentor for one slot; everybody's own mentor otherwise. */
function fresh() {
  used += atOnce
  return pairs.slice(used - atOnce, used)
}

async function onOneSlot(book: typeof bookCandidate) {
  // All enrolled with one mentor. Losing costs no call, so the same people may try in every round.
  const people = pairs
    .filter((pair) => pair.mentorId === pairs[0]!.mentorId && !winnersSoFar.has(pair))
    .slice(0, atOnce)
  const [slotId] = await publish([pairs[0]!.mentorId])
  return crowd(
    book,
    people.map((pair) => ({ pair, slotId: slotId! })),
    'one',
  )
}

/** What a booking leaves to be mailed is the product's: the reference's turn begins when it is done. */
async function untilMailed() {
  const isWaiting = async () => {
    const { rowCount } = await database.query(
      `select from mail where sent_at is null and failed_at is null and held_at is null
        and recipient <> 'nobody@bench.example' limit 1`,
    )
    return rowCount! > 0
  }
  while (await isWaiting()) await sleep(50)
}

async function onDistinctSlots(book: typeof bookCandidate) {
  const people = fresh()
  const slotIds = await publish(people.map(({ mentorId }) => mentorId))
  return crowd(
    book,
    people.map((pair, index) => ({ pair, slotId: slotIds[index]! })),
    'all',
  )
}

try {
  await onDistinctSlots(bookCandidate)
  written = await readWritten(pairs[0]!)
  await onDistinctSlots(writeBaseline)
  const one = await inTurns(
    rounds,
    () => round(crowds.onOneSlot, () => onOneSlot(bookCandidate)),
    () => round(crowds.onOneSlot, () => onOneSlot(claimBaseline)),
  )
  const distinct = await inTurns(
    rounds,
    () => round(crowds.onDistinctSlots, () => onDistinctSlots(bookCandidate)),
    () => round(crowds.onDistinctSlots, () => onDistinctSlots(writeBaseline)),
  )
  const row = (what: string, { candidate: rates, baseline: baselineRates }: typeof one, goal: number) => {
    const ratio = median(rates) / median(baselineRates)
    return [
      what,
      String(Math.round(median(rates))),
      String(Math.round(median(baselineRates))),
      `${ratio.toFixed(2)} ×`,
      inPercent(spreadOf(baselineRates)),
      `≥ ${goal} ×`,
      verdict(ratio >= goal, baselineRates),
    ]
  }
  report({
    title: 'Bookings at once',
    command: 'npx tsx bench/bookings.bench.ts',
    columns: [
      'what',
      'product, a second',
      'reference, a second',
      'ratio',
      'reference varies by',
      'goal',
      'reached',
    ],
    rows: [
      row(`${atOnce} at once on one slot; the bare UPDATE`, one, 0.7),
      row(`${atOnce} at once on a slot each; a transaction that writes the same rows`, distinct, 0.8),
    ],
    notes: [
      `P8. ${rounds} rounds in turns, each of ${crowds.onOneSlot} and ${crowds.onDistinctSlots} such crowds; in every one exactly one, or everybody, got the slot, and nobody anything else but "too late" or, ${busy} of the product's attempts, "busy, come back" (a connection was not to be had within five seconds). PostgreSQL 15 and the load generator on the same two cores.`,
    ],
  })
} finally {
  candidate.close()
  baseline.close()
  await baselineProcess.stop()
  await database.end()
  await app.dispose()
}
