import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { expect } from 'vitest'
import { after, hoursMs, minutesMs } from '../platform/clock.ts'
import {
  book,
  enroll,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  type TestPerson,
  testPassword,
} from './people.ts'
import { runPaymentJobs } from './queued-jobs.ts'
import type { TestApp } from './test-app.ts'

type Scene = {
  test: TestApp
  moderator: TestPerson
  mentee: TestPerson
  mentor: TestPerson
  enrollmentId: string
  session: { slotId: string; callId: string; startsAt: Date }
}

/** A mentee with one subscription of four calls and one booked session, and what may happen to them. */
export async function makeCreditWorld(test: TestApp) {
  const scene = await makeScene(test)
  const { mentee, mentor, enrollmentId } = scene
  return {
    mentee,
    mentor,
    enrollmentId,
    now: () => test.app.clock.now(),
    goTo: (moment: Date) => goTo(test, moment),
    turnClockTo: (moment: Date) => turnClockTo(test, moment),
    sweep: () => sweep(test),
    enrollment: () => findEnrollment(scene),
    stranger: () => newMentee(test),
    book: (start: Date) => bookSession(scene, start),
    cancel: (by: MemberRole) => cancelSession(scene, by),
    hold: (present: readonly MemberRole[]) => holdSession(scene, present),
    block: (role: MemberRole) => block(scene, role),
    leave: (role: MemberRole) => leave(scene, role),
    refundPayment: () => refundPayment(scene),
    /** Ends the subscription, where nothing did yet: nothing falls due for it any more. */
    retire: () => deleteAccount(scene, 'mentee'),
    read: () => read(scene),
    /** Four a paid period, one place each, and no more money back than was paid. */
    expectWholeLedger: () => expectWholeLedger(test, enrollmentId),
  }
}
export type CreditWorld = Awaited<ReturnType<typeof makeCreditWorld>>

async function makeScene(test: TestApp): Promise<Scene> {
  const moderator = await newModerator(test)
  const mentor = await newMentor(test, moderator)
  const mentee = await newMentee(test)
  const { _id: enrollmentId } = await enroll(test, mentee, mentor)
  // A call that is none until a session is booked.
  const session = { slotId: '', callId: '00000000-0000-0000-0000-000000000000', startsAt: new Date() }
  return { test, moderator, mentee, mentor, enrollmentId, session }
}

const turnClockTo = (test: TestApp, moment: Date) => test.app.clock.moveTo(test.app.db, moment)

/** What falls due, in the order of the product's own schedule. */
async function sweep(test: TestApp) {
  await test.app.jobHandlers['enrollments:sweep']({})
  await test.app.jobHandlers['session-credits:sweep']({})
  await test.app.jobHandlers['live:settle']({})
  await runPaymentJobs(test)
}

async function goTo(test: TestApp, moment: Date) {
  await turnClockTo(test, moment)
  await sweep(test)
}

async function findEnrollment({ test, enrollmentId }: Scene) {
  const { rows } = await test.app.db.pool.query<{ periodEnd: Date }>(
    'select period_end as "periodEnd" from enrollment where id = $1',
    [enrollmentId],
  )
  return rows[0]!
}

async function bookSession({ test, mentee, mentor, session }: Scene, start: Date) {
  session.startsAt = new Date(Math.ceil(start.getTime() / hoursMs(1)) * hoursMs(1))
  session.slotId = (await publish(test, mentor, session.startsAt))._id
  session.callId = ok(await book(test, mentee, session.slotId)).data.callId!
}

async function cancelSession({ test, mentee, mentor, session: { slotId } }: Scene, by: MemberRole) {
  return by === 'mentee'
    ? ok(await test.call(api.slots.cancel, { body: { slotId } }, mentee))
    : ok(await test.call(api.slots.remove, { params: { slotId } }, mentor))
}

/** The session takes place, with those in the room for an hour. */
async function holdSession(scene: Scene, present: readonly MemberRole[]) {
  const { test, session } = scene
  const endsAt = after(session.startsAt, hoursMs(1))
  for (const role of present)
    await test.app.db.pool.query(
      'insert into live_stay (id, slot_id, account_id, connection_id, joined_at, seen_at, left_at) values ($1, $2, $3, $4, $5, $6, $6)',
      [test.app.newId(), session.slotId, scene[role].id, test.app.newId(), session.startsAt, endsAt],
    )
  await goTo(test, after(endsAt, minutesMs(20)))
}

