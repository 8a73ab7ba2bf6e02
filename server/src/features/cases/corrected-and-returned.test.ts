import { api } from '@marga/contract/api'
import type { Outcome } from '@marga/contract/outcomes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CaseWorld, makeCaseWorld } from '../../testing/case-world.ts'
import { contestBeforeModerator } from '../../testing/disputes-before-moderators.ts'
import { ok } from '../../testing/people.ts'
import { runPaymentJobs } from '../../testing/queued-jobs.ts'
import {
  answerContest,
  bookedSession,
  contestAs,
  enrollmentOf,
  hourMs,
  passTime,
  type Subscribed,
  sessionRow,
} from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let world: CaseWorld
beforeAll(async () => {
  test = await startTestApp()
  world = await makeCaseWorld(test)
})
afterAll(() => test.close())

/** As the desk sends them. */
type Corrected = Extract<Outcome, { kind: 'correct_session' }>['outcome']
const both = (outcome: Corrected): Outcome[] => [
  { kind: 'return_call' },
  { kind: 'correct_session', outcome },
]
const callsOf = async ({ enrollmentId }: Subscribed) => {
  const { rows } = await test.app.db.pool.query<{ status: string; source: string }>(
    'select status, source from session_credit where enrollment_id = $1',
    [enrollmentId],
  )
  const free = rows.filter(({ status }) => status === 'free')
  return { free: free.length, bonuses: free.filter(({ source }) => source === 'bonus').length }
}

it.each([
  ['missed_by_mentor', { status: 'missed', missedBy: 'mentor' }, { free: 5, bonuses: 1 }],
  ['missed_by_mentee', { status: 'missed', missedBy: 'mentee' }, { free: 4, bonuses: 0 }],
] as const)(
  'a ticket corrects a session to %s and gives its call back, both',
  async (outcome, session, calls) => {
    const pair = await world.pair()
    const { _id: slotId } = await world.settled(pair)
    expect(await callsOf(pair)).toEqual({ free: 3, bonuses: 0 })
    ok(await world.decide(await world.raise(pair, { context: { kind: 'slot', id: slotId } }), both(outcome)))
    expect(await sessionRow(test, slotId)).toEqual(session)
    expect(await callsOf(pair)).toEqual(calls)
  },
)

it.each([
  ['missed_by_mentor', { status: 'missed', missedBy: 'mentor' }, { free: 5, bonuses: 1 }],
  ['completed', { status: 'completed', missedBy: null }, { free: 4, bonuses: 0 }],
] as const)('so does a contest, to %s', async (outcome, session, calls) => {
  const pair = await world.pair()
  const { ticketId, slotId } = await contestBeforeModerator(test, pair)
  ok(await world.decide(ticketId, both(outcome)))
  expect(await sessionRow(test, slotId)).toEqual(session)
  expect(await callsOf(pair)).toEqual(calls)
})

const setEnded = ({ enrollmentId }: Subscribed) =>
  test.app.db.pool.query(
    "update enrollment set status = 'ended', end_reason = 'canceled', ended_at = started_at where id = $1",
    [enrollmentId],
  )

/** Of calls that came back: how, and how much of their price. */
const returnsOf = async ({ enrollmentId }: Subscribed) => {
  const { rows } = await test.app.db.pool.query<{ status: string; source: string }>(
    "select status, source from session_credit where enrollment_id = $1 and because = 'given_by_moderator'",
    [enrollmentId],
  )
  const refunds = await test.app.db.pool.query<{ amount: number }>(
    "select amount from refund where enrollment_id = $1 and reason = 'call'",
    [enrollmentId],
  )
  return { credits: rows, refunds: refunds.rows.map(({ amount }) => amount) }
}
const given = { credits: [{ status: 'free', source: 'moderator' }], refunds: [] }
const paidBack = { credits: [{ status: 'refunded', source: 'period' }], refunds: [1500] }
const nobodyCame = { status: 'missed', missedBy: 'both' }

it.each([
  [
    'a ticket',
    async (pair: Subscribed) => {
      const { _id: slotId } = await world.settled(pair)
      return { slotId, ticketId: await world.raise(pair, { context: { kind: 'slot', id: slotId } }) }
    },
  ],
  ['a contest', (pair: Subscribed) => contestBeforeModerator(test, pair)],
] as const)('that neither came takes nothing from a call that %s gives back', async (_, raise) => {
  const live = await world.pair()
  const ofLive = await raise(live)
  ok(await world.decide(ofLive.ticketId, both('missed_by_both')))
  expect(await sessionRow(test, ofLive.slotId)).toEqual(nobodyCame)
  expect(await returnsOf(live)).toEqual(given)

  const ended = await world.pair()
  const ofEnded = await raise(ended)
  await setEnded(ended)
  ok(await world.decide(ofEnded.ticketId, both('missed_by_both')))
  expect(await sessionRow(test, ofEnded.slotId)).toEqual(nobodyCame)
  expect(await returnsOf(ended)).toEqual(paidBack)
})

