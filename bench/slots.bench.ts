import { strict as assert } from 'node:assert'
import { api } from '@marga/contract/api'
import { fillPath } from '@marga/contract/endpoint'
import { createCaller } from './lib/caller.ts'
import { inPercent, inTurns, median, spreadOf, verdict } from './lib/comparison.ts'
import { benchEnvironment, seedPairs } from './lib/pairs.ts'
import { report } from './lib/report.ts'
import { inMs, timingOf } from './lib/rounds.ts'
import { startSeededApp } from './lib/seeded-app.ts'
import { startWorkerProcess } from './lib/worker-process.ts'
import { createRandom } from './seed/random.ts'

// P10: one mentor's slots over 60 days, as mentor and as mentee, with a million slots in the table.

const slots = Number(process.env.SLOTS ?? 1_000_000)
const rounds = 5
const asksARound = 1000
const dayMs = 86_400_000
const goalMs = 10

const app = await startSeededApp(
  { mentors: slots / 100, mentees: 10_000, enrollments: 5_000, slots },
  benchEnvironment,
)
const { database } = app
const pairs = await seedPairs(database, 50)
// The bench's own mentors are the ones who ask; they take over the slots of others.
for (const { mentorId } of pairs)
  await database.query(
    `update slot set mentor_id = $1 where mentor_id = (select mentor_id from slot where mentor_id <> all($2) limit 1)`,
    [mentorId, pairs.map((pair) => pair.mentorId)],
  )
await database.query('vacuum analyze slot')
const baselineProcess = await startWorkerProcess('baseline-slots.ts', {
  BASELINE_DATABASE_URL: app.databaseUrl!,
})
const [candidate, baseline] = [createCaller(app.url), createCaller(String(baselineProcess.said))]
const random = createRandom(44)
const from = new Date().toISOString()
const to = new Date(Date.now() + 60 * dayMs).toISOString()
const range = new URLSearchParams({ from, to })
try {
  const asMentor = async () => {
    const { mentorId, mentorToken } = random.one(pairs)
    return candidate.call('GET', `${fillPath(api.slots.ofMentor.path, { mentorId })}?${range}`, {
      token: mentorToken,
    })
  }
  const asMentee = async () => {
    const { mentorId, menteeToken } = random.one(pairs)
    return candidate.call('GET', `${fillPath(api.slots.forMentee.path, { mentorId })}?${range}`, {
      token: menteeToken,
    })
  }
  const asBaseline = async () =>
    baseline.call('GET', `/?${new URLSearchParams({ mentor: random.one(pairs).mentorId, from, to })}`)
  async function p99(ask: typeof asMentor) {
    const durations: number[] = []
    for (let index = 0; index < asksARound; index++) {
      const { status, text, ms } = await ask()
      assert.equal(status, 200, text)
      durations.push(ms)
    }
    return timingOf(durations).p99
  }
  const { mentorId, mentorToken } = pairs[0]!
  const answer = await candidate.call('GET', `${fillPath(api.slots.ofMentor.path, { mentorId })}?${range}`, {
    token: mentorToken,
  })
  const shown = (JSON.parse(answer.text) as { allTimeSlots: { _id: string }[] }).allTimeSlots.map(
    ({ _id }) => _id,
  )
  const { rows: stored } = await database.query<{ id: string }>(
    'select id from slot where mentor_id = $1 and ends_at > $2 and starts_at < $3',
    [mentorId, from, to],
  )
  assert.deepEqual(shown.toSorted(), stored.map(({ id }) => id).toSorted())
  const mentor = await inTurns(
    rounds,
    () => p99(asMentor),
    () => p99(asBaseline),
  )
  const mentee = await inTurns(
    rounds,
    () => p99(asMentee),
    () => p99(asBaseline),
  )
  const row = (what: string, { candidate: times, baseline: baselineTimes }: typeof mentor) => [
    what,
    inMs(median(times)),
    inMs(median(baselineTimes)),
    inPercent(spreadOf(baselineTimes)),
    `≤ ${goalMs} ms`,
    verdict(median(times) <= goalMs, baselineTimes),
  ]
  report({
    title: `One mentor's slots over 60 days, ${slots.toLocaleString('en')} in the table`,
    command: 'npx tsx bench/slots.bench.ts',
    columns: ['asked as', 'p99', "bare SQL's p99", 'reference varies by', 'goal', 'reached'],
    rows: [row('the mentor', mentor), row('a mentee', mentee)],
    notes: [
      `P10. Whole answers over HTTP, one after the other, ${rounds} rounds of ${asksARound} in turns, ${shown.length} slots in an answer; the answer's slots were equal to what SQL says.`,
    ],
  })
} finally {
  candidate.close()
  baseline.close()
  await baselineProcess.stop()
  await app.dispose()
}
