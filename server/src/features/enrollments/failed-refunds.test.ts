import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hoursMs } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { makeCaseWorld } from '../../testing/case-world.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { newModerator, ok, signInModerator, type TestPerson, testPassword } from '../../testing/people.ts'
import { newPricedMentor, type StripeApp, startStripeApp, subscribe } from '../../testing/stripe-app.ts'

let app: StripeApp
/** What is asked of the provider is done, and nobody hears so. */
let isAnswerLost = false
beforeAll(async () => {
  app = await startStripeApp((gateway) => ({
    ...gateway,
    async refund(of) {
      const returned = await gateway.refund(of)
      if (isAnswerLost) throw new AppError('payment_provider_unavailable')
      return returned
    },
  }))
})
afterAll(() => app.close())

const intentOf = (subscriptionId: string) =>
  app.stripe.billing.intentOf(
    app.stripe.books.get('invoice', app.stripe.books.get('subscription', subscriptionId).latest_invoice),
  )
/** @param amount in paise; all of it without */
const refundAtStripe = (subscriptionId: string, amount?: number) =>
  app.stripe.billing.refund({ paymentIntent: intentOf(subscriptionId).id, amount, metadata: {} })
const contentsOf = async (accountId: string) =>
  (
    await app.app.db.pool.query('select content from notification where account_id = $1 order by id', [
      accountId,
    ])
  ).rows.map(({ content }) => content as string)

const night = async () => {
  await app.app.jobHandlers['payments:nightly']({})
  await app.runJobs()
}
const returnedRefunds = async () =>
  ok(await app.call(api.moderation.failedRefunds, {}, await app.signInModerator())).failedRefunds

