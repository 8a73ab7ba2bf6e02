import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failUpdates } from '../../testing/failing-rows.ts'
import { outboxOf } from '../../testing/outbox.ts'
import {
  menteeForm,
  mentorForm,
  newMentee,
  newModerator,
  ok,
  publish,
  type TestPerson,
} from '../../testing/people.ts'
import { decideTicket, expectFlagsOfSanctions, raiseTicket, sanctionsOf } from '../../testing/sanctions.ts'
import {
  bookedSession,
  enrollmentOf,
  hourAhead,
  hourMs,
  passTime,
  type Subscribed,
  sessionRow,
  subscribedPair,
} from '../../testing/settled-sessions.ts'
import { signIn } from '../../testing/surfaces.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

const otherOf = { mentee: 'mentor', mentor: 'mentee' } as const
const twoDays = { days: 2 }

/** The case is a ticket of the other. */
async function decide(
  pair: Subscribed,
  role: 'mentee' | 'mentor',
  outcome: { kind: 'suspend' | 'restrict'; days: number } | { kind: 'block' },
) {
  const id = await raiseTicket(test, pair[otherOf[role]], pair[role])
  ok(await decideTicket(test, moderator, id, { outcomes: [outcome] }))
}

const callOf = async (slotId: string) =>
  (
    await test.app.db.pool.query<{ what: string; because: string; status: string; source: string }>(
      `select credit.status, credit.source, event.because from session_credit_event as event
       join session_credit as credit on credit.id = event.credit_id
       where event.slot_id = $1 and event.because like '%suspended%'`,
      [slotId],
    )
  ).rows

const bonusesOf = async (enrollmentId: string) =>
  (
    await test.app.db.pool.query(
      `select id from session_credit where enrollment_id = $1 and source = 'bonus' and status = 'free'`,
      [enrollmentId],
    )
  ).rows.length

describe.each([
  {
    role: 'mentor',
    inside: 'cancelled',
    early: 'mentor_suspended_early',
    late: 'mentor_suspended_late',
    bonuses: 1,
  },
  // Others may book the time.
  { role: 'mentee', inside: 'open', early: 'mentee_suspended', late: 'mentee_suspended', bonuses: 0 },
] as const)('a $role who is suspended for two days', ({ role, inside, early, late, bonuses }) => {
  it('loses the sessions of these days alone, whose calls are the mentee’s again', async () => {
    const pair = await subscribedPair(test, moderator)
    const [soon, tomorrow, later] = [
      await bookedSession(test, pair, 11),
      await bookedSession(test, pair, 30),
      await bookedSession(test, pair, 50),
    ]
    await decide(pair, role, { kind: 'suspend', ...twoDays })
    const states = await Promise.all([soon, tomorrow, later].map(({ _id }) => sessionRow(test, _id)))
    expect(states.map(({ status }) => status)).toEqual([inside, inside, 'booked'])
    const free = { status: 'free', source: role === 'mentor' ? 'returned' : expect.any(String) }
    expect(await callOf(soon._id)).toEqual([{ ...free, because: late }])
    expect(await callOf(tomorrow._id)).toEqual([{ ...free, because: early }])
    expect(await callOf(later._id)).toEqual([])
    expect(await bonusesOf(pair.enrollmentId)).toBe(bonuses)

    await passTime(test, 49 * hourMs)
    await test.app.jobHandlers['sanctions:sweep']({})
    const mentee = await signIn(test, pair.mentee)
    const { status, callsLeft, extraCalls } = await enrollmentOf(test, { ...pair, mentee })
    const extra = extraCalls.reduce((sum, { count }) => sum + count, 0)
    expect([status, callsLeft + extra]).toEqual(['active', 3 + bonuses])
    expect((await sessionRow(test, later._id)).status).toBe('booked')
  })

  it('is shut out while a restriction ends, and let in with nothing in force after a block', async () => {
    const pair = await subscribedPair(test, moderator)
    await decide(pair, role, { kind: 'restrict', days: 1 })
    await decide(pair, role, { kind: 'suspend', days: 3 })
    await passTime(test, 25 * hourMs)
    await test.app.jobHandlers['sanctions:sweep']({})
    const active = async () =>
      (await sanctionsOf(test, moderator, pair[role])).flatMap(({ kind, isActive }) =>
        isActive ? [kind] : [],
      )
    expect(await active()).toEqual(['suspend'])
    await expect(signIn(test, pair[role])).rejects.toThrow('account_blocked')
    await expectFlagsOfSanctions(test)

    await decide(pair, role, { kind: 'block' })
    expect(await active()).toEqual(['block'])
    const change =
      role === 'mentor'
        ? test.call(
            api.moderation.changeMentorStatus,
            { body: { mentorId: pair.mentor.id, isBlocked: false } },
            moderator,
          )
        : test.call(
            api.moderation.changeMenteeStatus,
            { body: { menteeId: pair.mentee.id, isBlocked: false } },
            moderator,
          )
    expect(ok(await change).data.isBlocked).toBe(false)
    expect(await active()).toEqual([])
    await expectFlagsOfSanctions(test)
    await signIn(test, pair[role])
  })
})

