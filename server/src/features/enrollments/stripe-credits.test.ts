import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { after, daysMs, hoursMs } from '../../platform/clock.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { book, newMentee, newMentor, ok, publish, signInMentee, signInMentor } from '../../testing/people.ts'
import { type StripeApp, startStripeApp } from '../../testing/stripe-app.ts'

/** What Stripe's own pages and dashboard do to calls: pauses, refunds and disputes. */
let app: StripeApp
beforeAll(async () => {
  app = await startStripeApp()
})
afterAll(() => app.close())

async function enrolled() {
  const mentor = await newMentor(app.test, await app.signInModerator())
  await app.runJobs()
  const mentee = await newMentee(app.test)
  const subscriptionId = await app.pay(mentee, mentor)
  await app.catchUp()
  const [enrollment] = await app.enrollmentOf(mentee)
  return { mentor, mentee, subscriptionId, enrollmentId: enrollment!.id }
}
type Enrolled = Awaited<ReturnType<typeof enrolled>>

const again = (mentee: { email: string }) => signInMentee(app.test, mentee.email)
async function bookIn({ mentor, mentee }: Enrolled, hours: number) {
  const start = Math.ceil(app.clock.now().getTime() / hoursMs(1)) + hours
  const by = await signInMentor(app.test, mentor.email)
  const slot = await publish(app.test, by, new Date(start * hoursMs(1)))
  return ok(await book(app.test, await again(mentee), slot._id)).data
}
const creditsOf = async ({ enrollmentId }: Enrolled) =>
  (
    await app.app.db.pool.query<{ status: string; count: number }>(
      'select status, count(*)::int as count from session_credit where enrollment_id = $1 group by 1 order by 1',
      [enrollmentId],
    )
  ).rows
const read = async ({ mentee }: Enrolled) => {
  const own = await again(mentee)
  return ok(await app.call(api.enrollments.subscribedMentors, { params: { menteeId: own.id } }, own))
    .allMentorsSubscribed[0]!
}
const invoiceOf = (subscriptionId: string) =>
  app.stripe.books.get('invoice', app.stripe.books.get('subscription', subscriptionId).latest_invoice)

it('is known as paid however often a pause was asked for and taken back', async () => {
  const { mentee, subscriptionId, enrollmentId } = await enrolled()
  const params = { enrollmentId }
  for (let times = 0; times < 7; times++) {
    const by = await again(mentee)
    ok(await app.call(api.enrollments.pause, { params, body: { days: 20 } }, by))
    ok(await app.call(api.enrollments.endPause, { params }, by))
  }
  await app.catchUp()
  const ofNothing = app.stripe.books.all('invoice').filter(({ amount_paid }) => amount_paid === 0)
  expect(ofNothing.length).toBeGreaterThan(12)
  ok(await app.call(api.enrollments.cancel, { params }, await again(mentee)))
  expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ending' }])
  app.stripe.billing.cancel(subscriptionId)
  await app.catchUp()
  expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended', endReason: 'canceled' }])
})

describe('in Stripe’s dashboard', () => {
  it.each(['refund', 'dispute'] as const)('a %s of the whole takes back what it bought', async (kind) => {
    const of = await enrolled()
    const slot = await bookIn(of, 40)
    const intent = app.stripe.billing.intentOf(invoiceOf(of.subscriptionId)).id
    if (kind === 'dispute') app.stripe.billing.dispute(of.subscriptionId)
    else app.stripe.billing.refund({ paymentIntent: intent, amount: undefined, metadata: {} })
    await app.catchUp()
    expect(await creditsOf(of)).toEqual([{ status: 'refunded', count: 4 }])
    const by = await signInMentor(app.test, of.mentor.email)
    expect(ok(await app.call(api.slots.get, { params: { slotId: slot._id } }, by)).data.status).toBe('open')
    const [mail] = await outboxWith(app.test, of.mentee.email, 'Cancelled')
    expect(mail!.text).toContain('The call is part of your refund.')
  })

  it('a refund of a part is a kindness: the calls stay, and less can go back later', async () => {
    const of = await enrolled()
    const intent = app.stripe.billing.intentOf(invoiceOf(of.subscriptionId)).id
    const before = await read(of)
    app.stripe.billing.refund({ paymentIntent: intent, amount: 500_000, metadata: {} })
    await app.catchUp()
    const { callsLeft, status, unusedRupees } = await read(of)
    expect([before.unusedRupees, callsLeft, status, unusedRupees]).toEqual([6000, 4, 'active', 1000])
  })

  it('a refund of the month before takes back the session ahead that it paid for', async () => {
    const of = await enrolled()
    const first = invoiceOf(of.subscriptionId)
    app.clock.advance(daysMs(28))
    await bookIn(of, 24 * 6)
    app.clock.advance(daysMs(4))
    app.stripe.billing.endPeriod(of.subscriptionId)
    await app.catchUp()
    const intent = app.stripe.billing.intentOf(app.stripe.books.get('invoice', first.id)).id
    app.stripe.billing.refund({ paymentIntent: intent, amount: undefined, metadata: {} })
    await app.catchUp()
    expect(await read(of)).toMatchObject({ status: 'active', callsLeft: 4, extraCalls: [] })
    const [mail, ...others] = await outboxWith(app.test, of.mentee.email, 'Cancelled')
    expect(others).toEqual([])
    // Both are there, and so is the subscription.
    expect(mail!.text).toContain('because it is no longer paid for')
  })
})

