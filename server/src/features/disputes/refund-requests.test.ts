import { api } from '@marga/contract/api'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outboxWith } from '../../testing/outbox.ts'
import { newMentee, newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import {
  answerRefund,
  askForRefund,
  enrollmentRow,
  refundReason,
  refundRequestsOf,
  rupees,
  wentBack,
} from '../../testing/refund-requests.ts'
import { hourMs, passTime, type Subscribed, subscribedPair, toldTo } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

const sweep = () => test.app.jobHandlers['disputes:sweep']({})

describe('asking for a refund', () => {
  it('asks the mentor, with what would go back', async () => {
    const pair = await subscribedPair(test, moderator)
    const { refundRequest } = ok(await askForRefund(test, pair))
    expect(refundRequest).toMatchObject({
      enrollmentId: pair.enrollmentId,
      reason: refundReason,
      status: 'with_mentor',
      amount: (await enrollmentRow(test, pair)).amount,
      other: { _id: pair.mentor.id },
    })
    expect(Date.parse(refundRequest.answerBy) - Date.parse(refundRequest.createdAt)).toBe(72 * hourMs)
    expect(await refundRequestsOf(test, pair.mentee)).toEqual([refundRequest])
    expect(await refundRequestsOf(test, pair.mentor)).toEqual([
      { ...refundRequest, other: expect.objectContaining({ _id: pair.mentee.id }) },
    ])
    const [mail] = await outboxWith(test, pair.mentor.email, 'An answer is needed')
    expect(mail!.text).toContain(rupees(refundRequest.amount))
    expect(mail!.text).toContain(refundReason)
    expect((await toldTo(test, pair.mentor))[0]!.content).toContain(rupees(refundRequest.amount))
    const again = await askForRefund(test, pair)
    expect([again.status, again.body.code]).toEqual([409, 'already_requested'])
    expect(await wentBack(test, pair)).toBe(0)
  })

  it('at the same time makes one request', async () => {
    const pair = await subscribedPair(test, moderator)
    const all = await Promise.all([
      askForRefund(test, pair),
      askForRefund(test, pair),
      askForRefund(test, pair),
    ])
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  it('is for the mentee of a subscription that runs', async () => {
    const pair = await subscribedPair(test, moderator)
    expect((await askForRefund(test, pair, await newMentee(test))).status).toBe(404)
    expect((await askForRefund(test, { ...pair, enrollmentId: v7() })).status).toBe(404)
    const { _id } = ok(await askForRefund(test, pair)).refundRequest
    expect((await answerRefund(test, await newMentor(test, moderator), _id, { agree: true })).status).toBe(
      404,
    )
    expect((await answerRefund(test, pair.mentor, v7(), { agree: true })).status).toBe(404)
    ok(await answerRefund(test, pair.mentor, _id, { agree: true }))
    expect((await askForRefund(test, pair)).status).toBe(404)
  })

  it('has nothing to ask for where all is used and the month is over', async () => {
    const pair = await subscribedPair(test, moderator)
    await test.app.db.query
      .updateTable('payment')
      .set(({ ref }) => ({ refundedAmount: ref('amount') }))
      .where('enrollmentId', '=', pair.enrollmentId)
      .execute()
    const { status, body } = await askForRefund(test, pair)
    expect([status, body.message]).toEqual([404, 'Nothing of this subscription is left to refund.'])
  })
})

describe('a mentor who does not agree', () => {
  const ticketOf = (pair: Subscribed) =>
    test.app.db.query
      .selectFrom('ticket')
      .selectAll()
      .where('raisedBy', '=', pair.mentee.id)
      .where('accusedId', '=', pair.mentor.id)
      .execute()

  it('leaves it to a moderator', async () => {
    const pair = await subscribedPair(test, moderator)
    const { _id } = ok(await askForRefund(test, pair)).refundRequest
    const { refundRequest } = ok(
      await answerRefund(test, pair.mentor, _id, { agree: false, text: 'We met twice.' }),
    )
    expect(refundRequest).toMatchObject({ status: 'with_moderator', answer: 'We met twice.' })
    expect(await ticketOf(pair)).toMatchObject([{ content: refundReason, status: 'open', context: null }])
    const after = await answerRefund(test, pair.mentor, _id, { agree: true })
    expect([after.status, after.body]).toEqual([
      409,
      expect.objectContaining({ code: 'already_decided', decidedBy: '', decidedAt: null }),
    ])
    const again = await askForRefund(test, pair)
    expect([again.status, again.body.code]).toEqual([409, 'already_requested'])
    expect(await wentBack(test, pair)).toBe(0)
  })

  it('does so by silence too, after one reminder', async () => {
    const pair = await subscribedPair(test, moderator)
    const { _id, answerBy } = ok(await askForRefund(test, pair)).refundRequest
    await passTime(test, 49 * hourMs)
    await Promise.all([sweep(), sweep()])
    expect(await outboxWith(test, pair.mentor.email, 'Please answer')).toHaveLength(1)
    await passTime(test, 24 * hourMs)
    const late = await answerRefund(test, pair.mentor, _id, { agree: true })
    expect([late.status, late.body]).toEqual([
      409,
      expect.objectContaining({ code: 'already_decided', decidedBy: '', decidedAt: answerBy }),
    ])
    await Promise.all([sweep(), sweep()])
    await sweep()
    expect(await refundRequestsOf(test, pair.mentor)).toMatchObject([{ status: 'with_moderator' }])
    expect(await ticketOf(pair)).toHaveLength(1)
    expect(await outboxWith(test, pair.mentor.email, 'Please answer')).toHaveLength(1)
  })
})

describe('a subscription that ends otherwise', () => {
  it('with a refund closes the request with what went back', async () => {
    const pair = await subscribedPair(test, moderator)
    ok(await askForRefund(test, pair))
    const body = { mentorId: pair.mentor.id, isBlocked: true }
    ok(await test.call(api.moderation.changeMentorStatus, { body }, moderator))
    await Promise.all([sweep(), sweep()])
    const amount = await wentBack(test, pair)
    expect(amount).toBeGreaterThan(0)
    expect(await refundRequestsOf(test, pair.mentee)).toMatchObject([{ status: 'refunded', amount }])
    expect(await outboxWith(test, pair.mentee.email, 'Your refund request')).toHaveLength(1)
  })

  it('without one refuses it with the reason, and withdraws the ticket', async () => {
    const pair = await subscribedPair(test, moderator)
    const { _id } = ok(await askForRefund(test, pair)).refundRequest
    ok(await answerRefund(test, pair.mentor, _id, { agree: false }))
    await test.app.db.query
      .updateTable('enrollment')
      .set({ status: 'ended', endReason: 'canceled', endedAt: test.app.clock.now() })
      .where('id', '=', pair.enrollmentId)
      .execute()
    await sweep()
    expect(await refundRequestsOf(test, pair.mentee)).toMatchObject([
      {
        status: 'refused',
        decision: null,
        closedBecause: 'The subscription is over for another reason.',
      },
    ])
    const ticket = await test.app.db.query
      .selectFrom('ticket')
      .select(['status', 'decidedBy'])
      .where('raisedBy', '=', pair.mentee.id)
      .executeTakeFirstOrThrow()
    expect(ticket).toEqual({ status: 'dismissed', decidedBy: null })
    const [mail] = await outboxWith(test, pair.mentee.email, 'Your refund request')
    expect(mail!.text).toContain('Nothing was left to refund.')
  })
})
