import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysMs } from '../../platform/clock.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { enroll, newMentee, newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let mentor: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  mentor = await newMentor(test, await newModerator(test))
})
afterAll(() => test.close())

const receipts = (mentee: TestPerson) => outboxWith(test, mentee.email, 'Receipt')

describe('the receipt of a payment', () => {
  it('is not mailed to whoever switched it off', async () => {
    const mentee = await newMentee(test)
    const params = { ownId: mentee.id }
    const body = { email: { payments: false } }
    ok(await test.call(api.accountSettings.mentee.editPreferences, { params, body }, mentee))
    await enroll(test, mentee, mentor)
    expect(await receipts(mentee)).toEqual([])
  })

  it('comes on enrolling and on each renewal, once each', async () => {
    const mentee = await newMentee(test)
    const { _id: enrollmentId } = await enroll(test, mentee, mentor)
    const body = { menteeId: mentee.id, mentorId: mentor.id }
    ok(await test.call(api.enrollments.confirm, { body }, mentee))
    const [first, ...others] = await receipts(mentee)
    expect(others).toEqual([])
    expect(first!.subject).toBe('Receipt: ₹6,000 for mentoring with Vikram Iyer')
    expect(first!.text).toContain('Thank you for subscribing')
    test.clock.advance(daysMs(32))
    const follow = () => test.app.jobHandlers['enrollments:sweep']({})
    await Promise.all([follow(), follow()])
    await follow()
    const mails = await receipts(mentee)
    expect(mails).toHaveLength(2)
    expect(mails[0]!.text).toContain('has been renewed')
    const { id } = await test.app.db.query
      .selectFrom('payment')
      .select('id')
      .where('enrollmentId', '=', enrollmentId)
      .orderBy('paidAt', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(mails[0]!.text).toContain(id)
  })

  it('does not come for a month that is taken while the subscription ends with a refund', async () => {
    const mentee = await newMentee(test)
    const { _id: enrollmentId } = await enroll(test, mentee, mentor)
    const { pool } = test.app.db
    // As when the mentor has been blocked and the provider is not told yet.
    await pool.query("update enrollment set status = 'ending', refund_due = 0 where id = $1", [enrollmentId])
    test.clock.advance(daysMs(32))
    await test.app.jobHandlers['enrollments:sweep']({})
    const payments = await pool.query('select from payment where enrollment_id = $1', [enrollmentId])
    expect(payments.rowCount).toBe(2)
    expect(await receipts(mentee)).toHaveLength(1)
  })
})