describe('a refund that the bank sends back', () => {
  it('is not "refunded" any more, and the mentee and the moderators know', async () => {
    const { mentee, subscriptionId } = await subscribe(app)
    const refund = refundAtStripe(subscriptionId)
    await app.catchUp()
    expect(await app.paymentsOf(mentee)).toEqual([{ status: 'refunded', amount: 6000, refunded: 6000 }])
    app.stripe.billing.failRefund(refund.id)
    await app.catchUp()
    await app.deliver({ ...app.stripe.events.at(-1)!, id: 'evt_once_more' })
    await app.runJobs()
    expect(await app.paymentsOf(mentee)).toEqual([{ status: 'paid', amount: 6000, refunded: 0 }])
    expect(await outboxWith(app.test, mentee.email, 'Your refund of')).toHaveLength(1)
    const moderator = await app.signInModerator()
    const synced = (await contentsOf(moderator.id)).filter((content) =>
      content.includes('A refund of ₹6,000 came back from the bank'),
    )
    expect(synced).toHaveLength(1)
    const { rows } = await app.test.app.db.pool.query(
      'select link from notification where content = $1',
      synced,
    )
    expect(rows[0]).toEqual({ link: '/moderator/failed-refunds' })

    const listed = async () =>
      ok(await app.call(api.moderation.failedRefunds, {}, moderator)).failedRefunds[0]
    expect(await listed()).toMatchObject({
      _id: refund.id,
      paymentId: expect.stringMatching(/^(in|pi)_/),
      amount: 6000,
      menteeId: { _id: mentee.id },
      mentorId: { _id: app.mentor.id },
      settledAt: null,
    })
    const settle = (refundId: string) =>
      app.call(api.moderation.settleRefund, { body: { refundId, note: 'By bank transfer.' } }, moderator)
    expect((await settle('re_unknown')).status).toBe(404)
    const responses = await Promise.all([settle(refund.id), settle(refund.id)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await listed())?.settledAt).not.toBeNull()
    const { entries } = ok(await app.call(api.moderation.auditLog, { query: {} }, moderator))
    expect(entries[0]).toMatchObject({
      action: 'settle_refund',
      about: { _id: mentee.id },
      note: 'By bank transfer.',
    })
  })

  it('tells who comes second who settled this one, and not who settled another of the same mentee', async () => {
    const { subscriptionId } = await subscribe(app)
    const refunds = [100_000, 200_000].map((amount) => refundAtStripe(subscriptionId, amount))
    await app.catchUp()
    for (const { id } of refunds) app.stripe.billing.failRefund(id)
    await app.catchUp()
    const [first, second] = [await app.signInModerator(), await newModerator(app.test)]
    await app.app.db.pool.query("update account set first_name = 'Dev' where id = $1", [second.id])
    const settle = (index: number, by: TestPerson) =>
      app.call(api.moderation.settleRefund, { body: { refundId: refunds[index]!.id, note: 'Paid.' } }, by)
    ok(await settle(0, first))
    ok(await settle(1, second))
    expect((await settle(0, second)).body).toMatchObject({ code: 'already_decided', decidedBy: 'Moderator' })
    expect((await settle(1, first)).body).toMatchObject({ code: 'already_decided', decidedBy: 'Dev' })
  })

  it('is not marked as paid by the moderator who would have got it', async () => {
    const { mentee, subscriptionId } = await subscribe(app)
    const refund = refundAtStripe(subscriptionId)
    await app.catchUp()
    app.stripe.billing.failRefund(refund.id)
    await app.catchUp()
    await app.app.accounts.createModerator({ email: mentee.email, password: testPassword })
    const body = { refundId: refund.id, note: 'Paid.' }
    const settle = (by: TestPerson) => app.call(api.moderation.settleRefund, { body }, by)
    const other = await app.signInModerator()
    expect((await settle(await signInModerator(app.test, mentee.email))).status).toBe(403)
    ok(await settle(other))
  })

  it.each([true, false])(
    'goes back once, whether it was paid another way (%s) or waits for it',
    async (isSettled) => {
      const mentor = await newPricedMentor(app)
      const { mentee, subscriptionId, id } = await subscribe(app, mentor)
      const refund = refundAtStripe(subscriptionId, 300_000)
      await app.catchUp()
      app.stripe.billing.failRefund(refund.id)
      await app.catchUp()
      const moderator = await app.signInModerator()
      const body = { refundId: refund.id, note: 'By bank transfer.' }
      if (isSettled) ok(await app.call(api.moderation.settleRefund, { body }, moderator))
      // At once, with all of the month unused.
      ok(await app.call(api.moderation.changeMentorStatus, { body: { mentorId: mentor.id } }, moderator))
      await app.runJobs()
      await app.catchUp()
      const { rows } = await app.app.db.pool.query('select amount from refund where enrollment_id = $1', [id])
      expect(rows).toEqual([{ amount: 3000 }])
      expect(app.takenFrom([subscriptionId])).toBe(3000)
      expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended' }])
    },
  )

  it('is heard of at night where the provider could not tell, once', async () => {
    const { mentee, subscriptionId } = await subscribe(app)
    const of = { paymentIntent: intentOf(subscriptionId).id, amount: 50_000, metadata: {} }
    const { id } = app.stripe.billing.refund(of)
    app.stripe.billing.refund(of)
    await app.catchUp()
    app.stripe.billing.failRefund(id)
    await night()
    await night()
    expect(await app.paymentsOf(mentee)).toEqual([{ status: 'paid', amount: 6000, refunded: 500 }])
    await app.catchUp()
    expect((await returnedRefunds()).filter(({ menteeId }) => menteeId?._id === mentee.id)).toMatchObject([
      { _id: id, amount: 500 },
    ])
    expect(await outboxWith(app.test, mentee.email, 'Your refund of')).toHaveLength(1)
  })

  it.each([true, false])(
    'before it is known to have gone is not given a second time (the provider reports it: %s)',
    async (isReported) => {
      const { mentee, subscriptionId, id: enrollmentId } = await subscribe(app)
      const world = await makeCaseWorld(app.test)
      const caseId = await world.raise({ mentee, mentor: app.mentor, enrollmentId })
      ok(await world.decide(caseId, [{ kind: 'refund', amount: 100 }]))
      isAnswerLost = true
      await expect(app.runJobs()).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
      isAnswerLost = false
      expect(app.takenFrom([subscriptionId])).toBe(5900)
      app.stripe.billing.failRefund(app.stripe.books.all('refund').at(0)!.id)
      if (isReported) await app.catchUp()
      app.clock.advance(hoursMs(7))
      await night()
      await app.catchUp()
      expect(app.takenFrom([subscriptionId])).toBe(6000)
      expect(await app.paymentsOf(mentee)).toEqual([{ status: 'paid', amount: 6000, refunded: 0 }])
      expect((await returnedRefunds()).filter(({ menteeId }) => menteeId?._id === mentee.id)).toHaveLength(1)
      const told = (await contentsOf(mentee.id)).filter((content) => /refund/i.test(content))
      expect(told.filter((content) => content.includes('came back from your bank'))).toHaveLength(1)
      expect(told.filter((content) => content.includes('is being refunded'))).toEqual([])
    },
  )
})
