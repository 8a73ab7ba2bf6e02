import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { after, daysMs, secondsMs } from '../../platform/clock.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { newMentee, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { runPaymentJobs } from '../../testing/queued-jobs.ts'
import { connectSocket } from '../../testing/sockets.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeQuestions, type Questions } from '../../testing/waiting-question.ts'

let test: TestApp
let moderator: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

const goTo = (moment: Date) => test.app.clock.moveTo(test.app.db, moment)
const wait = (ms: number) => goTo(after(test.app.clock.now(), ms))

/** What the mentor is mailed of the end. */
const toldMentor = async ({ mentor }: Questions) => {
  const mails = await outboxWith(test, mentor.email, 'Asha has ended the subscription')
  return mails.map(({ text }) => text.replace(/\s+/g, ' ')).join()
}

const asMentee = ({ mentor, mentee }: Questions) => {
  const personId = mentor.id
  const { blockPerson, unblockPerson } = api.accountSettings.mentee
  return {
    block: () => test.call(blockPerson, { body: { personId } }, mentee),
    unblock: () => test.call(unblockPerson, { params: { personId } }, mentee),
  }
}

describe('a refund for silence', () => {
  it('is refused half a minute too early, and given after seven days, once', async () => {
    const questions = await makeQuestions(test, moderator)
    const { createdAt } = await questions.ask()
    const since = new Date(createdAt)
    await goTo(after(since, daysMs(7) - secondsMs(30)))
    expect(await questions.refund()).toMatchObject({ status: 409, body: { code: 'not_silent' } })
    await goTo(after(since, daysMs(7)))
    const first = ok(await questions.refund())
    expect(first.enrollment.status).toBe('ended')
    // 30 days of ₹6,000, of which a little less than 23 are left; all four calls are unused, which is more.
    expect(first.refund.amount).toBe(6000)
    expect((await questions.refund()).status).toBe(404)
    await runPaymentJobs(test)
    const { rows } = await test.app.db.pool.query<{ amount: number }>(
      `select sandbox_refund.amount from sandbox_refund join payment on payment.provider_charge_id = sandbox_refund.payment_id::text
       where payment.enrollment_id = $1`,
      [questions.enrollmentId],
    )
    expect(rows).toEqual([{ amount: 6000 }])
    expect(await toldMentor(questions)).toContain('What was unused of it is being paid back.')
  })

  it('says nothing of money to the mentor where all that was paid had gone back before', async () => {
    const questions = await makeQuestions(test, moderator)
    await test.app.db.pool.query('update payment set refunded_amount = amount where enrollment_id = $1', [
      questions.enrollmentId,
    ])
    await questions.ask()
    await wait(daysMs(8))
    expect(ok(await questions.refund()).refund.amount).toBe(0)
    const text = await toldMentor(questions)
    expect(text).toContain('has ended the subscription.')
    expect(text).not.toContain('paid back')
  })

  it('is one of the mentee’s own subscription, and none once the mentor has answered', async () => {
    const questions = await makeQuestions(test, moderator)
    await questions.ask()
    await wait(daysMs(8))
    const params = { enrollmentId: questions.enrollmentId }
    const stranger = await newMentee(test)
    expect((await test.call(api.enrollments.silenceRefund, { params }, stranger)).status).toBe(404)
    await questions.answer()
    expect((await questions.refund()).status).toBe(409)
  })

  it('is refused when the clock has just been stood still, although nobody has set it anew yet', async () => {
    const questions = await makeQuestions(test, moderator)
    await questions.ask()
    await wait(daysMs(6))
    const { block, unblock } = asMentee(questions)
    await block()
    await wait(daysMs(3))
    await unblock()
    expect(await questions.refund()).toMatchObject({ status: 409, body: { code: 'not_silent' } })
    await wait(daysMs(1))
    expect((await questions.refund()).status).toBe(200)
  })

  it('shows the mentor at once that nobody waits any more', async () => {
    const questions = await makeQuestions(test, moderator)
    await questions.ask()
    await wait(daysMs(7))
    const heard = await connectSocket(await test.listen(), questions.mentor)
    ok(await questions.refund())
    await expect
      .poll(() => heard.of('awaiting'))
      .toEqual([
        { conversationId: questions.conversationId, awaiting: expect.objectContaining({ side: null }) },
      ])
  })

  it('or an answer: of both at the same moment one comes first, and the other sees it', async () => {
    const questions = await makeQuestions(test, moderator)
    await questions.ask()
    await wait(daysMs(8))
    const body = { message: 'at last', sender: questions.mentor.id }
    const [refund, answer] = await Promise.all([
      questions.refund(),
      test.call(
        api.chat.mentor.send,
        { params: { conversationId: questions.conversationId }, body },
        questions.mentor,
      ),
    ])
    expect([`${refund.status} ${answer.status}`]).toContainEqual(expect.stringMatching(/^(200 403|409 201)$/))
    expect((await questions.awaiting()).isLate).toBe(false)
  })
})
