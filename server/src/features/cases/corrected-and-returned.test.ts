import type { Outcome } from '@marga/contract/outcomes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CaseWorld, makeCaseWorld } from '../../testing/case-world.ts'
import { contestBeforeModerator } from '../../testing/disputes-before-moderators.ts'
import { ok } from '../../testing/people.ts'
import { hourMs, passTime, type Subscribed, sessionRow } from '../../testing/settled-sessions.ts'
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
  await test.app.db.pool.query(
    "update enrollment set status = 'ended', end_reason = 'canceled', ended_at = started_at where id = $1",
    [ended.enrollmentId],
  )
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
