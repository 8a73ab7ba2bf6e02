import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CaseWorld, makeCaseWorld } from '../../testing/case-world.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { ok, type TestPerson } from '../../testing/people.ts'
import { answerRefund, askForRefund, refundRequestsOf, rupees } from '../../testing/refund-requests.ts'
import { newPricedMentor, type StripeApp, startStripeApp, subscribe } from '../../testing/stripe-app.ts'

// The bank takes such a payment back as a whole, and the provider refuses for days to refund anything of it.

let app: StripeApp
let world: CaseWorld
beforeAll(async () => {
  app = await startStripeApp()
  world = await makeCaseWorld(app.test)
})
afterAll(() => app.close())

it('a moderator gives nothing back of a payment that is disputed at the bank', async () => {
  const { mentee, subscriptionId, id: enrollmentId } = await subscribe(app)
  const caseId = await world.raise({ mentee, mentor: app.mentor, enrollmentId })
  app.stripe.billing.dispute(subscriptionId)
  await app.catchUp()
  const refused = await world.decide(caseId, [{ kind: 'refund', amount: 100 }])
  expect(refused.status).toBe(400)
  expect(refused.body.fields).toEqual({
    'outcomes.0.amount': 'At most ₹0 of the two’s payments can go back.',
  })
})

const listedPayments = async (mentee: TestPerson) =>
  ok(await app.call(api.enrollments.payments, { params: { menteeId: mentee.id } }, mentee)).payments

it('of a dispute that the bank decided for us it can be given again', async () => {
  const { mentee, subscriptionId, id: enrollmentId } = await subscribe(app)
  const caseId = await world.raise({ mentee, mentor: app.mentor, enrollmentId })
  const disputeId = app.stripe.billing.dispute(subscriptionId)
  await app.catchUp()
  expect(await listedPayments(mentee)).toMatchObject([{ status: 'paid', isDisputed: true }])
  app.stripe.billing.winDispute(disputeId)
  await app.catchUp()
  expect(await listedPayments(mentee)).toMatchObject([{ status: 'paid', isDisputed: false }])
  expect((await world.decide(caseId, [{ kind: 'refund', amount: 6001 }])).body.fields).toEqual({
    'outcomes.0.amount': 'At most ₹6,000 of the two’s payments can go back.',
  })
  ok(await world.decide(caseId, [{ kind: 'refund', amount: 100 }]))
  await app.runJobs()
  expect(await app.paymentsOf(mentee)).toEqual([{ status: 'paid', amount: 6000, refunded: 100 }])
  // What was over stays over.
  expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended', endReason: 'disputed' }])
})

it('hears at night of one that was decided while its word was lost, also of a payment long past', async () => {
  const { subscriptionId, id: enrollmentId } = await subscribe(app)
  const isDisputed = async () =>
    (
      await app.app.db.pool.query(
        'select is_disputed as "isDisputed" from payment where enrollment_id = $1 order by paid_at limit 1',
        [enrollmentId],
      )
    ).rows[0].isDisputed
  const disputeId = app.stripe.billing.dispute(subscriptionId)
  await app.catchUp()
  expect(await isDisputed()).toBe(true)
  app.stripe.books.get('dispute', disputeId).status = 'won'
  await app.app.jobHandlers['payments:nightly']({})
  await app.runJobs()
  expect(await isDisputed()).toBe(false)
})

const refundsOf = async (enrollmentId: string) =>
  (await app.app.db.pool.query('select amount from refund where enrollment_id = $1', [enrollmentId])).rows

it('what was promised before the dispute is told to wait for the bank, and holds up nothing', async () => {
  const { mentee, subscriptionId, id: enrollmentId } = await subscribe(app)
  const caseId = await world.raise({ mentee, mentor: app.mentor, enrollmentId })
  ok(await world.decide(caseId, [{ kind: 'refund', amount: 100 }]))
  expect(await refundsOf(enrollmentId)).toEqual([{ amount: 100 }])
  app.stripe.billing.dispute(subscriptionId)
  await app.runJobs()
  expect(await refundsOf(enrollmentId)).toEqual([])
  // Nothing more is promised of it before the provider's word has come.
  const again = await world.decide(await world.raise({ mentee, mentor: app.mentor, enrollmentId }), [
    { kind: 'refund', amount: 100 },
  ])
  expect(again.status).toBe(400)
  const mails = await outboxWith(app.test, mentee.email, 'Your refund of ₹100 is with your bank now')
  expect(mails).toHaveLength(1)
})