it('a suspended mentor’s open times come back with them; while they are away nobody can book one', async () => {
  const pair = await subscribedPair(test, moderator)
  const slot = await publish(test, pair.mentor, hourAhead(test, 24 * 5))
  await decide(pair, 'mentor', { kind: 'suspend', ...twoDays })
  const reader = await newMentee(test)
  const times = () =>
    test.call(api.search.availability, { params: { mentorId: pair.mentor.id }, query: {} }, reader)
  expect((await times()).status).toBe(404)
  await passTime(test, 49 * hourMs)
  await test.app.jobHandlers['sanctions:sweep']({})
  expect(ok(await times())).toMatchObject({ times: [{ start: slot.start }] })
})

it('a suspended mentor who is let in is told of the suspension, and of no block', async () => {
  const pair = await subscribedPair(test, moderator)
  await decide(pair, 'mentor', { kind: 'suspend', ...twoDays })
  const body = { mentorId: pair.mentor.id, isBlocked: false }
  ok(await test.call(api.moderation.changeMentorStatus, { body }, moderator))
  const [mail] = await outboxOf(test, pair.mentor.email)
  expect(mail!.subject).toBe('Your account is no longer suspended')
  expect(mail!.text).not.toContain('unblocked')
})

it('a mentee who is suspended still reads what is taken from them and given back, and nothing else', async () => {
  const pair = await subscribedPair(test, moderator)
  await decide(pair, 'mentee', { kind: 'suspend', ...twoDays })
  const isWanted = async (kind: 'payments' | 'messages') =>
    (await test.app.recipients.find(test.app.db.query, [pair.mentee.id], kind)).get(pair.mentee.id)?.isWanted
  expect([await isWanted('payments'), await isWanted('messages')]).toEqual([true, false])
})

it('is no block to whoever signs up with the address', async () => {
  const pairs = [await subscribedPair(test, moderator), await subscribedPair(test, moderator)] as const
  const signUp = async () => {
    const asMentee = await test.call(api.accounts.registerMentee, { body: menteeForm(pairs[0].mentee.email) })
    const asMentor = await test.call(api.mentors.register, { body: mentorForm(pairs[1].mentor.email) })
    return [asMentee.body.message, asMentor.body.message]
  }
  await decide(pairs[0], 'mentee', { kind: 'suspend', ...twoDays })
  await decide(pairs[1], 'mentor', { kind: 'suspend', ...twoDays })
  const suspended = 'This account is suspended. Please contact support.'
  expect(await signUp()).toEqual([suspended, suspended])
  await decide(pairs[1], 'mentor', { kind: 'block' })
  expect((await signUp())[1]).toBe('This account has been blocked. Please contact support.')
})

it('one that cannot be ended holds up none that comes after it', async () => {
  const pairs = [await subscribedPair(test, moderator), await subscribedPair(test, moderator)] as const
  for (const pair of pairs) await decide(pair, 'mentee', { kind: 'suspend', ...twoDays })
  await passTime(test, 49 * hourMs)
  const mend = await failUpdates(test, 'sanction', 'account_id', pairs[0].mentee.id)
  const sweep = () => test.app.jobHandlers['sanctions:sweep']({})
  await expect(sweep()).rejects.toThrow('failed')
  await signIn(test, pairs[1].mentee)
  await expect(signIn(test, pairs[0].mentee)).rejects.toThrow('account_blocked')
  await mend()
  await sweep()
  await signIn(test, pairs[0].mentee)
})

it('is never called a block where moderators read of it', async () => {
  const pair = await subscribedPair(test, moderator)
  const { mentor } = pair
  const waiting = await raiseTicket(test, pair.mentee, mentor)
  const warned = await raiseTicket(test, pair.mentee, mentor)
  ok(await decideTicket(test, moderator, warned, { outcomes: [{ kind: 'warn' }], text: 'Once.' }))
  const told = async () => {
    const params = (ticketId: string) => ({ params: { ticketId } })
    const open = ok(await test.call(api.tickets.get, params(waiting), moderator)).ticket
    const closed = ok(await test.call(api.tickets.get, params(warned), moderator)).ticket
    const file = ok(await test.call(api.cases.get, { params: { id: waiting } }, moderator))
    const query = { search: mentor.email }
    const [row] = ok(await test.call(api.moderation.mentors, { query }, moderator)).mentors
    return {
      ticket: open.isAccusedBlocked,
      didBlock: closed.decision!.didBlock,
      file: file.case.people.find(({ _id }) => _id === mentor.id)!.isBlocked,
      isShutOut: row!.isBlocked,
      suspendedUntil: row!.suspendedUntil,
    }
  }
  const nothing = { ticket: false, didBlock: false, file: false, isShutOut: false, suspendedUntil: null }
  expect(await told()).toEqual(nothing)
  await decide(pair, 'mentor', { kind: 'suspend', ...twoDays })
  const [{ endsAt } = { endsAt: null }] = await sanctionsOf(test, moderator, mentor)
  expect(await told()).toEqual({ ...nothing, isShutOut: true, suspendedUntil: endsAt })
  ok(await decideTicket(test, moderator, waiting, { outcomes: [{ kind: 'block' }] }))
  expect(await told()).toEqual({ ...nothing, ticket: true, file: true, isShutOut: true })
  const { ticket } = ok(await test.call(api.tickets.get, { params: { ticketId: waiting } }, moderator))
  expect(ticket.decision!.didBlock).toBe(true)
})
