import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysMs } from '../../platform/clock.ts'
import { outboxWith } from '../../testing/outbox.ts'
import {
  book,
  hoursAhead,
  newMentee,
  newMentor,
  ok,
  publish,
  signInMentee,
  signInMentor,
  testPassword,
} from '../../testing/people.ts'
import { spendCredits } from '../../testing/session-credits.ts'
import { newPricedMentor, type StripeApp, startStripeApp, subscribe } from '../../testing/stripe-app.ts'

let app: StripeApp
beforeAll(async () => {
  app = await startStripeApp()
})
afterAll(() => app.close())

const spendCalls = (id: string) => spendCredits(app.app.db.pool, id, 4)

const readBy = async (mentee: { id: string; email: string }) => {
  const again = await signInMentee(app.test, mentee.email)
  const params = { menteeId: mentee.id }
  return ok(await app.call(api.enrollments.subscribedMentors, { params }, again)).allMentorsSubscribed[0]!
}

describe('a subscription at Stripe', () => {
  it('ends with its period when cancelled, and can be resumed before', async () => {
    const { mentee, subscriptionId, id } = await subscribe(app)
    const again = await signInMentee(app.test, mentee.email)
    const params = { enrollmentId: id }
    expect(ok(await app.call(api.enrollments.cancel, { params }, again)).enrollment.status).toBe('ending')
    expect(ok(await app.call(api.enrollments.resume, { params }, again)).enrollment.status).toBe('active')
    ok(await app.call(api.enrollments.cancel, { params }, again))
    app.clock.advance(daysMs(31))
    app.stripe.billing.endPeriod(subscriptionId)
    await app.catchUp()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended', endReason: 'canceled' }])
  })

  it.each([undefined, 'failed', 'requires_action'] as const)(
    'whose next month is not paid (%s) ends at once when cancelled, and what is taken nevertheless goes back',
    async (renewal) => {
      const { mentee, subscriptionId, id } = await subscribe(app)
      await spendCalls(id)
      app.clock.advance(daysMs(31))
      if (renewal) app.stripe.billing.endPeriod(subscriptionId, renewal)
      await app.catchUp()
      const again = await signInMentee(app.test, mentee.email)
      const { enrollment } = ok(
        await app.call(api.enrollments.cancel, { params: { enrollmentId: id } }, again),
      )
      expect([enrollment.status, enrollment.renewsAt]).toEqual(['ended', null])
      expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended', endReason: 'canceled' }])
      const subscription = app.stripe.books.get('subscription', subscriptionId)
      expect(subscription.status).toBe('canceled')
      if (!renewal) return
      app.stripe.billing.payInvoice(subscription.latest_invoice)
      await app.catchUp()
      expect(app.takenFrom([subscriptionId])).toBe(6000)
    },
  )

  it('whose next month was paid a moment ago ends with that month when cancelled', async () => {
    const { mentee, subscriptionId, id } = await subscribe(app)
    app.clock.advance(daysMs(31))
    app.stripe.billing.endPeriod(subscriptionId)
    const again = await signInMentee(app.test, mentee.email)
    const { enrollment } = ok(await app.call(api.enrollments.cancel, { params: { enrollmentId: id } }, again))
    expect(enrollment).toMatchObject({ status: 'ending', callsLeft: 4 })
    expect(Date.parse(enrollment.endsAt!)).toBeGreaterThan(app.clock.now().getTime() + daysMs(25))
    await app.catchUp()
    expect(app.takenFrom([subscriptionId])).toBe(12_000)
  })

  it('can be resumed here when it was cancelled in Stripe’s portal', async () => {
    const { mentee, subscriptionId, id } = await subscribe(app)
    app.stripe.billing.cancelAt(subscriptionId)
    await app.catchUp()
    expect((await readBy(mentee)).status).toBe('ending')
    const again = await signInMentee(app.test, mentee.email)
    const { enrollment } = ok(await app.call(api.enrollments.resume, { params: { enrollmentId: id } }, again))
    expect(enrollment.status).toBe('active')
  })

  it('that Stripe does not know ends with its period, and lets the mentee subscribe again', async () => {
    const { mentee, id } = await subscribe(app)
    await app.app.db.pool.query(
      "update enrollment set provider_subscription_id = 'sub_of_another_account' where id = $1",
      [id],
    )
    app.clock.advance(daysMs(32))
    await app.app.jobHandlers['enrollments:sweep']({})
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended', endReason: 'canceled' }])
  })

  it('ends with a refund of its payment and with a dispute', async () => {
    const refunded = await subscribe(app)
    const invoice = app.stripe.books.get(
      'invoice',
      app.stripe.books.get('subscription', refunded.subscriptionId).latest_invoice,
    )
    const paymentIntent = app.stripe.billing.intentOf(invoice).id
    app.stripe.billing.refund({ paymentIntent, amount: undefined, metadata: {} })
    const disputed = await subscribe(app)
    app.stripe.billing.dispute(disputed.subscriptionId)
    await app.catchUp()
    expect(await app.enrollmentOf(refunded.mentee)).toMatchObject([
      { status: 'ended', endReason: 'refunded' },
    ])
    expect(await app.paymentsOf(refunded.mentee)).toEqual([
      { status: 'refunded', amount: 6000, refunded: 6000 },
    ])
    expect(await app.enrollmentOf(disputed.mentee)).toMatchObject([
      { status: 'ended', endReason: 'disputed' },
    ])
    for (const { subscriptionId } of [refunded, disputed])
      expect(app.stripe.books.get('subscription', subscriptionId).status).toBe('canceled')
    // Once, however often the provider says it: what it costs to stay silent is the operator's to know.
    await app.app.jobHandlers['enrollments:sweep']({})
    const { rows } = await app.app.db.pool.query(
      "select link from notification join account on account.id = account_id where role = 'moderator' and content like 'A payment of ₹6,000 of % (in_%) is disputed%'",
    )
    const moderators = await app.app.db.pool.query("select from account where role = 'moderator'")
    expect(rows).toEqual(
      Array.from({ length: moderators.rowCount! }, () => ({
        link: `/moderator/mentees-list/${disputed.mentee.id}`,
      })),
    )
  })

  it('of a blocked mentor ends, and gives back what is unused, once', async () => {
    const mentor = await newMentor(app.test, await app.signInModerator())
    await app.runJobs()
    const mentee = await newMentee(app.test)
    const subscriptionId = await app.pay(mentee, mentor)
    await app.catchUp()
    const { id } = (await app.enrollmentOf(mentee))[0]!
    await spendCalls(id)
    app.clock.advance(daysMs(15))
    ok(
      await app.call(
        api.moderation.changeMentorStatus,
        { body: { mentorId: mentor.id } },
        await app.signInModerator(),
      ),
    )
    await app.runJobs()
    await app.catchUp()
    await app.app.jobHandlers['enrollments:terminate']({ enrollmentId: id })
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended', endReason: 'blocked' }])
    const kept = app.takenFrom([subscriptionId])
    expect(kept).toBeGreaterThan(2700)
    expect(kept).toBeLessThan(3300)
    expect(await outboxWith(app.test, mentee.email, 'Refund')).toHaveLength(1)
  })

  it('of a blocked mentor gives back a renewal that came before the end was told', async () => {
    const mentor = await newPricedMentor(app)
    const { mentee, subscriptionId, id } = await subscribe(app, mentor)
    await spendCalls(id)
    app.clock.advance(daysMs(15))
    const block = { body: { mentorId: mentor.id } }
    ok(await app.call(api.moderation.changeMentorStatus, block, await app.signInModerator()))
    await app.app.db.pool.query(
      "delete from graphile_worker._private_jobs where task_id = (select id from graphile_worker._private_tasks where identifier = 'enrollments:terminate')",
    )
    app.stripe.billing.endPeriod(subscriptionId)
    await app.catchUp()
    await app.app.jobHandlers['enrollments:terminate']({ enrollmentId: id })
    await app.runJobs()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended', endReason: 'blocked' }])
    expect(await app.paymentsOf(mentee)).toContainEqual({ status: 'refunded', amount: 6000, refunded: 6000 })
    const kept = app.takenFrom([subscriptionId])
    expect(kept).toBeGreaterThan(2700)
    expect(kept).toBeLessThan(3300)
  })

  /** Of a blocked mentor: two calls of four had sessions, which are cancelled, and the refund is written down, not made. */
  async function refundUnderWay() {
    const mentor = await newPricedMentor(app)
    const { mentee, subscriptionId, id } = await subscribe(app, mentor)
    await spendCredits(app.app.db.pool, id, 2)
    app.clock.advance(daysMs(20))
    const [again, mentorAgain] = [
      await signInMentee(app.test, mentee.email),
      await signInMentor(app.test, mentor.email),
    ]
    for (const hours of [48, 72]) {
      const slot = await publish(app.test, mentorAgain, hoursAhead(app.test, hours))
      ok(await book(app.test, again, slot._id))
    }
    const block = { body: { mentorId: mentor.id } }
    ok(await app.call(api.moderation.changeMentorStatus, block, await app.signInModerator()))
    await app.app.db.pool.query(
      "delete from graphile_worker._private_jobs where task_id = (select id from graphile_worker._private_tasks where identifier = 'enrollments:terminate')",
    )
    return { mentee: again, subscriptionId, id }
  }

  async function expectPaidBackOnce({ id, subscriptionId }: { id: string; subscriptionId: string }) {
    await app.app.jobHandlers['enrollments:terminate']({ enrollmentId: id })
    await app.runJobs()
    // Two of four calls were unused, which is more than the days that are left.
    expect(app.takenFrom([subscriptionId])).toBe(3000)
    const { rows } = await app.app.db.pool.query(
      'select reason, amount from refund where enrollment_id = $1',
      [id],
    )
    expect(rows).toEqual([{ reason: 'unused', amount: 3000 }])
  }

  it('of a blocked mentor gives the calls of cancelled sessions back once, also when Stripe’s word of the end is first', async () => {
    const { mentee, subscriptionId, id } = await refundUnderWay()
    // The job has ended it there and is still to give anything back.
    app.stripe.billing.cancel(subscriptionId)
    await app.catchUp()
    await expectPaidBackOnce({ id, subscriptionId })
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended', endReason: 'blocked' }])
  })

  it('and once when its mentee deletes the account before that is done', async () => {
    const { mentee, subscriptionId, id } = await refundUnderWay()
    ok(await app.call(api.accountSettings.mentee.deleteAccount, { body: { password: testPassword } }, mentee))
    await expectPaidBackOnce({ id, subscriptionId })
  })
})
