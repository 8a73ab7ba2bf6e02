import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideAs, reasonOfModerator } from '../../testing/disputes-before-moderators.ts'
import { outboxOf, outboxWith } from '../../testing/outbox.ts'
import { newModerator, ok, publish, type TestPerson, testPassword } from '../../testing/people.ts'
import { runPaymentJobs } from '../../testing/queued-jobs.ts'
import {
  answerRefund,
  askForRefund,
  enrollmentRow,
  refundRequestsOf,
  wentBack,
} from '../../testing/refund-requests.ts'
import {
  answerContest,
  bookedSession,
  contestAs,
  hourAhead,
  hourMs,
  passTime,
  type Subscribed,
  sessionRow,
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

const ticketOf = async ({ mentee }: Subscribed) =>
  await test.app.db.query
    .selectFrom('ticket')
    .select(['id', 'status'])
    .where('raisedBy', '=', mentee.id)
    .executeTakeFirstOrThrow()

/** Two days before the end of a month that could have been used and was not; the mentee has cancelled. */
async function askedBeforeTheEnd({ isRefusedByMentor = false, hasSession = false } = {}) {
  const pair = await subscribedPair(test, moderator)
  await publish(test, pair.mentor, hourAhead(test, 48))
  const { periodEnd, amount } = await enrollmentRow(test, pair)
  await passTime(test, periodEnd.getTime() - 48 * hourMs - test.app.clock.now().getTime())
  const slotId = hasSession ? (await bookedSession(test, pair, 45))._id : undefined
  const params = { enrollmentId: pair.enrollmentId }
  ok(await test.call(api.enrollments.cancel, { params }, pair.mentee))
  const { _id } = ok(await askForRefund(test, pair)).refundRequest
  if (isRefusedByMentor) ok(await answerRefund(test, pair.mentor, _id, { agree: false }))
  await passTime(test, 49 * hourMs)
  await test.app.jobHandlers['enrollments:sweep']({})
  await runPaymentJobs(test)
  const ended = await enrollmentRow(test, pair)
  expect(ended).toMatchObject({ status: 'ended', endReason: 'canceled' })
  await test.app.jobHandlers['disputes:sweep']({})
  return { pair, slotId, id: _id, ofMonth: amount, endedAt: ended.endedAt }
}

describe('a refund request whose subscription runs out before the answer', () => {
  it('waits on for the mentor, and what lapsed unused goes back', async () => {
    const { pair, id, ofMonth, endedAt } = await askedBeforeTheEnd()
    expect(await refundRequestsOf(test, pair.mentor)).toMatchObject([{ status: 'with_mentor' }])
    const { refundRequest } = ok(await answerRefund(test, pair.mentor, id, { agree: true }))
    expect(refundRequest).toMatchObject({ status: 'refunded', amount: ofMonth })
    expect(await wentBack(test, pair)).toBe(ofMonth)
    expect(await enrollmentRow(test, pair)).toMatchObject({ status: 'ended', endedAt, refundDue: null })
    expect(await outboxWith(test, pair.mentee.email, 'Refund')).toHaveLength(1)
  })

  it('pays a call that lapsed once, though it turns out later that the mentor was not there', async () => {
    const asked = await askedBeforeTheEnd({ hasSession: true })
    const { pair, id, ofMonth, slotId } = asked
    await test.app.jobHandlers['live:settle']({})
    expect(await sessionRow(test, slotId!)).toEqual({ status: 'missed', missedBy: 'both' })
    ok(await answerRefund(test, pair.mentor, id, { agree: true }))
    expect(await wentBack(test, pair)).toBe(ofMonth)
    // So that there is money left which it could be paid of once more.
    await test.app.db.pool.query('update payment set amount = amount * 2 where enrollment_id = $1', [
      pair.enrollmentId,
    ])
    const { contest } = ok(await contestAs(test, pair.mentee, slotId!))
    ok(await answerContest(test, pair.mentor, contest._id, { agree: true }))
    expect(await wentBack(test, pair)).toBe(ofMonth)
    const mails = await outboxOf(test, pair.mentee.email)
    expect(mails.map(({ text }) => text).join()).toContain('The call was refunded before.')
  })

  it('waits on for the moderator, whose refusal says that nothing goes back', async () => {
    const { pair } = await askedBeforeTheEnd({ isRefusedByMentor: true })
    const { id: ticketId } = await ticketOf(pair)
    ok(await decideAs(test, moderator, ticketId, { action: 'refuse', note: reasonOfModerator }))
    expect(await refundRequestsOf(test, pair.mentee)).toMatchObject([{ status: 'refused' }])
    const [mail] = await outboxWith(test, pair.mentee.email, 'Your refund request')
    expect(mail!.text).toContain('Nothing goes back.')
    expect(mail!.text).not.toContain('goes on')
    expect(await wentBack(test, pair)).toBe(0)
  })

  it.each(['refund', 'block'] as const)('is granted by the moderator (%s)', async (action) => {
    const { pair, ofMonth } = await askedBeforeTheEnd({ isRefusedByMentor: true })
    const { id: ticketId } = await ticketOf(pair)
    ok(await decideAs(test, moderator, ticketId, { action, note: reasonOfModerator }))
    expect(await refundRequestsOf(test, pair.mentee)).toMatchObject([{ status: 'refunded', amount: ofMonth }])
    expect(await wentBack(test, pair)).toBe(ofMonth)
  })

  it.each([false, true])(
    'is granted by a mentor who leaves (before a moderator: %s)',
    async (isRefusedByMentor) => {
      const { pair, ofMonth } = await askedBeforeTheEnd({ isRefusedByMentor })
      const body = { password: testPassword }
      ok(await test.call(api.accountSettings.mentor.deleteAccount, { body }, pair.mentor))
      const [request] = await refundRequestsOf(test, pair.mentee)
      expect(request).toMatchObject({ status: 'refunded', amount: ofMonth })
      expect(request!.closedBecause).toBe('The mentor deleted the account.')
      expect(await wentBack(test, pair)).toBe(ofMonth)
      if (isRefusedByMentor) expect((await ticketOf(pair)).status).toBe('dismissed')
    },
  )
})
