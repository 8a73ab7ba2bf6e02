import { api } from '@marga/contract/api'
import { sql } from 'kysely'
import pg from 'pg'
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

/** More than fit into one statement where each of seven fields of each notice is a parameter. */
const subscribers = 9_400

describe('a mentor with 9,400 subscribers', () => {
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

  /** As copies of the one who subscribed through the checkout; however long that takes on a busy machine. */
  async function subscribeOthers() {
    const client = new pg.Client({ connectionString: test.databaseUrl })
    await client.connect()
    await client.query(`
      begin;
      with copied as (
        select gen_random_uuid() as id, no from generate_series(2, ${subscribers}) no
      ), people as (
        insert into account select (json_populate_record(account,
          json_build_object('id', copied.id, 'email', 'subscriber-' || copied.no || '@example.com'))).*
        from account, copied where account.id = '${mentee.id}' returning id
      )
      insert into enrollment select (json_populate_record(enrollment, json_build_object('id', people.id,
        'mentee_id', people.id, 'provider_subscription_id', 'copy-' || people.id))).*
      from enrollment, people where mentee_id = '${mentee.id}';
      insert into payment select (json_populate_record(payment, json_build_object('id', copy.id,
        'enrollment_id', copy.id, 'mentee_id', copy.mentee_id, 'provider_charge_id', 'copy-' || copy.id))).*
      from payment, enrollment copy where payment.mentee_id = '${mentee.id}' and copy.mentee_id <> '${mentee.id}';
      insert into session_credit select (json_populate_record(session_credit, json_build_object(
        'id', gen_random_uuid(), 'enrollment_id', payment.enrollment_id, 'payment_id', payment.id))).*
      from payment, session_credit join enrollment on enrollment.id = session_credit.enrollment_id
      where enrollment.mentee_id = '${mentee.id}' and payment.mentee_id <> '${mentee.id}';
      commit`)
    await client.end()
  }

  /** As the worker would, which has none of them to do before a change is committed. */
  async function tellTheOthers() {
    const waiting = () =>
      test.app.db.query.selectFrom('scheduleNews').select('id').limit(1).executeTakeFirst()
    while (await waiting()) await test.app.jobHandlers['slots:tell-schedule']({ mentorId: mentor.id })
  }

  const scheduleNotifications = async () =>
    (
      await sql<{ count: number; happened: number; distinct: number }>`
        select count(*), min(happened) as happened, count(distinct account_id) as distinct
        from notification where together = ${`schedule:${mentor.id}`}`.execute(test.app.db.query)
    ).rows[0]

  it('publishes, changes the notices of all by the next, deletes and cancels', async () => {
    const slot = await publish(test, mentor, hoursAhead(test, 30))
    expect(await scheduleNotifications()).toEqual({ count: 500, distinct: 500, happened: 1 })
    await tellTheOthers()
    expect(await scheduleNotifications()).toEqual({ count: subscribers, distinct: subscribers, happened: 1 })

    const booked = await publish(test, mentor, hoursAhead(test, 34))
    await tellTheOthers()
    expect(await scheduleNotifications()).toEqual({ count: subscribers, distinct: subscribers, happened: 2 })

    const remove = (slotId: string) => test.call(api.slots.remove, { params: { slotId } }, mentor)
    ok(await remove(slot._id))
    await tellTheOthers()
    ok(await book(test, mentee, booked._id))
    ok(await remove(booked._id))
    await tellTheOthers()
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

  it('tells each of them once, also where two processes tell, and where one is cut off in between', async () => {
    const { pool } = test.app.db
    await pool.query('delete from notification')
    await publish(test, mentor, hoursAhead(test, 40))
    // Fails once, in the middle of a part.
    const broken = await pool.query<{ menteeId: string }>(
      `select mentee_id as "menteeId" from enrollment where mentor_id = $1
       order by started_at desc, id desc offset 2700 limit 1`,
      [mentor.id],
    )
    await pool.query(`create function fails_notice() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$;
      create trigger fails_notice before insert on notification for each row
        when (new.account_id = '${broken.rows[0]!.menteeId}') execute function fails_notice()`)
    await expect(tellTheOthers()).rejects.toThrow('cut off')
    expect(await scheduleNotifications()).toEqual({ count: 2500, distinct: 2500, happened: 1 })
    await pool.query('drop trigger fails_notice on notification; drop function fails_notice()')
    await Promise.all([tellTheOthers(), tellTheOthers()])
    const { rows } = await pool.query<{ count: number; most: number }>(
      'select count(*)::int as count, max(happened) as most from notification where together = $1',
      [`schedule:${mentor.id}`],
    )
    expect(rows[0]).toEqual({ count: subscribers, most: 1 })
  }, 120_000)

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