it('the same of an end with a refund', async () => {
  const mentor = await newPricedMentor(app)
  const { mentee, subscriptionId, id: enrollmentId } = await subscribe(app, mentor)
  ok(
    await app.call(
      api.moderation.changeMentorStatus,
      { body: { mentorId: mentor.id } },
      await app.signInModerator(),
    ),
  )
  const [{ amount }] = (await refundsOf(enrollmentId)) as [{ amount: number }]
  app.stripe.billing.dispute(subscriptionId)
  await app.runJobs()
  expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended' }])
  expect(await refundsOf(enrollmentId)).toEqual([])
  const rupees = new Intl.NumberFormat('en-IN').format(amount)
  expect(
    await outboxWith(app.test, mentee.email, `Your refund of ₹${rupees} is with your bank now`),
  ).toHaveLength(1)
  expect(await outboxWith(app.test, mentee.email, `Refund: `)).toEqual([])
})

it('a refund request says what of its refund the bank decides, also where another end overtook it', async () => {
  const [granted, overtaken] = await Promise.all([newPricedMentor(app), newPricedMentor(app)])
  for (const mentor of [granted, overtaken]) {
    const { mentee, subscriptionId, id: enrollmentId } = await subscribe(app, mentor)
    const asked = ok(await askForRefund(app.test, { mentee, mentor, enrollmentId })).refundRequest
    if (mentor === granted) ok(await answerRefund(app.test, mentor, asked._id, { agree: true }))
    else {
      const body = { mentorId: mentor.id }
      ok(await app.call(api.moderation.changeMentorStatus, { body }, await app.signInModerator()))
      await app.app.jobHandlers['disputes:sweep']({})
    }
    const { amount } = asked
    const before = { status: 'refunded', amount, withdrawnAmount: 0 }
    expect(await refundRequestsOf(app.test, mentee)).toMatchObject([before])
    app.stripe.billing.dispute(subscriptionId)
    await app.runJobs()
    expect(await refundsOf(enrollmentId)).toEqual([])
    const withdrawn = { status: 'refunded', amount: 0, withdrawnAmount: amount }
    expect(await refundRequestsOf(app.test, mentee)).toMatchObject([withdrawn])
  }
})

it('and where that end is known before the request is closed: nobody reads that nothing was left', async () => {
  const mentor = await newPricedMentor(app)
  const { mentee, subscriptionId, id: enrollmentId } = await subscribe(app, mentor)
  const { amount } = ok(await askForRefund(app.test, { mentee, mentor, enrollmentId })).refundRequest
  const body = { mentorId: mentor.id }
  ok(await app.call(api.moderation.changeMentorStatus, { body }, await app.signInModerator()))
  app.stripe.billing.dispute(subscriptionId)
  await app.runJobs()
  await app.app.jobHandlers['disputes:sweep']({})
  const withdrawn = { status: 'refunded', amount: 0, withdrawnAmount: amount }
  expect(await refundRequestsOf(app.test, mentee)).toMatchObject([withdrawn])
  const [mail] = await outboxWith(app.test, mentee.email, 'Your refund request')
  expect(mail!.text).toContain(`Your bank decides about ${rupees(amount)}.`)
  expect(mail!.text).not.toContain('Nothing was left')
})

// Last: the clock goes on with the session, and that of Stripe does not.
it('a call that comes back once the subscription is over gives nothing of it back', async () => {
  const { mentee, id: enrollmentId } = await subscribe(app)
  const pair = { mentee, mentor: app.mentor, enrollmentId }
  const { _id: slotId } = await world.settled(pair)
  const { pool } = app.app.db
  await pool.query('update payment set is_disputed = true where enrollment_id = $1', [enrollmentId])
  await pool.query(
    "update enrollment set status = 'ended', end_reason = 'disputed', ended_at = started_at where id = $1",
    [enrollmentId],
  )
  ok(await world.decide(await world.raise(pair), [{ kind: 'return_call', slotId }]))
  const { rows } = await pool.query('select amount from refund where enrollment_id = $1', [enrollmentId])
  expect(rows).toEqual([])
})
