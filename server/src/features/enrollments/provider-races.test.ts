import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysMs, hoursMs } from '../../platform/clock.ts'
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
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { runPaymentJobs } from '../../testing/queued-jobs.ts'
import { type StripeApp, startStripeApp } from '../../testing/stripe-app.ts'
import { startTestApp } from '../../testing/test-app.ts'

let app: StripeApp
beforeAll(async () => {
  app = await startStripeApp()
})
afterAll(() => app.close())

async function enrolled(mentor = app.mentor) {
  const mentee = await newMentee(app.test)
  const subscriptionId = await app.pay(mentee, mentor)
  await app.catchUp()
  return { mentee, subscriptionId }
}
async function freshMentor() {
  const mentor = await newMentor(app.test, await app.signInModerator())
  await app.runJobs()
  return mentor
}
const again = (mentee: TestPerson) => signInMentee(app.test, mentee.email)
const customerOf = ({ id }: TestPerson) =>
  app.stripe.books.all('customer').find(({ metadata }) => metadata.accountId === id)!
const intentOf = (subscriptionId: string) =>
  app.stripe.billing.intentOf(
    app.stripe.books.get('invoice', app.stripe.books.get('subscription', subscriptionId).latest_invoice),
  )
const asStripe = (method: string, path: string, key = app.stripe.secretKey) =>
  fetch(`${app.stripe.url}/v1/${path}`, { method, headers: { authorization: `Bearer ${key}` } })
const paymentNotifications = async (accountId: string) =>
  (
    await app.app.db.pool.query('select content from notification where account_id = $1 order by id', [
      accountId,
    ])
  ).rows.map(({ content }) => content as string)

describe('a renewal', () => {
  it('that a credit covers opens the next month', async () => {
    const { mentee, subscriptionId } = await enrolled()
    app.clock.advance(daysMs(31))
    app.stripe.billing.endPeriod(subscriptionId, 'credited')
    await app.catchUp()
    app.clock.advance(daysMs(6))
    await app.app.jobHandlers['enrollments:sweep']({})
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active', periodNo: 2, callsUsed: 0 }])
    expect(await app.paymentsOf(mentee)).toEqual([
      { status: 'paid', amount: 6000, refunded: 0 },
      { status: 'paid', amount: 0, refunded: 0 },
    ])
    const [enrollment] = ok(
      await app.call(
        api.enrollments.subscribedMentors,
        { params: { menteeId: mentee.id } },
        await again(mentee),
      ),
    ).allMentorsSubscribed
    expect(enrollment).toMatchObject({ status: 'active', callsLeft: 4 })
  })

  it.each(['mentee', 'mentor'] as const)(
    'leaves a call of the month before that the %s gives back',
    async (by) => {
      const mentor = await freshMentor()
      const { mentee, subscriptionId } = await enrolled(mentor)
      app.clock.advance(daysMs(30))
      const slot = await publish(
        app.test,
        await signInMentor(app.test, mentor.email),
        hoursAhead(app.test, 72),
      )
      ok(await book(app.test, await again(mentee), slot._id))
      app.clock.advance(daysMs(1.5))
      app.stripe.billing.endPeriod(subscriptionId)
      await app.catchUp()
      const own = await again(mentee)
      const read = async () =>
        ok(await app.call(api.enrollments.subscribedMentors, { params: { menteeId: own.id } }, own))
          .allMentorsSubscribed[0]!
      // One of the three that were free is carried over.
      expect(await read()).toMatchObject({
        callsLeft: 4,
        extraCalls: [{ count: 1, source: 'rollover' }],
      })
      const byMentor = await signInMentor(app.test, mentor.email)
      const cancelled =
        by === 'mentee'
          ? ok(await app.call(api.slots.cancel, { body: { slotId: slot._id } }, own))
          : ok(await app.call(api.slots.remove, { params: { slotId: slot._id } }, byMentor))
      expect(cancelled.isCallReturned).toBe(true)
      const { callsLeft, extraCalls } = await read()
      expect(callsLeft).toBe(4)
      expect(extraCalls.reduce((sum, { count }) => sum + count, 0)).toBe(2)
      const [mail] = await outboxWith(app.test, mentee.email, 'Cancelled')
      expect(mail!.text).toMatch(
        /The call is yours again, until .* You have 4 calls left this month(,| and) 1 more until/,
      )
    },
  )
})

