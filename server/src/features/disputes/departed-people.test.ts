import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { outboxWith } from '../../testing/outbox.ts'
import { newModerator, ok, type TestPerson, testPassword } from '../../testing/people.ts'
import { askForRefund, wentBack } from '../../testing/refund-requests.ts'
import {
  answerContest,
  contestAs,
  type Subscribed,
  sessionRow,
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

const leave = async (person: TestPerson) =>
  ok(
    await test.call(
      api.accountSettings[person.role as 'mentee'].deleteAccount,
      { body: { password: testPassword } },
      person,
    ),
  )
const contestRow = (slotId: string) =>
  test.app.db.query
    .selectFrom('contest')
    .select(['status', 'decision'])
    .where('slotId', '=', slotId)
    .executeTakeFirstOrThrow()
const refundRow = ({ enrollmentId }: Subscribed) =>
  test.app.db.query
    .selectFrom('refundRequest')
    .select(['status', 'decision', 'amount'])
    .where('enrollmentId', '=', enrollmentId)
    .executeTakeFirstOrThrow()
const ticketRows = ({ mentee, mentor }: Subscribed) =>
  test.app.db.query
    .selectFrom('ticket')
    .select(['status', 'decidedBy', 'note'])
    .where('raisedBy', 'in', [mentee.id, mentor.id])
    .execute()
it('a mentee who leaves drops contests and requests, those before a moderator too', async () => {
  const pair = await subscribedPair(test, moderator)
  const [first, second] = [
    await settledSession(test, pair, ['mentee', 'mentor']),
    await settledSession(test, pair, ['mentee', 'mentor']),
  ]
  ok(await contestAs(test, pair.mentee, first._id))
  const { contest } = ok(await contestAs(test, pair.mentee, second._id))
  ok(await answerContest(test, pair.mentor, contest._id, { agree: false }))
  ok(await askForRefund(test, pair))
  await leave(pair.mentee)
  const decision = 'The mentee deleted the account.'
  for (const { _id } of [first, second]) {
    expect(await contestRow(_id)).toEqual({ status: 'decided', decision })
    expect((await sessionRow(test, _id)).status).toBe('completed')
  }
  const { contests } = ok(await test.call(api.disputes.contestsOfMentor.list, { query: {} }, pair.mentor))
  // Nobody decided it, and the page of the mentor must not say that a moderator did.
  const closed = { status: 'decided', decision: null, closedBecause: decision }
  expect(contests).toMatchObject([closed, closed])
  expect(await refundRow(pair)).toMatchObject({ status: 'refused', decision })
  expect(await ticketRows(pair)).toEqual([{ status: 'dismissed', decidedBy: null, note: decision }])
  expect(await wentBack(test, pair)).toBe(0)
  const mails = await outboxWith(test, pair.mentor.email, 'Your contested session')
  expect(mails).toHaveLength(2)
  expect(mails[0]!.text).toContain('the other person deleted their account')
})

it('a mentor who leaves has agreed to what a mentee contests, whose call is refunded with the rest', async () => {
  const pair = await subscribedPair(test, moderator)
  for (let session = 0; session < 3; session++) await settledSession(test, pair, ['mentee', 'mentor'])
  const slot = await settledSession(test, pair, ['mentee', 'mentor'])
  ok(await contestAs(test, pair.mentee, slot._id))
  const { amount: quoted } = ok(await askForRefund(test, pair)).refundRequest
  await leave(pair.mentor)
  expect(await contestRow(slot._id)).toEqual({
    status: 'agreed',
    decision: 'The mentor deleted the account.',
  })
  expect(await sessionRow(test, slot._id)).toEqual({ status: 'missed', missedBy: 'mentor' })
  const request = await refundRow(pair)
  expect(request.status).toBe('refunded')
  expect(await wentBack(test, pair)).toBe(request.amount)
  const { amount } = await test.app.db.query
    .selectFrom('payment')
    .select('amount')
    .where('enrollmentId', '=', pair.enrollmentId)
    .executeTakeFirstOrThrow()
  expect(request.amount).toBeGreaterThanOrEqual(Math.min(quoted, amount - Math.ceil(amount / 4)))
  const [mail] = await outboxWith(test, pair.mentee.email, 'Your contested session')
  expect(mail!.text).toContain('Your mentor deleted their account')
  // What was unused and the call are two refunds, and the mentee hears of both.
  const refunds = await outboxWith(test, pair.mentee.email, 'Refund')
  const texts = refunds.map(({ text }) => text.replace(/\s+/g, ' '))
  expect(texts).toHaveLength(2)
  expect(texts.filter((text) => text.includes('what you had not used is refunded'))).toHaveLength(1)
  expect(texts.filter((text) => text.includes('Its price is refunded'))).toHaveLength(1)
})

it('a mentor who leaves drops what the mentor contested, and leaves to moderators what they have', async () => {
  const pair = await subscribedPair(test, moderator)
  const own = await settledSession(test, pair, [])
  ok(await contestAs(test, pair.mentor, own._id))
  const before = await settledSession(test, pair, ['mentee', 'mentor'])
  const { contest } = ok(await contestAs(test, pair.mentee, before._id))
  ok(await answerContest(test, pair.mentor, contest._id, { agree: false }))
  await leave(pair.mentor)
  expect(await contestRow(own._id)).toEqual({
    status: 'decided',
    decision: 'The mentor deleted the account.',
  })
  expect(await sessionRow(test, own._id)).toEqual({ status: 'missed', missedBy: 'both' })
  expect((await contestRow(before._id)).status).toBe('with_moderator')
  const { ticketId } = await test.app.db.query
    .selectFrom('contest')
    .select('ticketId')
    .where('id', '=', contest._id)
    .executeTakeFirstOrThrow()
  // The subscription is over: what the moderator gives back is paid back.
  const sum = await wentBack(test, pair)
  const body = { ticketId: ticketId!, action: 'return_call' as const, note: 'The mentor has left.' }
  ok(await test.call(api.tickets.decide, { body }, moderator))
  expect(await wentBack(test, pair)).toBeGreaterThanOrEqual(sum)
  const [mail] = await outboxWith(test, pair.mentee.email, 'Your contested session')
  expect(mail!.text).toContain('The mentor has left.')
})
