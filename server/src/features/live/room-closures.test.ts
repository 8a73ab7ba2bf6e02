import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { decideTicket, raiseTicket } from '../../testing/sanctions.ts'
import {
  bookedSession,
  hourMs,
  passTime,
  type Subscribed,
  sessionRow,
  subscribedPair,
  toldTo,
} from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

const minuteMs = 60_000
const statusOfCall = async (slotId: string) =>
  (
    await test.app.db.pool.query<{ because: string }>(
      'select because from session_credit_event where slot_id = $1 order by at desc, id desc limit 1',
      [slotId],
    )
  ).rows[0]?.because

/** Runs six minutes in, with one of the two alone in the room from its beginning. */
async function runningSession(pair: Subscribed, waiting: 'mentee' | 'mentor' = 'mentor') {
  const slot = await bookedSession(test, pair)
  const start = Date.parse(slot.start)
  await passTime(test, start + 6 * minuteMs - test.app.clock.now().getTime())
  await test.app.db.query
    .insertInto('liveStay')
    .values({
      ...{
        id: test.app.newId(),
        slotId: slot._id,
        accountId: pair[waiting].id,
        connectionId: test.app.newId(),
      },
      ...{ joinedAt: new Date(start), seenAt: test.app.clock.now(), leftAt: test.app.clock.now() },
    })
    .execute()
  return slot
}

async function settleLater() {
  await passTime(test, hourMs + 12 * minuteMs)
  await test.app.jobHandlers['live:settle']({})
}

