import { api } from '@marga/contract/api'
import type { MentorResponse } from '@marga/contract/mentor-card'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { after, daysMs, hoursMs, minutesMs } from '../../platform/clock.ts'
import { enroll, newMentee, newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { sweepResponses } from '../../testing/waiting-question.ts'

/** Written by 20 mentors with ten mentees each; RESPONSE_MESSAGES=5000 is the long form. */
const messageCount = Number(process.env.RESPONSE_MESSAGES ?? 1500)
const mentorCount = 20
const menteesOfEach = 10
const atOnce = 20

type Pair = { conversationId: string; mentor: TestPerson; mentee: TestPerson }

let test: TestApp
const mentors: TestPerson[] = []
const mentees: TestPerson[] = []
let pairs: Pair[] = []

beforeAll(async () => {
  test = await startTestApp()
  const moderator = await newModerator(test)
  for (let count = 0; count < mentorCount; count++) mentors.push(await newMentor(test, moderator))
  for (let count = 0; count < menteesOfEach; count++) mentees.push(await newMentee(test))
  pairs = await subscribeAll()
})
afterAll(() => test.close())

/** One subscription is bought; the others are copies of it that do not run out. */
async function subscribeAll(): Promise<Pair[]> {
  const { pool } = test.app.db
  const { _id: boughtId } = await enroll(test, mentees[0]!, mentors[0]!)
  await pool.query(`update enrollment set period_end = period_end + interval '10 years' where id = $1`, [
    boughtId,
  ])
  const all: Pair[] = []
  for (const mentor of mentors)
    for (const mentee of mentees) {
      const [enrollmentId, conversationId] = [test.app.newId(), test.app.newId()]
      const changes = {
        id: enrollmentId,
        mentor_id: mentor.id,
        mentee_id: mentee.id,
        provider_subscription_id: enrollmentId,
      }
      await pool.query(
        `insert into enrollment overriding user value
         select (jsonb_populate_record(enrollment, $2)).* from enrollment where id = $1
         on conflict do nothing`,
        [boughtId, changes],
      )
      await pool.query(
        'insert into conversation (id, mentor_id, mentee_id) values ($1, $2, $3) on conflict do nothing',
        [conversationId, mentor.id, mentee.id],
      )
      const found = await pool.query<{ id: string }>(
        'select id from conversation where mentor_id = $1 and mentee_id = $2',
        [mentor.id, mentee.id],
      )
      all.push({ conversationId: found.rows[0]!.id, mentor, mentee })
    }
  return all
}

const random = seededRandom(20_261_122)
function pick<T>(from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]!
}

async function send({ conversationId, mentor, mentee }: Pair, role: 'mentee' | 'mentor') {
  const person = role === 'mentee' ? mentee : mentor
  const body = { message: 'words', sender: person.id }
  ok(await test.call(api.chat[role].send, { params: { conversationId }, body }, person))
}

type Written = { conversationId: string; mentorId: string; isMentor: boolean; at: number }
type Waited = { since: number; until: number }

/** From the messages alone: every question, and when its answer came. */
async function recompute() {
  const { rows } = await test.app.db.pool.query<Written>(
    `select conversation_id as "conversationId", mentor_id as "mentorId", sender_type = 'mentor' as "isMentor",
       (extract(epoch from created_at) * 1000)::float8 as at
     from message join conversation on conversation.id = conversation_id order by conversation_id, seq`,
  )
  const now = test.app.clock.now().getTime()
  const answered = new Map<string, Waited[]>()
  const waiting = new Map<string, { mentorId: string; since: number }>()
  for (const { conversationId, mentorId, isMentor, at } of rows) {
    const since = waiting.get(conversationId)?.since
    if (!isMentor && since === undefined) waiting.set(conversationId, { mentorId, since: at })
    if (isMentor && since !== undefined) {
      answered.set(mentorId, [...(answered.get(mentorId) ?? []), { since, until: at }])
      waiting.delete(conversationId)
    }
  }
  return { answered, waiting: [...waiting.values()], now }
}

function figuresOf(mentorId: string, { answered, waiting, now }: Awaited<ReturnType<typeof recompute>>) {
  const day = hoursMs(24)
  const recent = (answered.get(mentorId) ?? []).filter(({ until }) => until > now - daysMs(90))
  const unanswered = waiting.filter((one) => one.mentorId === mentorId && one.since + day <= now).length
  const times = recent.map(({ since, until }) => until - since).sort((one, other) => one - other)
  const middle = times.length / 2
  const median = Number.isInteger(middle)
    ? (times[middle - 1]! + times[middle]!) / 2
    : times[Math.floor(middle)]!
  const inTime = times.filter((time) => time < day).length
  const shown: MentorResponse | null =
    times.length < 10
      ? null
      : {
          medianMinutes: Math.round(median / 60_000),
          within24hPercent: Math.floor((100 * inTime) / (times.length + unanswered)),
          count: times.length,
        }
  const late = times.length - inTime + unanswered
  const waits = waiting.filter((one) => one.mentorId === mentorId).length
  return { shown, answers: times.length, late, waits }
}

/** Nothing becomes late or leaves the 90 days while one figure after the other is read. */
async function goWhereNothingFallsDue() {
  for (;;) {
    const { answered, waiting, now } = await recompute()
    const dates = [
      ...waiting.map(({ since }) => since + hoursMs(24)),
      ...[...answered.values()].flat().map(({ until }) => until + daysMs(90)),
    ]
    if (!dates.some((at) => at > now && at < now + minutesMs(2))) return
    await test.app.clock.moveTo(test.app.db, after(new Date(now), minutesMs(2)))
  }
}

// Some thousand requests one after the other, which on a busy machine take minutes.
it('equal what the messages alone say, after many of them at random', async () => {
  let written = 0
  while (written < messageCount) {
    // Half of the time minutes pass, else up to three days: answers of all ages, and some that fall out of 90 days.
    const ms = random() < 0.5 ? minutesMs(random() * 60) : hoursMs(random() * 18)
    await test.app.clock.moveTo(test.app.db, after(test.app.clock.now(), ms))
    const chosen = Array.from({ length: Math.min(atOnce, messageCount - written) }, () => pick(pairs))
    await Promise.all(chosen.map((pair) => send(pair, random() < 0.6 ? 'mentee' : 'mentor')))
    written += chosen.length
    if (random() < 0.3) await sweepResponses(test)
  }
  await goWhereNothingFallsDue()
  await sweepResponses(test)
  await test.app.jobHandlers['housekeeping:daily']({})
  const messages = await recompute()
  for (const mentor of mentors) {
    const expected = figuresOf(mentor.id, messages)
    const { mentorData } = ok(await test.call(api.mentors.profile, { params: { mentorId: mentor.id } }))
    expect(mentorData.response).toEqual(expected.shown)
    const own = ok(await test.call(api.responseTimes.own, { params: { mentorId: mentor.id } }, mentor))
    expect(own.response).toEqual(expected.shown)
    expect(own.answers).toBe(expected.answers)
    expect(own.late).toHaveLength(expected.late)
    expect(own.waiting).toHaveLength(expected.waits)
  }
  // Enough of each kind, so that equal says something.
  const shown = mentors.map((mentor) => figuresOf(mentor.id, messages).shown)
  expect(shown.filter(Boolean).length).toBeGreaterThan(mentorCount / 2)
  expect(new Set(shown.map((one) => one?.within24hPercent)).size).toBeGreaterThan(3)
}, 600_000)