async function block({ test, moderator, ...people }: Scene, role: MemberRole) {
  const call = role === 'mentee' ? api.moderation.changeMenteeStatus : api.moderation.changeMentorStatus
  const body = { [`${role}Id`]: people[role].id, isBlocked: true } as never
  ok(await test.call(call, { body }, moderator))
}

const leave = async (scene: Scene, role: MemberRole) => ok(await deleteAccount(scene, role))

const deleteAccount = ({ test, ...people }: Scene, role: MemberRole) =>
  test.call(api.accountSettings[role].deleteAccount, { body: { password: testPassword } }, people[role])

/** All of the payment that bought the call goes back, in the provider's own dashboard. */
async function refundPayment({ test, enrollmentId, session }: Scene) {
  const { pool } = test.app.db
  const { rows } = await pool.query<{ charge: string; amount: number }>(
    `select provider_charge_id as charge, payment.amount from payment
     join session_credit on session_credit.payment_id = payment.id where session_credit.id = $1`,
    [session.callId],
  )
  await pool.query('insert into sandbox_refund (reference, payment_id, amount) values ($1, $2, $3)', [
    `dashboard:${test.app.newId()}`,
    rows[0]!.charge,
    rows[0]!.amount,
  ])
  const subscription = await pool.query<{ id: string }>(
    'select provider_subscription_id as id from enrollment where id = $1',
    [enrollmentId],
  )
  const eventId = test.app.newId()
  const about = { subscriptionId: subscription.rows[0]!.id }
  await pool.query(
    'insert into provider_event (id, provider, type, payload, received_at) values ($1, $2, $3, $4, $5)',
    [eventId, 'sandbox', 'charge.refunded', about, test.app.clock.now()],
  )
  await test.app.jobHandlers['payments:event']({ eventId })
}

/** Every call as the ledger has it, that of the session, and the subscription as the mentee sees it. */
async function read({ test, mentee, enrollmentId, session: { callId } }: Scene) {
  const { pool } = test.app.db
  const { rows } = await pool.query<{ id: string; status: string; source: string; usableUntil: Date }>(
    'select id, status, source, usable_until as "usableUntil" from session_credit where enrollment_id = $1 order by id',
    [enrollmentId],
  )
  const history = await pool.query<{ what: string; because: string }>(
    'select what, because from session_credit_event where credit_id = $1 order by id',
    [callId],
  )
  const call = { ...rows.find(({ id }) => id === callId)!, history: history.rows }
  return { call, calls: rows, enrollment: await enrollmentAsRead(test, mentee) }
}

/** By the endpoint where the mentee can still sign in, else by the balance of nothing. */
async function enrollmentAsRead(test: TestApp, mentee: TestPerson) {
  const response = await test.call(
    api.enrollments.subscribedMentors,
    { params: { menteeId: mentee.id } },
    mentee,
  )
  if (response.status === 200) return response.body.allMentorsSubscribed[0]!
  return test.app.enrollments.ofPair(mentee.id, await mentorOf(test, mentee.id)).then((found) => found!)
}

const mentorOf = async (test: TestApp, menteeId: string) =>
  (
    await test.app.db.pool.query<{ id: string }>(
      'select mentor_id as id from enrollment where mentee_id = $1',
      [menteeId],
    )
  ).rows[0]!.id

/** @throws (by expect) when the ledger of an enrollment does not add up */
export async function expectWholeLedger(test: TestApp, enrollmentId: string) {
  const { pool } = test.app.db
  const { rows: perPeriod } = await pool.query<{ count: number }>(
    `select count(*)::int as count from session_credit where enrollment_id = $1 and is_of_period group by period_start`,
    [enrollmentId],
  )
  expect(perPeriod.every(({ count }) => count === 4)).toBe(true)
  const { rows: paid } = await pool.query<{ id: string; periods: number }>(
    `select payment.id, count(distinct period_start)::int as periods from payment
     where enrollment_id = $1 and status <> 'failed' group by payment.id`,
    [enrollmentId],
  )
  expect(perPeriod).toHaveLength(paid.length)
  const { rows: money } = await pool.query<{ amount: number; refunded: number; ours: number }>(
    `select amount, refunded_amount as refunded,
       coalesce((select sum(amount) from refund where payment_id = payment.id), 0)::int as ours
     from payment where enrollment_id = $1`,
    [enrollmentId],
  )
  for (const { amount, refunded, ours } of money) {
    expect(refunded).toBeLessThanOrEqual(amount)
    expect(ours).toBeLessThanOrEqual(amount)
  }
}
