import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { after, daysMs, hoursMs } from '../../platform/clock.ts'
import {
  book,
  mentorForm,
  newMentor,
  newModerator,
  ok,
  publish,
  type TestPerson,
} from '../../testing/people.ts'
import { runPaymentJobs } from '../../testing/queued-jobs.ts'
import { enrollmentRow } from '../../testing/refund-requests.ts'
import { spendCredits } from '../../testing/session-credits.ts'
import { hourAhead } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeQuestions, type Questions } from '../../testing/waiting-question.ts'

let test: TestApp
let moderator: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

type Case = {
  /** What a month costs. */
  fee: number
  /** Calls that were used before the question, and sessions that are booked for after the seventh silent day. */
  spent?: number
  ahead?: number
  /** Days of the month that had passed when the mentee asked. */
  askedOnDay: number
  /** Rupees that the provider had given back before. */
  refunded?: number
}

/** Within the month that is paid, of 28 to 31 days. */
const withinTheMonth: Case[] = [
  { fee: 6000, askedOnDay: 0 },
  { fee: 6000, askedOnDay: 18 },
  { fee: 6000, spent: 1, askedOnDay: 0 },
  { fee: 6000, spent: 2, askedOnDay: 0 },
  { fee: 6000, spent: 4, askedOnDay: 0 },
  { fee: 6000, spent: 4, askedOnDay: 12 },
  { fee: 6000, spent: 4, askedOnDay: 19 },
  { fee: 5999, spent: 3, askedOnDay: 3 },
  { fee: 5999, spent: 1, askedOnDay: 9 },
  { fee: 10_001, spent: 2, askedOnDay: 5 },
  { fee: 10_001, spent: 2, ahead: 2, askedOnDay: 5 },
  { fee: 10_001, spent: 3, ahead: 1, askedOnDay: 15 },
  { fee: 3, spent: 2, askedOnDay: 2 },
  { fee: 1, spent: 4, askedOnDay: 14 },
  { fee: 6000, spent: 2, refunded: 2000, askedOnDay: 2 },
  { fee: 6000, spent: 2, refunded: 4500, askedOnDay: 2 },
]
/** The month is renewed while nobody answers: one unused call is carried over, at what it cost. */
const overARenewal: Case[] = [
  { fee: 6000, askedOnDay: 26 },
  { fee: 5999, spent: 2, askedOnDay: 27 },
  { fee: 5999, spent: 4, askedOnDay: 28 },
  { fee: 10_001, spent: 3, askedOnDay: 29 },
]

async function mentorAt(fee: number) {
  const mentor = await newMentor(test, moderator, mentorForm())
  const changed = { params: { ownId: mentor.id }, body: { monthlyFee: fee } }
  ok(await test.call(api.mentors.editProfile, changed, mentor))
  return mentor
}

const goTo = (moment: Date) => test.app.clock.moveTo(test.app.db, moment)
const renewAndCarryOver = async () => {
  await test.app.jobHandlers['enrollments:sweep']({})
  await test.app.jobHandlers['session-credits:sweep']({})
}

/** The story up to the seventh silent day. */
async function play({ fee, spent = 0, ahead = 0, askedOnDay, refunded = 0 }: Case): Promise<Questions> {
  const questions = await makeQuestions(test, moderator, { mentor: await mentorAt(fee) })
  const { enrollmentId, mentor, mentee } = questions
  const { startedAt } = await enrollmentRow(test, questions)
  // There was a time to book: calls are not unused for want of one.
  await publish(test, mentor, hourAhead(test, 48))
  await spendCredits(test.app.db.pool, enrollmentId, spent)
  if (refunded > 0) {
    await test.app.db.pool.query('update payment set refunded_amount = $2 where enrollment_id = $1', [
      enrollmentId,
      refunded,
    ])
    await test.app.db.pool.query(
      `insert into sandbox_refund (reference, payment_id, amount)
       select 'dashboard:' || id, provider_charge_id, $2 from payment where enrollment_id = $1`,
      [enrollmentId, refunded],
    )
  }
  await goTo(after(startedAt, daysMs(askedOnDay) + hoursMs(1)))
  const { createdAt } = await questions.ask()
  for (let count = 0; count < ahead; count++) {
    const slot = await publish(test, mentor, hourAhead(test, 24 * 8 + 2 * count))
    ok(await book(test, mentee, slot._id))
  }
  await goTo(after(new Date(createdAt), daysMs(7)))
  await renewAndCarryOver()
  return questions
}

/** As it is told to people: of the running month days or calls, whichever is more; of an earlier one its calls. */
async function owed({ fee, spent = 0, refunded = 0 }: Case, questions: Questions, isRenewed: boolean) {
  const { periodStart, periodEnd } = await enrollmentRow(test, questions)
  const left = periodEnd.getTime() - test.app.clock.now().getTime()
  const days = left / (periodEnd.getTime() - periodStart.getTime())
  const calls = (isRenewed ? 4 : 4 - spent) / 4
  const ofMonth = Math.min(fee - (isRenewed ? 0 : refunded), Math.ceil(fee * Math.max(days, calls)))
  const carriedOver = isRenewed && spent < 4 ? Math.ceil(fee / 4) : 0
  return ofMonth + carriedOver
}

/** By the provider's books. */
async function givenBack({ enrollmentId }: Questions): Promise<number> {
  await runPaymentJobs(test)
  const { rows } = await test.app.db.pool.query<{ sum: number }>(
    `select coalesce(sum(sandbox_refund.amount), 0)::int as sum from sandbox_refund
     join payment on payment.provider_charge_id = sandbox_refund.payment_id where enrollment_id = $1`,
    [enrollmentId],
  )
  return rows[0]!.sum
}

const nameOf = ({ fee, spent = 0, ahead = 0, refunded = 0, askedOnDay }: Case) =>
  `of ₹${fee}, ${spent} used, ${ahead} ahead, ₹${refunded} back before, asked on day ${askedOnDay}`

describe.each([
  { what: 'within the month', cases: withinTheMonth, isRenewed: false },
  { what: 'over a renewal', cases: overARenewal, isRenewed: true },
])('a refund for silence', ({ what, cases, isRenewed }) => {
  it.each(cases.map((one): [string, Case] => [`${what} ${nameOf(one)}`, one]))(
    'is right to the rupee %s',
    async (_, one) => {
      const questions = await play(one)
      const expected = await owed(one, questions, isRenewed)
      const { refund, enrollment } = ok(await questions.refund())
      expect(refund.amount).toBe(expected)
      expect(enrollment).toMatchObject({ status: 'ended', unusedRupees: 0 })
      expect(await givenBack(questions)).toBe(expected + (one.refunded ?? 0))
    },
  )
})
