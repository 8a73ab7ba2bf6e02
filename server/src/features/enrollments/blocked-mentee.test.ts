import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysMs } from '../../platform/clock.ts'
import { formatPlainDate } from '../../platform/date-format.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { enroll, newMentee, newMentor, newModerator, ok, signInMentee } from '../../testing/people.ts'
import { runPaymentJobs } from '../../testing/queued-jobs.ts'
import { type StripeApp, startStripeApp } from '../../testing/stripe-app.ts'
import { createTestClock, startTestApp, type TestApp } from '../../testing/test-app.ts'

const stopped = 'Your subscriptions will no longer renew'

describe('a mentee who is blocked, at Stripe', () => {
  let app: StripeApp
  beforeAll(async () => {
    app = await startStripeApp()
  })
  afterAll(() => app.close())

  async function enrolled() {
    const mentee = await newMentee(app.test)
    const subscriptionId = await app.pay(mentee)
    await app.catchUp()
    return { mentee, subscriptionId }
  }
  const setBlocked = async (menteeId: string, isBlocked: boolean) =>
    ok(
      await app.call(
        api.moderation.changeMenteeStatus,
        { body: { menteeId, isBlocked } },
        await app.signInModerator(),
      ),
    )
  const atStripe = (id: string) => app.stripe.books.get('subscription', id)
  const statusOf = async (mentee: { id: string }) => (await app.enrollmentOf(mentee))[0]!.status

  it('is charged for no further month, and is told so', async () => {
    const { mentee, subscriptionId } = await enrolled()
    await setBlocked(mentee.id, true)
    expect(await statusOf(mentee)).toBe('ending')
    await app.runJobs()
    expect(atStripe(subscriptionId).cancel_at_period_end).toBe(true)
    const [mail, ...others] = await outboxWith(app.test, mentee.email, stopped)
    expect(others).toEqual([])
    expect(mail!.text).toContain('Nothing more will be charged')
    app.clock.advance(daysMs(32))
    app.stripe.billing.endPeriod(subscriptionId)
    await app.catchUp()
    expect(app.takenFrom([subscriptionId])).toBe(6000)
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended', endReason: 'canceled' }])
  })

  it('gets back what was taken for a further month before Stripe had been told', async () => {
    const { mentee, subscriptionId } = await enrolled()
    await setBlocked(mentee.id, true)
    await app.app.db.pool.query('delete from graphile_worker._private_jobs')
    app.clock.advance(daysMs(32))
    app.stripe.billing.endPeriod(subscriptionId)
    await app.catchUp()
    expect(app.takenFrom([subscriptionId])).toBe(6000)
    expect(atStripe(subscriptionId).status).toBe('canceled')
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended', endReason: 'blocked' }])
    // The first month's is the only receipt: nothing was bought with the second payment.
    const [receipt, ...others] = await outboxWith(app.test, mentee.email, 'Receipt')
    expect(receipt!.text).toContain('Thank you for subscribing')
    expect(others).toEqual([])
    expect(await outboxWith(app.test, mentee.email, 'Refund')).toHaveLength(1)
  })

  it('is not asked for a payment that failed before Stripe had been told', async () => {
    const { mentee, subscriptionId } = await enrolled()
    await setBlocked(mentee.id, true)
    await app.app.db.pool.query('delete from graphile_worker._private_jobs')
    app.clock.advance(daysMs(32))
    app.stripe.billing.endPeriod(subscriptionId, 'failed')
    await app.catchUp()
    await app.catchUp()
    expect(await statusOf(mentee)).toBe('ended')
    expect(await outboxWith(app.test, mentee.email, 'Your payment for')).toEqual([])
  })

  it('is not asked again for a payment that was due', async () => {
    const { mentee, subscriptionId } = await enrolled()
    app.clock.advance(daysMs(32))
    app.stripe.billing.endPeriod(subscriptionId, 'failed')
    await app.catchUp()
    expect(await statusOf(mentee)).toBe('past_due')
    await setBlocked(mentee.id, true)
    await app.runJobs()
    await app.catchUp()
    expect(atStripe(subscriptionId).status).toBe('canceled')
    expect(await statusOf(mentee)).toBe('ended')
  })

  it('gets back a payment that was due and goes through while it is called off', async () => {
    const { mentee, subscriptionId } = await enrolled()
    app.clock.advance(daysMs(32))
    app.stripe.billing.endPeriod(subscriptionId, 'failed')
    await app.catchUp()
    await setBlocked(mentee.id, true)
    const { latest_invoice } = atStripe(subscriptionId)
    app.stripe.meanwhile(`DELETE /v1/subscriptions/${subscriptionId}`, () =>
      app.stripe.billing.payInvoice(latest_invoice),
    )
    await app.runJobs()
    await app.catchUp()
    expect(await statusOf(mentee)).toBe('ended')
    expect(app.takenFrom([subscriptionId])).toBe(6000)
  })

  it('cannot begin to renew again by a page of Stripe that was still open', async () => {
    const { mentee, subscriptionId } = await enrolled()
    await setBlocked(mentee.id, true)
    await app.runJobs()
    app.stripe.billing.setRenewal(subscriptionId, false)
    await app.catchUp()
    expect(atStripe(subscriptionId).cancel_at_period_end).toBe(true)
    expect(await statusOf(mentee)).toBe('ending')
  })

  it('has the rest of the paid month when let in again, and may renew', async () => {
    const { mentee, subscriptionId } = await enrolled()
    await setBlocked(mentee.id, true)
    await app.runJobs()
    await setBlocked(mentee.id, false)
    await app.runJobs()
    const again = await signInMentee(app.test, mentee.email)
    const list = api.enrollments.subscribedMentors
    const [enrollment] = ok(
      await app.call(list, { params: { menteeId: mentee.id } }, again),
    ).allMentorsSubscribed
    expect(enrollment).toMatchObject({ status: 'ending', callsLeft: 4 })
    const params = { enrollmentId: enrollment!._id }
    expect(ok(await app.call(api.enrollments.resume, { params }, again)).enrollment.status).toBe('active')
    expect(atStripe(subscriptionId).cancel_at_period_end).toBe(false)
  })

  it('goes on renewing who resumed before the provider could be told of the block', async () => {
    const { mentee, subscriptionId } = await enrolled()
    await setBlocked(mentee.id, true)
    await setBlocked(mentee.id, false)
    const again = await signInMentee(app.test, mentee.email)
    const [enrollment] = await app.enrollmentOf(mentee)
    const params = { enrollmentId: enrollment!.id }
    ok(await app.call(api.enrollments.resume, { params }, again))
    await app.runJobs()
    expect(await statusOf(mentee)).toBe('active')
    expect(atStripe(subscriptionId).cancel_at_period_end).toBe(false)
  })

  it('renews nobody who has not resumed, though the provider is told of the block after its end', async () => {
    const { mentee, subscriptionId } = await enrolled()
    await setBlocked(mentee.id, true)
    await setBlocked(mentee.id, false)
    await app.runJobs()
    expect(await statusOf(mentee)).toBe('ending')
    expect(atStripe(subscriptionId).cancel_at_period_end).toBe(true)
  })

  it('has the rest of a pause too, and may renew after it', async () => {
    const { mentee, subscriptionId } = await enrolled()
    const [{ id: enrollmentId } = { id: '' }] = await app.enrollmentOf(mentee)
    const params = { enrollmentId }
    const before = await signInMentee(app.test, mentee.email)
    ok(await app.call(api.enrollments.pause, { params, body: { days: 20 } }, before))
    app.clock.advance(daysMs(34))
    await app.catchUp()
    await setBlocked(mentee.id, true)
    await app.runJobs()
    await setBlocked(mentee.id, false)
    await app.runJobs()
    const again = await signInMentee(app.test, mentee.email)
    const { enrollment } = ok(await app.call(api.enrollments.resume, { params }, again))
    expect(enrollment.status).toBe('active')
    expect(Date.parse(enrollment.pausedUntil!)).toBeGreaterThan(app.clock.now().getTime())
    const list = api.notifications.mentee.list
    const { notifications } = ok(await app.call(list, { params: { ownId: mentee.id }, query: {} }, again))
    const renewsOn = formatPlainDate(new Date(enrollment.pausedUntil!), 'Asia/Kolkata')
    const resumed = notifications.find(({ content }) => content.startsWith('You resumed'))
    expect(resumed?.content).toMatch(new RegExp(`: it renews on ${renewsOn}$`))
    expect(atStripe(subscriptionId).cancel_at_period_end).toBe(false)
  })
})

