import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { after } from '../../platform/clock.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { conversationOf, newModerator, ok, publish, type TestPerson } from '../../testing/people.ts'
import {
  answerRefund,
  askForRefund,
  enrollmentRow,
  refundRequestsOf,
  renew,
  rupees,
  wentBack,
} from '../../testing/refund-requests.ts'
import {
  answerContest,
  bookedSession,
  contestAs,
  enrollmentOf,
  hourAhead,
  hourMs,
  passTime,
  type Subscribed,
  settledSession,
  subscribedPair,
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

describe('a mentor who agrees', () => {
  it('ends the subscription, cancels its sessions and gives back what was asked for', async () => {
    const pair = await subscribedPair(test, moderator)
    await settledSession(test, pair, ['mentee', 'mentor'])
    const slot = await bookedSession(test, pair, 40)
    const { _id, amount } = ok(await askForRefund(test, pair)).refundRequest
    // Three of four calls are unused, one of them with a session to come; by days it is more.
    expect(amount).toBeGreaterThanOrEqual(Math.ceil(((await enrollmentRow(test, pair)).amount * 3) / 4))
    const { refundRequest } = ok(
      await answerRefund(test, pair.mentor, _id, { agree: true, text: 'All the best.' }),
    )
    expect(refundRequest).toMatchObject({ status: 'refunded', answer: 'All the best.' })
    expect(refundRequest.amount).toBeLessThanOrEqual(amount)
    expect(await wentBack(test, pair)).toBe(refundRequest.amount)
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
    expect(await refundRequestsOf(test, pair.mentee)).toMatchObject([
      { amount: refundRequest.amount, status: 'refunded' },
    ])
  })

  it('gives back no more than was quoted, though a call came back since', async () => {
    const pair = await subscribedPair(test, moderator)
    const { periodEnd } = await enrollmentRow(test, pair)
    await passTime(test, periodEnd.getTime() - 3 * dayMs - test.app.clock.now().getTime())
    const slotIds: string[] = []
    for (let session = 0; session < 4; session++)
      slotIds.push((await settledSession(test, pair, ['mentee', 'mentor']))._id)
    const { contest } = ok(await contestAs(test, pair.mentee, slotIds[0]!))
    const { _id, amount } = ok(await askForRefund(test, pair)).refundRequest
    expect(amount).toBeLessThan((await enrollmentRow(test, pair)).amount / 4)
    ok(await answerContest(test, pair.mentor, contest._id, { agree: true }))
    ok(await answerRefund(test, pair.mentor, _id, { agree: true }))
    expect(await wentBack(test, pair)).toBe(amount)
  })

  it('gives back the month that was paid since, too, and says so before', async () => {
    const pair = await subscribedPair(test, moderator)
    const { periodEnd, amount: ofMonth } = await enrollmentRow(test, pair)
    for (let session = 0; session < 4; session++) await settledSession(test, pair, ['mentee', 'mentor'])
    await passTime(test, periodEnd.getTime() - 2 * dayMs - test.app.clock.now().getTime())
    const { _id, amount } = ok(await askForRefund(test, pair)).refundRequest
    expect(amount).toBeLessThan(ofMonth / 4)
    await renew(test, pair)
    for (const person of [pair.mentee, pair.mentor])
      expect(await refundRequestsOf(test, person)).toMatchObject([{ amount: amount + ofMonth }])
    ok(await answerRefund(test, pair.mentor, _id, { agree: true }))
    expect(await wentBack(test, pair)).toBe(ofMonth)
    expect(await refundRequestsOf(test, pair.mentee)).toMatchObject([{ amount: ofMonth, status: 'refunded' }])
  })

  it('gives back what lapsed while the request waited', async () => {
    const pair = await subscribedPair(test, moderator)
    await publish(test, pair.mentor, hourAhead(test, 48))
    const { periodEnd, amount: ofMonth } = await enrollmentRow(test, pair)
    await passTime(test, periodEnd.getTime() - 2 * dayMs - test.app.clock.now().getTime())
    const { _id, amount } = ok(await askForRefund(test, pair)).refundRequest
    expect(amount).toBe(ofMonth)
    await renew(test, pair)
    expect(await enrollmentOf(test, pair)).toMatchObject({ callsLeft: 4, extraCalls: [{ count: 1 }] })
    ok(await answerRefund(test, pair.mentor, _id, { agree: true }))
    expect(await wentBack(test, pair)).toBe(2 * ofMonth)
  })

  it('tells both that nothing was left, where the month was over and the next one not paid', async () => {
    const pair = await subscribedPair(test, moderator)
    for (let session = 0; session < 4; session++) await settledSession(test, pair, ['mentee', 'mentor'])
    const { _id } = ok(await askForRefund(test, pair)).refundRequest
    const { rowCount } = await test.app.db.pool.query(
      `update enrollment set status = 'past_due', past_due_since = $2::timestamptz, period_end = $2, check_after = $2::timestamptz + interval '1 day'
       where mentee_id = $1`,
      [pair.mentee.id, after(test.app.clock.now(), -hourMs)],
    )
    expect(rowCount).toBe(1)
    ok(await answerRefund(test, pair.mentor, _id, { agree: true }))
    for (const [who, subject] of [
      [pair.mentee, 'Your refund request'],
      [pair.mentor, 'The refund request of'],
    ] as const) {
      const [mail, ...more] = await outboxWith(test, who.email, subject)
      expect([mail?.text, more]).toEqual([expect.stringContaining('nothing was left to refund'), []])
    }
  })

  it('does so once, of many answers at the same time', async () => {
    const pair = await subscribedPair(test, moderator)
    const { _id } = ok(await askForRefund(test, pair)).refundRequest
    const answers = await Promise.all(
      [true, false, true].map((agree) => answerRefund(test, pair.mentor, _id, { agree })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const [request] = await refundRequestsOf(test, pair.mentee)
    expect(await wentBack(test, pair)).toBe(request!.status === 'refunded' ? request!.amount : 0)
  })
})

describe('a renewal of which nothing was used', () => {
  it('goes back at once and in full within 24 hours, and the mentor hears of it', async () => {
    const pair = await subscribedPair(test, moderator)
    const { periodEnd } = await enrollmentRow(test, pair)
    for (let session = 0; session < 4; session++) await settledSession(test, pair, ['mentee', 'mentor'])
    expect(periodEnd > test.app.clock.now()).toBe(true)
    await renew(test, pair)
    await passTime(test, 20 * hourMs)
    const { refundRequest } = ok(await askForRefund(test, pair))
    expect(refundRequest).toMatchObject({
      status: 'refunded',
      amount: (await enrollmentRow(test, pair)).amount,
    })
    expect(await wentBack(test, pair)).toBe((await enrollmentRow(test, pair)).amount)
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
    await renew(test, pair)
    await use(pair)
    expect(ok(await askForRefund(test, pair)).refundRequest.status).toBe('with_mentor')
  })

  it('is used too when a call that was carried over is booked, which is taken first', async () => {
    const pair = await subscribedPair(test, moderator)
    // Calls without a time to book would stay instead of being carried over.
    await publish(test, pair.mentor, hourAhead(test, 48))
    await renew(test, pair)
    const slot = await bookedSession(test, pair, 30)
    const taken = await test.app.db.query
      .selectFrom('sessionCredit')
      .select('source')
      .where('slotId', '=', slot._id)
      .executeTakeFirst()
    expect(taken).toEqual({ source: 'rollover' })
    expect(ok(await askForRefund(test, pair)).refundRequest.status).toBe('with_mentor')
  })

  it('is nothing that the first month is', async () => {
    const pair = await subscribedPair(test, moderator)
    expect(ok(await askForRefund(test, pair)).refundRequest.status).toBe('with_mentor')
  })
})