describe('a refund that the bank sends back', () => {
  it('is not "refunded" any more, and the mentee and the moderators know', async () => {
    const { mentee, subscriptionId } = await enrolled()
    const refund = app.stripe.billing.refund({
      paymentIntent: intentOf(subscriptionId).id,
      amount: undefined,
      metadata: {},
    })
    await app.catchUp()
    expect(await app.paymentsOf(mentee)).toEqual([{ status: 'refunded', amount: 6000, refunded: 6000 }])
    app.stripe.billing.failRefund(refund.id)
    await app.catchUp()
    await app.deliver({ ...app.stripe.events.at(-1)!, id: 'evt_once_more' })
    await app.runJobs()
    expect(await app.paymentsOf(mentee)).toEqual([{ status: 'paid', amount: 6000, refunded: 0 }])
    expect(await outboxWith(app.test, mentee.email, 'Your refund of')).toHaveLength(1)
    const moderator = await app.signInModerator()
    const synced = (await paymentNotifications(moderator.id)).filter((content) =>
      content.includes('came back from the bank'),
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
})

describe('a payment of which the bank decides later', () => {
  async function waiting() {
    const mentee = await newMentee(app.test)
    const price = await app.priceOf(app.mentor)
    const { url } = ok(await app.checkout(mentee, price))
    const sessionId = url.split('/').at(-1)!
    app.stripe.page.settle(sessionId, 'wait')
    await app.catchUp()
    return { mentee, price, sessionId, url }
  }

  it('leads to no second page while it is not decided, and then counts', async () => {
    const { mentee, price, sessionId } = await waiting()
    expect(ok(await app.checkout(mentee, price)).url).toContain('/mentees/payment/success/')
    expect((await app.confirm(mentee)).body).toMatchObject({ code: 'payment_required', pending: true })
    app.stripe.page.decide(sessionId, 'paid')
    await app.catchUp()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active' }])
  })

  it('does not lock the pair out when it fails', async () => {
    const { mentee, price, sessionId, url } = await waiting()
    app.stripe.page.decide(sessionId, 'failed')
    await app.catchUp()
    const next = ok(await app.checkout(mentee, price)).url
    expect(next).not.toBe(url)
    expect(next).toContain('/c/pay/')
    const { subscription } = app.stripe.books.get('checkout.session', sessionId)
    expect(app.stripe.books.get('subscription', subscription!).ended_at).not.toBeNull()
  })
})

it('a page that is paid at the moment when it is closed counts, and is not paid twice', async () => {
  const mentee = await newMentee(app.test)
  const price = await app.priceOf(app.mentor)
  const sessionId = ok(await app.checkout(mentee, price))
    .url.split('/')
    .at(-1)!
  // Too old to be given once more, so that it is closed for a new one.
  app.clock.advance(hoursMs(21))
  app.stripe.meanwhile(`POST /v1/checkout/sessions/${sessionId}/expire`, () =>
    app.stripe.page.settle(sessionId, 'success'),
  )
  const { status, body } = await app.checkout(await again(mentee), price)
  expect([status, body]).toMatchObject([409, { code: 'already_subscribed' }])
  await app.catchUp()
  expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active' }])
  expect(await app.paymentsOf(mentee)).toHaveLength(1)
})

describe('what is gone at Stripe is made again', () => {
  it('a customer, at the checkout and at the portal', async () => {
    const { mentee } = await enrolled()
    const first = customerOf(mentee).id
    expect((await asStripe('DELETE', `customers/${first}`)).status).toBe(200)
    await app.catchUp()
    const portal = await app.call(api.enrollments.billingPortal, {}, await again(mentee))
    expect(portal.status).toBeLessThan(300)
    const second = customerOf(mentee).id
    expect(second).not.toBe(first)
    await asStripe('DELETE', `customers/${second}`)
    const { url } = ok(await app.checkout(await again(mentee), await app.priceOf(app.mentor)))
    expect(URL.canParse(url)).toBe(true)
    expect([first, second]).not.toContain(customerOf(mentee).id)
  })

  it('an archived price, for the same amount, while somebody subscribes', async () => {
    const mentor = await freshMentor()
    const mentee = await newMentee(app.test)
    const old = await app.priceOf(mentor)
    app.stripe.books.get('price', old).active = false
    ok(await app.checkout(mentee, old, mentor))
    const fresh = await app.priceOf(mentor)
    expect(fresh).not.toBe(old)
    expect(app.stripe.books.get('price', fresh)).toMatchObject({ active: true, unit_amount: 600_000 })
    await app.pay(mentee, mentor)
    await app.catchUp()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active' }])
  })

  it('prices at night, archived product or price', async () => {
    const [one, other] = [await freshMentor(), await freshMentor()]
    const old = await app.priceOf(one)
    app.stripe.books.get('price', old).active = false
    app.stripe.books.get('product', `mentor_${other.id}`).active = false
    await app.app.jobHandlers['payments:nightly']({})
    await app.runJobs()
    expect(await app.priceOf(one)).not.toBe(old)
    const mentee = await newMentee(app.test)
    for (const mentor of [one, other])
      expect((await app.checkout(mentee, await app.priceOf(mentor), mentor)).status).toBe(201)
  })

  it('all of it, when the keys change from test to live', async () => {
    const { mentee } = await enrolled()
    const mentor = await freshMentor()
    const live = await startTestApp({
      sharing: app.test,
      env: { ...app.stripe.env, ...app.stripe.liveEnv, DEMO_IN_PUBLIC: 'yes' },
    })
    try {
      const old = await app.priceOf(mentor)
      const body = { menteeId: mentee.id, mentorId: mentor.id, mentorPriceId: old }
      const { url } = ok(await live.call(api.enrollments.createCheckout, { body }, mentee))
      expect(url).toContain('cs_live')
      expect(app.stripe.liveBooks.all('customer').map(({ metadata }) => metadata.accountId)).toEqual([
        mentee.id,
      ])
      await live.app.jobHandlers['payments:nightly']({})
      await runPaymentJobs(live)
      const price = await app.priceOf(app.mentor)
      expect(app.stripe.liveBooks.get('price', price).active).toBe(true)
    } finally {
      await live.close()
    }
  })
})

it('whoever deletes the account is not known by name at Stripe either', async () => {
  const { mentee } = await enrolled()
  const { id } = customerOf(mentee)
  const body = { password: testPassword }
  ok(await app.call(api.accountSettings.mentee.deleteAccount, { body }, mentee))
  await app.runJobs()
  expect(app.stripe.books.find(id)).toEqual({ id, object: 'customer', deleted: true })
})

it('a subscription that Stripe does not know can be cancelled, and then ends with what is paid', async () => {
  const { mentee } = await enrolled()
  const { id } = (await app.enrollmentOf(mentee))[0]!
  await app.app.db.pool.query(
    "update enrollment set provider_subscription_id = 'sub_other_' || id where id = $1",
    [id],
  )
  const response = await app.call(api.enrollments.cancel, { params: { enrollmentId: id } }, mentee)
  expect(ok(response).enrollment).toMatchObject({ status: 'ending', renewsAt: null })
})

it('an event of an endpoint that is set to an older version of the API is understood', async () => {
  const mentee = await newMentee(app.test)
  const subscriptionId = await app.pay(mentee)
  const paid = app.stripe.events.findLast(({ type }) => type === 'invoice.paid')!
  const { parent: _, ...invoice } = paid.data.object as unknown as Record<string, unknown>
  const older = { ...invoice, subscription: subscriptionId }
  await app.deliver({ ...paid, api_version: '2024-06-20', data: { object: older as never } })
  await app.runJobs()
  expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active' }])
})