it('a mentee who is blocked is charged for no further month by the sandbox either', async () => {
  const clock = createTestClock()
  const test: TestApp = await startTestApp({ clock })
  const moderator = await newModerator(test)
  const mentee = await newMentee(test)
  const mentor = await newMentor(test, moderator)
  await enroll(test, mentee, mentor)
  const body = { menteeId: mentee.id, isBlocked: true }
  ok(await test.call(api.moderation.changeMenteeStatus, { body }, moderator))
  const paid = await test.app.db.pool.query<{ end: Date }>('select period_end as end from enrollment')
  const until = formatPlainDate(paid.rows[0]!.end, 'Asia/Kolkata')
  const sentence = `The subscription of Asha Rao no longer renews and ends on ${until}`
  expect((await outboxWith(test, mentor.email, 'The subscription of')).map(({ subject }) => subject)).toEqual(
    [sentence],
  )
  const list = api.notifications.mentor.list
  const { notifications } = ok(await test.call(list, { params: { ownId: mentor.id }, query: {} }, mentor))
  expect(notifications).toContainEqual(expect.objectContaining({ content: `${sentence}.` }))
  await runPaymentJobs(test)
  clock.advance(daysMs(70))
  await test.app.jobHandlers['enrollments:sweep']({})
  const { rows } = await test.app.db.pool.query(
    `select e.status, s.cancel_at_period_end as stops, (select count(*)::int from payment) as payments
     from enrollment e join sandbox_subscription s on s.id = e.provider_subscription_id where mentee_id = $1`,
    [mentee.id],
  )
  expect(rows).toEqual([{ status: 'ended', stops: true, payments: 1 }])
  expect(await outboxWith(test, mentee.email, stopped)).toHaveLength(1)
  await test.close()
})
