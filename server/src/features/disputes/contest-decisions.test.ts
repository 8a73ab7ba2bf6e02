import { api } from '@marga/contract/api'
import type { Outcome } from '@marga/contract/outcomes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  contestBeforeModerator,
  decideAs,
  reasonOfModerator,
} from '../../testing/disputes-before-moderators.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { runPaymentJobs } from '../../testing/queued-jobs.ts'
import {
  enrollmentOf,
  hourMs,
  passTime,
  type Subscribed,
  sessionRow,
  subscribedPair,
} from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
let second: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  second = await newModerator(test)
})
afterAll(() => test.close())

type Decision = Parameters<typeof decideAs>[3]
const decide = (
  ticketId: string,
  action: Decision['action'],
  { by = moderator, ...of }: Omit<Decision, 'action'> & { by?: TestPerson } = {},
) => decideAs(test, by, ticketId, { action, ...of })
const contestOf = async ({ mentee }: Subscribed, slotId: string) =>
  ok(await test.call(api.disputes.contestsOfMentee.list, { query: { slotId } }, mentee)).contests[0]!

describe('a contest before a moderator', () => {
  it('gives the call back, corrects the session and tells both why', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId, slotId } = await contestBeforeModerator(test, pair)
    expect((await enrollmentOf(test, pair)).callsLeft).toBe(3)
    const { data } = ok(await decide(ticketId, 'return_call', { note: reasonOfModerator }))
    expect(data).toMatchObject({ status: 'actioned', disputeKind: 'contest', isAccusedBlocked: false })
    expect(await sessionRow(test, slotId)).toEqual({ status: 'missed', missedBy: 'mentor' })
    expect(await contestOf(pair, slotId)).toMatchObject({ status: 'decided', decision: reasonOfModerator })
    // No bonus: the moderator gives the call, the mentor has admitted nothing.
    expect(await enrollmentOf(test, pair)).toMatchObject({ callsLeft: 4, extraCalls: [] })
    for (const person of [pair.mentee, pair.mentor]) {
      const [mail, ...others] = await outboxWith(test, person.email, 'Your contested session')
      expect(others).toEqual([])
      expect(mail!.text).toContain(reasonOfModerator)
    }
    const [mail] = await outboxWith(test, pair.mentee.email, 'Your contested session')
    expect(mail!.text.replace(/\s+/g, ' ')).toContain('You have 4 calls left this month.')
    const { entries } = ok(await test.call(api.moderation.auditLog, { query: { limit: 1 } }, moderator))
    expect(entries[0]).toMatchObject({
      action: 'action',
      subjectId: ticketId,
      note: reasonOfModerator,
      moderatorId: moderator.id,
    })
  })

  it('leaves everything as it was when it is refused or dismissed', async () => {
    for (const action of ['refuse', 'dismiss'] as const) {
      const pair = await subscribedPair(test, moderator)
      const { ticketId, slotId } = await contestBeforeModerator(test, pair)
      expect(ok(await decide(ticketId, action, { note: reasonOfModerator })).data.status).toBe('dismissed')
      expect(await sessionRow(test, slotId)).toEqual({ status: 'completed', missedBy: null })
      expect(await contestOf(pair, slotId)).toMatchObject({ status: 'decided', decision: reasonOfModerator })
      expect((await enrollmentOf(test, pair)).callsLeft).toBe(3)
      for (const person of [pair.mentee, pair.mentor]) {
        const [mail] = await outboxWith(test, person.email, 'Your contested session')
        expect(mail!.text).toContain('stays.')
        expect(mail!.text).toContain(reasonOfModerator)
      }
      // The two know of each other: nothing is said of not having been told.
      expect(await outboxWith(test, pair.mentee.email, 'Your ticket about')).toEqual([])
    }
  })

  it('of a mentor may give the mentee the call, and leaves the session as it is recorded', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId, slotId } = await contestBeforeModerator(test, pair, 'mentor')
    ok(await decide(ticketId, 'return_call'))
    expect(await sessionRow(test, slotId)).toEqual({ status: 'missed', missedBy: 'mentee' })
    expect((await enrollmentOf(test, pair)).callsLeft).toBe(4)
  })

  it('is refused when the accused is blocked, whose note is for moderators', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId, slotId } = await contestBeforeModerator(test, pair)
    const { data } = ok(await decide(ticketId, 'block', { note: 'The third time this month.' }))
    expect(data).toMatchObject({ status: 'actioned', isAccusedBlocked: true })
    expect(await contestOf(pair, slotId)).toMatchObject({ status: 'decided', decision: null })
    const [mail] = await outboxWith(test, pair.mentee.email, 'Your contested session')
    expect(mail!.text).not.toContain('The third time')
  })

  it('gives the price of the call back where the mentor is blocked by the same decision', async () => {
    const pair = await subscribedPair(test, moderator)
    await passTime(test, 29 * 24 * hourMs)
    const { ticketId } = await contestBeforeModerator(test, pair)
    const outcomes: Outcome[] = [{ kind: 'return_call' }, { kind: 'block' }]
    const body = { reason: 'other' as const, text: 'It was the third time.', outcomes }
    ok(await test.call(api.cases.decide, { params: { id: ticketId }, body }, moderator))
    const [mail] = await outboxWith(test, pair.mentee.email, 'Your contested session')
    expect(mail!.text).not.toContain('The call is yours again')
    expect(mail!.text).toContain('₹1,500 for the call goes back')
    await runPaymentJobs(test)
    const credits = await test.app.db.query
      .selectFrom('sessionCredit')
      .select(['status', 'slotId'])
      .where('enrollmentId', '=', pair.enrollmentId)
      .execute()
    expect(new Set(credits.map(({ status }) => status))).toEqual(new Set(['refunded']))
    const refunds = await test.app.db.query
      .selectFrom('refund')
      .select(['amount', 'reason'])
      .where('enrollmentId', '=', pair.enrollmentId)
      .orderBy('amount')
      .execute()
    // Beside the three that were never used.
    expect(refunds).toEqual([
      { amount: 1500, reason: 'call' },
      { amount: 4500, reason: 'unused' },
    ])
  })

  it('has one decision of two moderators, and the other hears whose it was', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId, slotId } = await contestBeforeModerator(test, pair)
    const both = await Promise.all([
      decide(ticketId, 'return_call', { note: 'Yes.' }),
      decide(ticketId, 'refuse', { note: 'No.', by: second }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const loser = both.find(({ status }) => status === 409)!
    expect(loser.body.code).toBe('already_decided')
    expect(loser.body.decidedBy).toBeTypeOf('string')
    const isReturned = both[0]!.status === 200
    expect((await sessionRow(test, slotId)).status).toBe(isReturned ? 'missed' : 'completed')
    expect((await enrollmentOf(test, pair)).callsLeft).toBe(isReturned ? 4 : 3)
    expect((await contestOf(pair, slotId)).decision).toBe(isReturned ? 'Yes.' : 'No.')
    expect(await outboxWith(test, pair.mentee.email, 'Your contested session')).toHaveLength(1)
  })

  it('is closed with another ticket about the same person, without that one’s note', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId: first, slotId } = await contestBeforeModerator(test, pair)
    const { ticketId: other } = await contestBeforeModerator(test, pair)
    ok(await decide(other, 'dismiss', { note: 'Nothing in it.', alsoTicketIds: [first] }))
    expect(await contestOf(pair, slotId)).toMatchObject({ status: 'decided', decision: null })
  })
})
