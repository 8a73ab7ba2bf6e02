import { api } from '@marga/contract/api'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outboxWith } from '../../testing/outbox.ts'
import {
  conversationOf,
  newMentee,
  newMentor,
  newModerator,
  ok,
  type TestPerson,
} from '../../testing/people.ts'
import { runPaymentJobs } from '../../testing/queued-jobs.ts'
import {
  bookedSession,
  enrollmentOf,
  hourMs,
  passTime,
  type Subscribed,
  settledSession,
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

const dayMs = 24 * hourMs
const reason = 'My plans have changed, and I have no time for the rest of the month.'
const askFor = ({ mentee, enrollmentId }: Subscribed, by = mentee) =>
  test.call(api.disputes.requestRefund, { body: { enrollmentId, reason } }, by)
const answer = (mentor: TestPerson, id: string, form: { agree: boolean; text?: string }) =>
  test.call(api.disputes.answerRefundRequest, { params: { id }, body: form }, mentor)
const requestsOf = async (person: TestPerson) =>
  ok(
    person.role === 'mentor'
      ? await test.call(api.disputes.refundRequestsOfMentor, {}, person)
      : await test.call(api.disputes.refundRequestsOfMentee, {}, person),
  ).refundRequests
const sweep = () => test.app.jobHandlers['disputes:sweep']({})
const rupees = (amount: number) => `₹${amount.toLocaleString('en-IN')}`

/** What went back: by our books, by the payments, and by the provider's. They must be the same. */
async function wentBack({ enrollmentId, mentee }: Subscribed): Promise<number> {
  await runPaymentJobs(test)
  const { rows } = await test.app.db.pool.query<{
    ours: number
    paid: number
    provider: number
    pending: number
  }>(
    `select
       (select coalesce(sum(amount), 0) from refund where enrollment_id = $1)::int as ours,
       (select coalesce(sum(amount), 0) from refund where enrollment_id = $1 and done_at is null)::int as pending,
       (select coalesce(sum(refunded_amount), 0) from payment where enrollment_id = $1)::int as paid,
       (select coalesce(sum(sandbox_refund.amount), 0) from sandbox_refund
          join payment on payment.provider_charge_id = sandbox_refund.payment_id
          where payment.mentee_id = $2)::int as provider`,
    [enrollmentId, mentee.id],
  )
  const { ours, paid, provider, pending } = rows[0]!
  expect({ paid, provider, pending }).toEqual({ paid: ours, provider: ours, pending: 0 })
  return ours
}

const amountPaid = async ({ enrollmentId }: Subscribed) => (await periodOf(enrollmentId)).amount
const periodOf = (id: string) =>
  test.app.db.query.selectFrom('enrollment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Its month ends and is paid anew. */
async function renew(pair: Subscribed) {
  const { periodEnd, periodNo } = await periodOf(pair.enrollmentId)
  await passTime(test, periodEnd.getTime() + 60_000 - test.app.clock.now().getTime())
  await test.app.jobHandlers['enrollments:sweep']({})
  await runPaymentJobs(test)
  expect((await periodOf(pair.enrollmentId)).periodNo).toBe(periodNo + 1)
}

describe('asking for a refund', () => {
  it('asks the mentor, with what would go back', async () => {
    const pair = await subscribedPair(test, moderator)
    const { refundRequest } = ok(await askFor(pair))
    expect(refundRequest).toMatchObject({
      enrollmentId: pair.enrollmentId,
      reason,
      status: 'with_mentor',
      amount: await amountPaid(pair),
      other: { _id: pair.mentor.id },
    })
    expect(Date.parse(refundRequest.answerBy) - Date.parse(refundRequest.createdAt)).toBe(72 * hourMs)
    expect(await requestsOf(pair.mentee)).toEqual([refundRequest])
    expect(await requestsOf(pair.mentor)).toEqual([
      { ...refundRequest, other: expect.objectContaining({ _id: pair.mentee.id }) },
    ])
    const [mail] = await outboxWith(test, pair.mentor.email, 'An answer is needed')
    expect(mail!.text).toContain(rupees(refundRequest.amount))
    expect(mail!.text).toContain(reason)
    expect((await toldTo(test, pair.mentor))[0]!.content).toContain(rupees(refundRequest.amount))
    const again = await askFor(pair)
    expect([again.status, again.body.code]).toEqual([409, 'already_requested'])
    expect(await wentBack(pair)).toBe(0)
  })

  it('at the same time makes one request', async () => {
    const pair = await subscribedPair(test, moderator)
    const all = await Promise.all([askFor(pair), askFor(pair), askFor(pair)])
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  it('is for the mentee of a subscription that runs', async () => {
    const pair = await subscribedPair(test, moderator)
    expect((await askFor(pair, await newMentee(test))).status).toBe(404)
    expect((await askFor({ ...pair, enrollmentId: v7() })).status).toBe(404)
    const { _id } = ok(await askFor(pair)).refundRequest
    expect((await answer(await newMentor(test, moderator), _id, { agree: true })).status).toBe(404)
    expect((await answer(pair.mentor, v7(), { agree: true })).status).toBe(404)
    ok(await answer(pair.mentor, _id, { agree: true }))
    expect((await askFor(pair)).status).toBe(404)
  })

  it('has nothing to ask for where all is used and the month is over', async () => {
    const pair = await subscribedPair(test, moderator)
    await test.app.db.query
      .updateTable('payment')
      .set(({ ref }) => ({ refundedAmount: ref('amount') }))
      .where('enrollmentId', '=', pair.enrollmentId)
      .execute()
    const { status, body } = await askFor(pair)
    expect([status, body.message]).toEqual([404, 'Nothing of this subscription is left to refund.'])
  })
})

describe('a mentor who agrees', () => {
  it('ends the subscription, cancels its sessions and gives back what was asked for', async () => {
    const pair = await subscribedPair(test, moderator)
    await settledSession(test, pair, ['mentee', 'mentor'])
    const slot = await bookedSession(test, pair, 40)
    const { _id, amount } = ok(await askFor(pair)).refundRequest
    // Three of four calls are unused, one of them with a session to come; by days it is more.
    expect(amount).toBeGreaterThanOrEqual(Math.ceil(((await amountPaid(pair)) * 3) / 4))
    const { refundRequest } = ok(await answer(pair.mentor, _id, { agree: true, text: 'All the best.' }))
    expect(refundRequest).toMatchObject({ status: 'refunded', answer: 'All the best.' })
    expect(refundRequest.amount).toBeLessThanOrEqual(amount)
    expect(await wentBack(pair)).toBe(refundRequest.amount)
    expect(await enrollmentOf(test, pair)).toMatchObject({ status: 'ended', callsLeft: 0, extraCalls: [] })
    const freed = await test.app.db.query
      .selectFrom('slot')
      .select(['status', 'menteeId'])
      .where('id', '=', slot._id)
      .executeTakeFirstOrThrow()
    expect(freed).toEqual({ status: 'open', menteeId: null })
    const [cancelled] = await outboxWith(test, pair.mentee.email, 'Cancelled')
    expect(cancelled!.text).toContain('because the subscription has ended')
    expect(cancelled!.text).toContain('The call is part of your refund.')
    const [refunded] = await outboxWith(test, pair.mentee.email, 'Refund')
    expect(refunded!.subject).toContain(rupees(refundRequest.amount))
    const [toMentor] = await outboxWith(test, pair.mentor.email, 'The refund request of')
    expect(toMentor!.text).toContain(`${rupees(refundRequest.amount)} goes back`)
    expect(await requestsOf(pair.mentee)).toMatchObject([
      { amount: refundRequest.amount, status: 'refunded' },
    ])
  })

  it('gives back no more than was quoted, though a month was paid since', async () => {
    const pair = await subscribedPair(test, moderator)
    const { periodEnd } = await periodOf(pair.enrollmentId)
    for (let session = 0; session < 4; session++) await settledSession(test, pair, ['mentee', 'mentor'])
    await passTime(test, periodEnd.getTime() - 2 * dayMs - test.app.clock.now().getTime())
    const { _id, amount } = ok(await askFor(pair)).refundRequest
    expect(amount).toBeLessThan((await amountPaid(pair)) / 4)
    await renew(pair)
    ok(await answer(pair.mentor, _id, { agree: true }))
    expect(await wentBack(pair)).toBe(amount)
  })

  it('does so once, of many answers at the same time', async () => {
    const pair = await subscribedPair(test, moderator)
    const { _id } = ok(await askFor(pair)).refundRequest
    const answers = await Promise.all([true, false, true].map((agree) => answer(pair.mentor, _id, { agree })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const [request] = await requestsOf(pair.mentee)
    expect(await wentBack(pair)).toBe(request!.status === 'refunded' ? request!.amount : 0)
  })
})

describe('a renewal of which nothing was used', () => {
  it('goes back at once and in full within 24 hours, and the mentor hears of it', async () => {
    const pair = await subscribedPair(test, moderator)
    const { periodEnd } = await periodOf(pair.enrollmentId)
    for (let session = 0; session < 4; session++) await settledSession(test, pair, ['mentee', 'mentor'])
    expect(periodEnd > test.app.clock.now()).toBe(true)
    await renew(pair)
    await passTime(test, 20 * hourMs)
    const { refundRequest } = ok(await askFor(pair))
    expect(refundRequest).toMatchObject({ status: 'refunded', amount: await amountPaid(pair) })
    expect(await wentBack(pair)).toBe(await amountPaid(pair))
    expect(await enrollmentOf(test, pair)).toMatchObject({ status: 'ended' })
    const [toMentor] = await outboxWith(test, pair.mentor.email, 'The refund request of')
    expect(toMentor!.text).toContain('with nothing used')
    expect(await outboxWith(test, pair.mentor.email, 'An answer is needed')).toEqual([])
  })

  it.each([
    ['a session is booked', async (pair: Subscribed) => void (await bookedSession(test, pair, 30))],
    [
      'a session took place',
      async (pair: Subscribed) => void (await settledSession(test, pair, ['mentee', 'mentor'])),
    ],
    [
      'the mentee has written',
      async ({ mentee, mentor }: Subscribed) => {
        const conversationId = await conversationOf(test, mentee, mentor)
        const body = { message: 'One more question', sender: mentee.id }
        ok(await test.call(api.chat.mentee.send, { params: { conversationId }, body }, mentee))
      },
    ],
    ['a day has passed', () => passTime(test, 25 * hourMs)],
  ])('needs the mentor when %s', async (_, use) => {
    const pair = await subscribedPair(test, moderator)
    for (let session = 0; session < 4; session++) await settledSession(test, pair, ['mentee', 'mentor'])
    await renew(pair)
    await use(pair)
    expect(ok(await askFor(pair)).refundRequest.status).toBe('with_mentor')
  })

  it('is nothing that the first month is', async () => {
    const pair = await subscribedPair(test, moderator)
    expect(ok(await askFor(pair)).refundRequest.status).toBe('with_mentor')
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
    const { _id } = ok(await askFor(pair)).refundRequest
    const { refundRequest } = ok(await answer(pair.mentor, _id, { agree: false, text: 'We met twice.' }))
    expect(refundRequest).toMatchObject({ status: 'with_moderator', answer: 'We met twice.' })
    expect(await ticketOf(pair)).toMatchObject([{ content: reason, status: 'open', context: null }])
    const again = await askFor(pair)
    expect([again.status, again.body.code]).toEqual([409, 'already_requested'])
    expect(await wentBack(pair)).toBe(0)
  })

  it('does so by silence too, after one reminder', async () => {
    const pair = await subscribedPair(test, moderator)
    const { _id } = ok(await askFor(pair)).refundRequest
    await passTime(test, 49 * hourMs)
    await Promise.all([sweep(), sweep()])
    expect(await outboxWith(test, pair.mentor.email, 'Please answer')).toHaveLength(1)
    await passTime(test, 24 * hourMs)
    const late = await answer(pair.mentor, _id, { agree: true })
    expect([late.status, late.body.code]).toEqual([409, 'already_decided'])
    await Promise.all([sweep(), sweep()])
    await sweep()
    expect(await requestsOf(pair.mentor)).toMatchObject([{ status: 'with_moderator' }])
    expect(await ticketOf(pair)).toHaveLength(1)
    expect(await outboxWith(test, pair.mentor.email, 'Please answer')).toHaveLength(1)
  })
})

describe('a subscription that ends otherwise', () => {
  it('with a refund closes the request with what went back', async () => {
    const pair = await subscribedPair(test, moderator)
    ok(await askFor(pair))
    const body = { mentorId: pair.mentor.id, isBlocked: true }
    ok(await test.call(api.moderation.changeMentorStatus, { body }, moderator))
    await Promise.all([sweep(), sweep()])
    const amount = await wentBack(pair)
    expect(amount).toBeGreaterThan(0)
    expect(await requestsOf(pair.mentee)).toMatchObject([{ status: 'refunded', amount }])
    expect(await outboxWith(test, pair.mentee.email, 'Your refund request')).toHaveLength(1)
  })

  it('without one refuses it with the reason, and withdraws the ticket', async () => {
    const pair = await subscribedPair(test, moderator)
    const { _id } = ok(await askFor(pair)).refundRequest
    ok(await answer(pair.mentor, _id, { agree: false }))
    await test.app.db.query
      .updateTable('enrollment')
      .set({ status: 'ended', endReason: 'canceled', endedAt: test.app.clock.now() })
      .where('id', '=', pair.enrollmentId)
      .execute()
    await sweep()
    expect(await requestsOf(pair.mentee)).toMatchObject([
      { status: 'refused', decision: 'The subscription is over for another reason.' },
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