describe('a payment of half a year ago', () => {
  it.each(['refund', 'dispute'] as const)('is known to be gone by the word of its %s', async (kind) => {
    const of = await enrolled()
    const first = invoiceOf(of.subscriptionId)
    for (let month = 0; month < 5; month++) {
      app.clock.advance(daysMs(31))
      app.stripe.billing.endPeriod(of.subscriptionId)
      await app.catchUp()
    }
    if (kind === 'dispute') app.stripe.billing.dispute(of.subscriptionId, first.id)
    else {
      const intent = app.stripe.billing.intentOf(app.stripe.books.get('invoice', first.id)).id
      app.stripe.billing.refund({ paymentIntent: intent, amount: undefined, metadata: {} })
    }
    await app.catchUp()
    const { payments } = ok(
      await app.call(
        api.enrollments.payments,
        { params: { menteeId: of.mentee.id } },
        await again(of.mentee),
      ),
    )
    expect(payments.at(-1)).toMatchObject(
      kind === 'dispute' ? { status: 'paid', isDisputed: true } : { status: 'refunded' },
    )
    expect(payments).toHaveLength(6)
  })
})

describe('a pause', () => {
  const pause = async ({ enrollmentId, mentee }: Enrolled, days: number) =>
    ok(
      await app.call(
        api.enrollments.pause,
        { params: { enrollmentId }, body: { days } },
        await again(mentee),
      ),
    ).enrollment

  it('moves Stripe’s next charge, pays nothing for itself, and goes on when it ends', async () => {
    const of = await enrolled()
    const by = await signInMentor(app.test, of.mentor.email)
    await publish(app.test, by, after(app.clock.now(), hoursMs(40)))
    const before = await read(of)
    const paused = await pause(of, 14)
    expect(paused.renewsAt).toBe(after(new Date(before.renewsAt!), daysMs(14)).toISOString())
    await app.catchUp()
    const { status, items } = app.stripe.books.get('subscription', of.subscriptionId)
    expect([status, items.data[0]!.current_period_end]).toEqual([
      'trialing',
      Math.floor(new Date(paused.renewsAt!).getTime() / 1000),
    ])
    app.clock.advance(daysMs(35))
    await app.app.jobHandlers['enrollments:sweep']({})
    await app.catchUp()
    expect(await read(of)).toMatchObject({ status: 'active', pausedUntil: paused.pausedUntil })
    expect(await app.paymentsOf(of.mentee)).toHaveLength(1)
    app.clock.advance(daysMs(10))
    app.stripe.billing.endPeriod(of.subscriptionId)
    await app.catchUp()
    expect(await read(of)).toMatchObject({
      callsLeft: 4,
      pausedUntil: null,
      extraCalls: [{ count: 1, source: 'rollover' }],
    })
    expect(await app.paymentsOf(of.mentee)).toHaveLength(2)
  })

  it('that is ended has Stripe charge the next month now, once', async () => {
    const of = await enrolled()
    await pause(of, 30)
    app.clock.advance(daysMs(36))
    const params = { enrollmentId: of.enrollmentId }
    const { enrollment } = ok(await app.call(api.enrollments.endPause, { params }, await again(of.mentee)))
    await app.catchUp()
    expect(enrollment).toMatchObject({ status: 'active', callsLeft: 4, pausedFrom: null })
    expect(await app.paymentsOf(of.mentee)).toHaveLength(2)
    expect((await app.call(api.enrollments.endPause, { params }, await again(of.mentee))).status).toBe(404)
  })
})
