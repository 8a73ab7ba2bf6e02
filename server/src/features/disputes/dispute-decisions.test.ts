import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outboxWith } from '../../testing/outbox.ts'
import { newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { runPaymentJobs } from '../../testing/queued-jobs.ts'
import {
  answerContest,
  contestAs,
  contestText,
  enrollmentOf,
  type Subscribed,
  sessionRow,
  settledSession,
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

type Action = 'block' | 'dismiss' | 'return_call' | 'refund' | 'refuse'
const decide = (
  ticketId: string,
  action: Action,
  of: { note?: string; alsoTicketIds?: string[]; by?: TestPerson } = {},
) => {
  const { by = moderator, ...rest } = of
  return test.call(api.tickets.decide, { body: { ticketId, action, ...rest } }, by)
}
const reasonOfModerator = 'The record of the room says so.'
const refundReason = 'My plans have changed, and I have no time for the rest of the month.'

const newestTicketOf = (raisedBy: TestPerson) =>
  test.app.db.query
    .selectFrom('ticket')
    .selectAll()
    .where('raisedBy', '=', raisedBy.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** A contest of a session in which both were, that the two do not agree about. */
async function contestedBefore(pair: Subscribed, by: 'mentee' | 'mentor' = 'mentee') {
  const slot = await settledSession(test, pair, by === 'mentee' ? ['mentee', 'mentor'] : ['mentor'])
  const { _id } = ok(await contestAs(test, pair[by], slot._id)).contest
  const other = by === 'mentee' ? pair.mentor : pair.mentee
  ok(await answerContest(test, other, _id, { agree: false, text: 'It was otherwise.' }))
  return { contestId: _id, slotId: slot._id, ticketId: (await newestTicketOf(pair[by])).id }
}

/** A refund request that the mentor has not agreed to. */
async function refundBefore(pair: Subscribed) {
  const { refundRequest } = ok(
    await test.call(
      api.disputes.requestRefund,
      { body: { enrollmentId: pair.enrollmentId, reason: refundReason } },
      pair.mentee,
    ),
  )
  const answered = { params: { id: refundRequest._id }, body: { agree: false } }
  ok(await test.call(api.disputes.answerRefundRequest, answered, pair.mentor))
  return { amount: refundRequest.amount, ticketId: (await newestTicketOf(pair.mentee)).id }
}

const get = async (ticketId: string) =>
  ok(await test.call(api.tickets.get, { params: { ticketId } }, moderator))
const contestOf = async ({ mentee }: Subscribed, slotId: string) =>
  ok(await test.call(api.disputes.contestsOfMentee.list, { query: { slotId } }, mentee)).contests[0]!
const requestOf = async ({ mentee }: Subscribed) =>
  ok(await test.call(api.disputes.refundRequestsOfMentee, {}, mentee)).refundRequests[0]!

describe('the ticket of a dispute', () => {
  it('shows moderators what both say, and who was in the room', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId, slotId, contestId } = await contestedBefore(pair)
    const { ticket, dispute } = await get(ticketId)
    expect(ticket).toMatchObject({ disputeKind: 'contest', status: 'open', content: contestText })
    expect(dispute).toMatchObject({
      kind: 'contest',
      contest: {
        _id: contestId,
        slotId,
        by: 'mentee',
        text: contestText,
        answer: 'It was otherwise.',
        status: 'with_moderator',
        other: { _id: pair.mentor.id },
      },
    })
    expect(dispute!.kind === 'contest' && dispute!.contest.attendance).toHaveLength(2)
  })

  it('shows the refund that was asked for', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId, amount } = await refundBefore(pair)
    const { ticket, dispute } = await get(ticketId)
    expect(ticket.disputeKind).toBe('refund')
    expect(dispute).toMatchObject({
      kind: 'refund',
      refundRequest: { amount, reason: refundReason, status: 'with_moderator' },
    })
  })

  it('is none of a ticket that somebody raised', async () => {
    const pair = await subscribedPair(test, moderator)
    const params = { menteeId: pair.mentee.id }
    const body = { complaint: { accusedId: pair.mentor.id }, content: 'Was rude.' }
    const { data } = ok(await test.call(api.tickets.raiseAsMentee, { params, body }, pair.mentee))
    const { ticket, dispute } = await get(data._id)
    expect([ticket.disputeKind, dispute]).toEqual([null, null])
    for (const action of ['return_call', 'refund', 'refuse'] as const) {
      const refused = await decide(data._id, action, { note: reasonOfModerator })
      expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([400, ['action']])
    }
  })

  it('takes the actions of its kind only, and a reason for refusing', async () => {
    const [one, other] = [await subscribedPair(test, moderator), await subscribedPair(test, moderator)]
    const { ticketId } = await contestedBefore(one)
    const { ticketId: refundTicketId } = await refundBefore(other)
    const wrong = [
      await decide(ticketId, 'refund', { note: reasonOfModerator }),
      await decide(refundTicketId, 'return_call', { note: reasonOfModerator }),
    ]
    for (const { status, body } of wrong)
      expect([status, body.code, Object.keys(body.fields as object)]).toEqual([
        400,
        'invalid_request',
        ['action'],
      ])
    for (const id of [ticketId, refundTicketId]) {
      const { status, body } = await decide(id, 'refuse')
      expect([status, Object.keys(body.fields as object)]).toEqual([400, ['note']])
    }
    expect((await get(ticketId)).ticket.status).toBe('open')
  })
})