describe('a session in which the mentor waits and the mentee is late', () => {
  it('is missed by the mentor who blocks the mentee meanwhile, also where the block is taken back', async () => {
    const pair = await subscribedPair(test, moderator)
    const slot = await runningSession(pair)
    const { blockPerson, unblockPerson } = api.accountSettings.mentor
    ok(await test.call(blockPerson, { body: { personId: pair.mentee.id } }, pair.mentor))
    ok(await test.call(unblockPerson, { params: { personId: pair.mentee.id } }, pair.mentor))
    await settleLater()
    expect(await sessionRow(test, slot._id)).toMatchObject({ status: 'missed', missedBy: 'mentor' })
    expect(await statusOfCall(slot._id)).toBe('missed_by_mentor')
    const [told] = await toldTo(test, pair.mentee)
    expect(told!.content).toContain('could not go on')
    expect(told!.content).not.toContain('You were not in the room')
    const { sessions } = ok(await test.call(api.cases.mentee, { params: { id: pair.mentee.id } }, moderator))
    expect(sessions.map(({ _id, closure }) => [_id, closure?.by])).toEqual([[slot._id, 'mentor']])
  })

  it('has no closure in the eyes of moderators where nobody blocked anybody', async () => {
    const pair = await subscribedPair(test, moderator)
    await runningSession(pair)
    const { sessions } = ok(await test.call(api.cases.mentor, { params: { id: pair.mentor.id } }, moderator))
    expect(sessions.map(({ closure }) => closure)).toEqual([null])
  })

  it('is missed by the mentor who blocks the mentee just before it, and is back alone for its end', async () => {
    const pair = await subscribedPair(test, moderator)
    const { mentor, mentee } = pair
    const slot = await bookedSession(test, pair)
    const start = Date.parse(slot.start)
    await passTime(test, start - minuteMs - test.app.clock.now().getTime())
    const { blockPerson, unblockPerson } = api.accountSettings.mentor
    ok(await test.call(blockPerson, { body: { personId: mentee.id } }, mentor))
    await passTime(test, 50 * minuteMs)
    ok(await test.call(unblockPerson, { params: { personId: mentee.id } }, mentor))
    const joinedAt = test.app.clock.now()
    await passTime(test, 6 * minuteMs)
    await test.app.db.query
      .insertInto('liveStay')
      .values({
        ...{ id: test.app.newId(), slotId: slot._id, accountId: mentor.id, connectionId: test.app.newId() },
        ...{ joinedAt, seenAt: test.app.clock.now(), leftAt: test.app.clock.now() },
      })
      .execute()
    await settleLater()
    expect(await sessionRow(test, slot._id)).toMatchObject({ status: 'missed', missedBy: 'mentor' })
  })

  it('is as without a block where that was taken back before it, or the time is another one’s by then', async () => {
    const pair = await subscribedPair(test, moderator)
    const slot = await bookedSession(test, pair, 30)
    const { blockPerson, unblockPerson } = api.accountSettings.mentor
    const block = () => test.call(blockPerson, { body: { personId: pair.mentee.id } }, pair.mentor)
    const closures = async () =>
      (await test.app.db.pool.query('select from room_closure where slot_id = $1', [slot._id])).rowCount
    ok(await block())
    expect(await closures()).toBe(1)
    ok(await test.call(unblockPerson, { params: { personId: pair.mentee.id } }, pair.mentor))
    expect(await closures()).toBe(0)
    ok(await block())
    ok(await test.call(api.slots.cancel, { body: { slotId: slot._id } }, pair.mentee))
    expect(await closures()).toBe(0)
  })

  it('is missed by nobody more than the other where the mentor blocks the mentee days before, and says so', async () => {
    const pair = await subscribedPair(test, moderator)
    const slot = await bookedSession(test, pair, 30)
    const { blockPerson } = api.accountSettings.mentor
    ok(await test.call(blockPerson, { body: { personId: pair.mentee.id } }, pair.mentor))
    const unseen = await subscribedPair(test, moderator)
    await bookedSession(test, unseen, 30)
    await passTime(test, 31 * hourMs)
    await settleLater()
    const past = async ({ mentee }: Subscribed) =>
      ok(
        await test.call(
          api.slots.booked,
          { params: { menteeId: mentee.id }, query: { when: 'past' } },
          mentee,
        ),
      ).bookedSlots
    expect(await past(pair)).toMatchObject([{ _id: slot._id, missedBy: 'both', couldNotGoOn: true }])
    expect(await past(unseen)).toMatchObject([{ missedBy: 'both', couldNotGoOn: false }])
    expect(await statusOfCall(slot._id)).toBe('session_prevented')
    const { rows } = await test.app.db.pool.query(
      "select source, status from session_credit where because = 'session_prevented'",
    )
    expect(rows).toEqual([{ source: 'returned', status: 'free' }])
    expect((await toldTo(test, pair.mentee))[0]!.content).toContain('could not go on')
  })

  it('is missed by the mentor whom a moderator suspends meanwhile', async () => {
    const pair = await subscribedPair(test, moderator)
    const slot = await runningSession(pair)
    const id = await raiseTicket(test, pair.mentee, pair.mentor)
    ok(await decideTicket(test, moderator, id, { outcomes: [{ kind: 'suspend', days: 2 }] }))
    await settleLater()
    expect(await sessionRow(test, slot._id)).toMatchObject({ status: 'missed', missedBy: 'mentor' })
  })

  it('is missed by the mentee where nobody closed the room', async () => {
    const pair = await subscribedPair(test, moderator)
    const slot = await runningSession(pair)
    await settleLater()
    expect(await sessionRow(test, slot._id)).toMatchObject({ status: 'missed', missedBy: 'mentee' })
  })
})

it('a mentee who waited for the mentor, saw nobody and then blocks them has the call back', async () => {
  const pair = await subscribedPair(test, moderator)
  const slot = await runningSession(pair, 'mentee')
  const { blockPerson } = api.accountSettings.mentee
  ok(await test.call(blockPerson, { body: { personId: pair.mentor.id } }, pair.mentee))
  await settleLater()
  expect(await statusOfCall(slot._id)).toBe('missed_by_mentor')
  const [told] = await toldTo(test, pair.mentor)
  expect(told!.content).toContain('You were not in the room')
})
