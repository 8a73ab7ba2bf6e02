import { api } from '@marga/contract/api'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  book,
  enroll,
  hoursAhead,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  type TestPerson,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/** More than fit into one statement where each field of each notice is a parameter. */
const subscribers = 12_000

describe('a mentor with 12,000 subscribers', () => {
  let test: TestApp
  let moderator: TestPerson
  let mentor: TestPerson
  let mentee: TestPerson

  beforeAll(async () => {
    test = await startTestApp()
    moderator = await newModerator(test)
    mentor = await newMentor(test, moderator)
    mentee = await newMentee(test)
    await enroll(test, mentee, mentor)
    await subscribeOthers()
  })
  afterAll(() => test.close())

  /** As copies of the one who subscribed through the checkout. */
  async function subscribeOthers() {
    const { query } = test.app.db
    await sql`with copied as (
        select gen_random_uuid() as id, no from generate_series(2, ${subscribers}::int) no
      ), people as (
        insert into account select (json_populate_record(account,
          json_build_object('id', copied.id, 'email', 'subscriber-' || copied.no || '@example.com'))).*
        from account, copied where account.id = ${mentee.id} returning id
      )
      insert into enrollment select (json_populate_record(enrollment, json_build_object('id', people.id,
        'mentee_id', people.id, 'provider_subscription_id', 'copy-' || people.id))).*
      from enrollment, people where mentee_id = ${mentee.id}`.execute(query)
    await sql`insert into payment select (json_populate_record(payment, json_build_object('id', copy.id,
        'enrollment_id', copy.id, 'mentee_id', copy.mentee_id, 'provider_charge_id', 'copy-' || copy.id))).*
      from payment, enrollment copy where payment.mentee_id = ${mentee.id} and copy.mentee_id <> ${mentee.id}`.execute(
      query,
    )
    await sql`insert into session_credit select (json_populate_record(session_credit, json_build_object(
        'id', gen_random_uuid(), 'enrollment_id', payment.enrollment_id, 'payment_id', payment.id))).*
      from payment, session_credit join enrollment on enrollment.id = session_credit.enrollment_id
      where enrollment.mentee_id = ${mentee.id} and payment.mentee_id <> ${mentee.id}`.execute(query)
  }

  const scheduleNotifications = async () =>
    (
      await sql<{ count: number; happened: number; distinct: number }>`
        select count(*), min(happened) as happened, count(distinct account_id) as distinct
        from notification where together = ${`schedule:${mentor.id}`}`.execute(test.app.db.query)
    ).rows[0]

  it('publishes, changes the notices of all by the next, deletes and cancels', async () => {
    const slot = await publish(test, mentor, hoursAhead(test, 30))
    expect(await scheduleNotifications()).toEqual({ count: subscribers, distinct: subscribers, happened: 1 })

    const booked = await publish(test, mentor, hoursAhead(test, 34))
    expect(await scheduleNotifications()).toEqual({ count: subscribers, distinct: subscribers, happened: 2 })

    const remove = (slotId: string) => test.call(api.slots.remove, { params: { slotId } }, mentor)
    ok(await remove(slot._id))
    ok(await book(test, mentee, booked._id))
    ok(await remove(booked._id))
    expect(await scheduleNotifications()).toMatchObject({ count: subscribers, distinct: subscribers })
    const { content } = await test.app.db.query
      .selectFrom('notification')
      .select('content')
      .where('accountId', '=', mentee.id)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(content).toContain('cancelled')
  })

  it('is blocked: every subscription ends, and what was announced goes back to each', async () => {
    const { query } = test.app.db
    const params = { mentorId: mentor.id }
    const { effects } = ok(await test.call(api.moderation.mentorBlockEffects, { params }, moderator))
    const { subscriptions, refundRupees } = effects
    expect(subscriptions).toBe(subscribers)
    const body = { mentorId: mentor.id, isBlocked: true }
    ok(await test.call(api.moderation.changeMentorStatus, { body }, moderator))
    const ending = await sql<{ status: string; count: number; due: number }>`
      select status, count(*)::int as count, sum(refund_due)::int as due from enrollment group by status`.execute(
      query,
    )
    expect(ending.rows).toEqual([{ status: 'ending', count: subscribers, due: refundRupees }])
    const reserved = await sql<{ count: number; smallest: number; sum: number }>`
      select count(*)::int as count, min(amount) as smallest, sum(amount)::int as sum from refund`.execute(
      query,
    )
    const each = refundRupees / subscribers
    expect(reserved.rows).toEqual([{ count: subscribers, smallest: each, sum: refundRupees }])
  })
})