describe('a contest before a moderator', () => {
  it('gives the call back, corrects the session and tells both why', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId, slotId } = await contestedBefore(pair)
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
      const { ticketId, slotId } = await contestedBefore(pair)
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
    const { ticketId, slotId } = await contestedBefore(pair, 'mentor')
    ok(await decide(ticketId, 'return_call'))
    expect(await sessionRow(test, slotId)).toEqual({ status: 'missed', missedBy: 'mentee' })
    expect((await enrollmentOf(test, pair)).callsLeft).toBe(4)
  })

  it('is refused when the accused is blocked, whose note is for moderators', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId, slotId } = await contestedBefore(pair)
    const { data } = ok(await decide(ticketId, 'block', { note: 'The third time this month.' }))
    expect(data).toMatchObject({ status: 'actioned', isAccusedBlocked: true })
    expect(await contestOf(pair, slotId)).toMatchObject({ status: 'decided', decision: null })
    const [mail] = await outboxWith(test, pair.mentee.email, 'Your contested session')
    expect(mail!.text).not.toContain('The third time')
  })

  it('has one decision of two moderators, and the other hears whose it was', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId, slotId } = await contestedBefore(pair)
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
    const { ticketId: first, slotId } = await contestedBefore(pair)
    const { ticketId: other } = await contestedBefore(pair)
    ok(await decide(other, 'dismiss', { note: 'Nothing in it.', alsoTicketIds: [first] }))
    expect(await contestOf(pair, slotId)).toMatchObject({ status: 'decided', decision: null })
  })
})

describe('a refund request before a moderator', () => {
  const wentBack = async ({ mentee }: Subscribed) => {
    await runPaymentJobs(test)
    const { rows } = await test.app.db.pool.query<{ refund: number; payment: number; provider: number }>(
      `select coalesce(sum(payment.refunded_amount), 0)::int as payment,
         coalesce((select sum(amount) from refund where refund.payment_id = any(array_agg(payment.id))), 0)::int as refund,
         coalesce((select sum(amount) from sandbox_refund
           where payment_id = any(array_agg(payment.provider_charge_id))), 0)::int as provider
       from payment where mentee_id = $1`,
      [mentee.id],
    )
    const { refund, payment, provider } = rows[0]!
    expect([payment, provider]).toEqual([refund, refund])
    return refund
  }

  it('is granted with the amount, and tells both why', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId, amount: quoted } = await refundBefore(pair)
    const { data } = ok(await decide(ticketId, 'refund', { note: reasonOfModerator }))
    expect(data).toMatchObject({ status: 'actioned', disputeKind: 'refund' })
    const { amount, status, decision } = await requestOf(pair)
    expect([status, decision]).toEqual(['refunded', reasonOfModerator])
    expect(amount).toBeLessThanOrEqual(quoted)
    expect(await wentBack(pair)).toBe(amount)
    expect(await enrollmentOf(test, pair)).toMatchObject({ status: 'ended', callsLeft: 0 })
    const [toMentee] = await outboxWith(test, pair.mentee.email, 'Your refund request')
    const [toMentor] = await outboxWith(test, pair.mentor.email, 'The refund request of')
    for (const mail of [toMentee, toMentor]) {
      expect(mail!.text).toContain(`₹${amount.toLocaleString('en-IN')}`)
      expect(mail!.text).toContain(reasonOfModerator)
    }
  })

  it('is refused with a reason, and may be asked for again', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId } = await refundBefore(pair)
    ok(await decide(ticketId, 'refuse', { note: reasonOfModerator }))
    expect(await requestOf(pair)).toMatchObject({ status: 'refused', decision: reasonOfModerator })
    expect((await enrollmentOf(test, pair)).status).toBe('active')
    expect(await wentBack(pair)).toBe(0)
    const [mail] = await outboxWith(test, pair.mentee.email, 'Your refund request')
    expect(mail!.text).toContain(reasonOfModerator)
    expect(mail!.text).toContain('The subscription goes on.')
    await refundBefore(pair)
  })

  it('ends with what a block of the mentor gives back', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId } = await refundBefore(pair)
    ok(await decide(ticketId, 'block'))
    const { status, amount } = await requestOf(pair)
    expect(status).toBe('refunded')
    expect(amount).toBeGreaterThan(0)
    expect(await wentBack(pair)).toBe(amount)
  })

  it('has one decision of two moderators', async () => {
    const pair = await subscribedPair(test, moderator)
    const { ticketId } = await refundBefore(pair)
    const both = await Promise.all([
      decide(ticketId, 'refund', { note: 'Yes.' }),
      decide(ticketId, 'refuse', { note: 'No.', by: second }),
      decide(ticketId, 'refund', { note: 'Yes.', by: second }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { status, amount } = await requestOf(pair)
    expect(await wentBack(pair)).toBe(status === 'refunded' ? amount : 0)
    expect(await outboxWith(test, pair.mentee.email, 'Your refund request')).toHaveLength(1)
  })
})