it('nor does it where the mentor is blocked by the same decision', async () => {
  const pair = await world.pair()
  // Else nearly all of the month goes back with the block, and of the call's price what is left of it.
  await passTime(test, 29 * 24 * hourMs)
  const { ticketId } = await contestBeforeModerator(test, pair)
  ok(await world.decide(ticketId, [...both('missed_by_both'), { kind: 'block' }], { text: 'Again.' }))
  expect(await returnsOf(pair)).toEqual(paidBack)
})

it('a contest decides about no other session of the two', async () => {
  const pair = await world.pair()
  const { _id: other } = await world.settled(pair)
  const { ticketId, slotId } = await contestBeforeModerator(test, pair)
  const refused = await world.decide(ticketId, [
    { kind: 'correct_session', outcome: 'missed_by_mentee', slotId: other },
  ])
  expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([400, ['outcomes.0.slotId']])
  ok(await world.decide(ticketId, [{ kind: 'correct_session', outcome: 'missed_by_mentee', slotId }]))
})

/** Recorded as missed by both, when the subscription was over: the call lapsed. */
async function lapsedContest(pair: Subscribed) {
  const { _id: slotId } = await bookedSession(test, pair)
  await setEnded(pair)
  await passTime(test, 3 * hourMs)
  await test.app.jobHandlers['live:settle']({})
  expect(await sessionRow(test, slotId)).toEqual(nobodyCame)
  const { contest } = ok(await contestAs(test, pair.mentee, slotId))
  return contest._id
}
const callRow = async ({ enrollmentId }: Subscribed) => {
  const { rows } = await test.app.db.pool.query<{ status: string; amount: number | null }>(
    `select credit.status, refund.amount from session_credit as credit
     left join refund on refund.reference = 'call:' || credit.id
     where credit.enrollment_id = $1 and credit.because in ('missed_by_both', 'missed_by_mentor', 'given_by_moderator', 'contest_agreed')`,
    [enrollmentId],
  )
  return rows
}

it('a call that lapsed as missed by both is paid back where the mentor agrees that it was theirs to come', async () => {
  const pair = await world.pair()
  const contestId = await lapsedContest(pair)
  expect(await callRow(pair)).toEqual([{ status: 'lapsed', amount: null }])
  ok(await answerContest(test, pair.mentor, contestId, { agree: true }))
  expect(await callRow(pair)).toEqual([{ status: 'refunded', amount: 1500 }])
})

it('and where a moderator finds so, once', async () => {
  const pair = await world.pair()
  const contestId = await lapsedContest(pair)
  const { contest } = ok(
    await answerContest(test, pair.mentor, contestId, { agree: false, text: 'I was there.' }),
  )
  expect(contest.status).toBe('with_moderator')
  const { cases } = await world.list({ kind: 'contest', limit: 100 })
  const { _id } = cases.find(({ people }) => people.some((one) => one._id === pair.mentee.id))!
  ok(await world.decide(_id, both('missed_by_mentor')))
  expect(await callRow(pair)).toEqual([{ status: 'refunded', amount: 1500 }])
})

it('a call that a moderator gave back is paid back with the end of the subscription, as one of the mentor’s side is', async () => {
  const pair = await world.pair()
  await passTime(test, 10 * 24 * hourMs)
  const { ticketId } = await contestBeforeModerator(test, pair)
  ok(await world.decide(ticketId, [{ kind: 'return_call' }]))
  expect(await returnsOf(pair)).toEqual(given)
  const { enrollmentId } = pair
  ok(await test.call(api.enrollments.cancel, { params: { enrollmentId } }, pair.mentee))
  // Within the thirty days that the word of it says.
  const { endsAt } = await enrollmentOf(test, pair)
  await test.app.clock.moveTo(test.app.db, new Date(Date.parse(endsAt!) + hourMs / 2))
  await test.app.jobHandlers['enrollments:sweep']({})
  await runPaymentJobs(test)
  expect((await returnsOf(pair)).refunds).toEqual([1500])
})
