import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysMs, hoursMs } from '../../platform/clock.ts'
import { outboxWith } from '../../testing/outbox.ts'
import {
  book,
  hoursAhead,
  ok,
  publish,
  signInMentee,
  signInMentor,
  type TestPerson,
} from '../../testing/people.ts'
import { spendCredits } from '../../testing/session-credits.ts'
import { newPricedMentor, type StripeApp, startStripeApp, subscribe } from '../../testing/stripe-app.ts'
import { addInvoice, payInvoice } from '../../testing/stripe-stand-in/invoices.ts'

let app: StripeApp
beforeAll(async () => {
  app = await startStripeApp()
})
afterAll(() => app.close())

const again = (mentee: TestPerson) => signInMentee(app.test, mentee.email)
const spendCalls = (id: string) => spendCredits(app.app.db.pool, id, 4)

const readBy = async (mentee: { id: string; email: string }) => {
  const again = await signInMentee(app.test, mentee.email)
  const params = { menteeId: mentee.id }
  return ok(await app.call(api.enrollments.subscribedMentors, { params }, again)).allMentorsSubscribed[0]!
}

describe('a renewal at Stripe', () => {
  it('opens a new period of four calls for a paid invoice, once however often it is told', async () => {
    const { mentee, subscriptionId, id } = await subscribe(app)
    await spendCalls(id)
    app.clock.advance(daysMs(31))
    app.stripe.billing.endPeriod(subscriptionId)
    await app.catchUp()
    await spendCalls(id)
    for (const event of app.stripe.events.slice(-4)) await app.deliver({ ...event, id: `${event.id}_again` })
    await app.runJobs()
    expect((await app.enrollmentOf(mentee))[0]).toMatchObject({ periodNo: 2, callsUsed: 4, status: 'active' })
    expect(await app.paymentsOf(mentee)).toHaveLength(2)
    expect(await outboxWith(app.test, mentee.email, 'Receipt')).toHaveLength(2)
  })

  it('is not what the operator has billed beside it, and all goes on as before', async () => {
    const { mentee, subscriptionId, id } = await subscribe(app)
    const { books } = app.stripe
    const subscription = books.get('subscription', subscriptionId)
    const now = books.unix()
    const ledger = { books, url: () => app.stripe.url }
    const price = { ...books.all('price')[0]!, unit_amount: 50_000 }
    const beside = addInvoice(ledger, subscription, price, {
      reason: 'manual',
      period: { start: now, end: now },
    })
    payInvoice(ledger, beside.id)
    await app.catchUp()
    expect(await app.paymentsOf(mentee)).toHaveLength(1)
    const params = { enrollmentId: id }
    ok(await app.call(api.enrollments.cancel, { params }, await again(mentee)))
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ending', periodNo: 1 }])
  })

  it('comes where Stripe is to end the subscription only later, and is the last one then', async () => {
    const { mentee, subscriptionId } = await subscribe(app)
    const { books, billing } = app.stripe
    const subscription = books.get('subscription', subscriptionId)
    // As the operator sets it in the dashboard: 20 days into the next month.
    subscription.cancel_at = subscription.items.data[0]!.current_period_end + 20 * 86_400
    books.tell('customer.subscription.updated', subscription)
    await app.catchUp()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active' }])
    app.clock.advance(daysMs(31))
    billing.endPeriod(subscriptionId)
    await app.catchUp()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ending', periodNo: 2 }])
  })

  it('of which nothing was used goes back at once within a day of its payment, however late that was', async () => {
    const { mentee, subscriptionId, id } = await subscribe(app)
    app.clock.advance(daysMs(31))
    app.stripe.billing.endPeriod(subscriptionId, 'requires_action')
    await app.catchUp()
    app.clock.advance(hoursMs(30))
    app.stripe.billing.payInvoice(app.stripe.books.get('subscription', subscriptionId).latest_invoice)
    await app.catchUp()
    const body = {
      enrollmentId: id,
      reason: 'I forgot to cancel it before it renewed, and have used nothing.',
    }
    const asked = ok(await app.call(api.disputes.requestRefund, { body }, await again(mentee)))
    expect(asked.refundRequest).toMatchObject({ status: 'refunded' })
  })

  it('has three days of grace after a renewal that failed, is told so, and then ends', async () => {
    const { mentee, subscriptionId } = await subscribe(app)
    app.clock.advance(daysMs(31))
    app.stripe.billing.endPeriod(subscriptionId, 'requires_action')
    await app.catchUp()
    const due = await readBy(mentee)
    expect(due).toMatchObject({ status: 'past_due', paymentUrl: expect.stringContaining('/i/in_') })
    const graceMs = Date.parse(due.accessUntil!) - app.clock.now().getTime()
    expect(Math.round(graceMs / hoursMs(1))).toBe(72)
    const [mail, ...others] = await outboxWith(app.test, mentee.email, 'Your payment')
    expect(others).toEqual([])
    expect(mail!.text).toContain(due.paymentUrl)
    app.clock.advance(daysMs(3) + 1000)
    await app.app.jobHandlers['enrollments:sweep']({})
    await app.runJobs()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended', endReason: 'unpaid' }])
    expect(app.stripe.books.get('subscription', subscriptionId).status).toBe('canceled')
    expect(await outboxWith(app.test, mentee.email, 'Your subscription')).toHaveLength(1)
  })

  it('goes on when the payment that failed is made within the grace', async () => {
    const { mentee, subscriptionId } = await subscribe(app)
    app.clock.advance(daysMs(31))
    app.stripe.billing.endPeriod(subscriptionId, 'failed')
    await app.catchUp()
    expect((await app.paymentsOf(mentee)).map(({ status }) => status).sort()).toEqual(['failed', 'paid'])
    app.stripe.billing.payInvoice(app.stripe.books.get('subscription', subscriptionId).latest_invoice)
    await app.catchUp()
    expect(await readBy(mentee)).toMatchObject({
      status: 'active',
      paymentUrl: null,
      accessUntil: null,
      callsLeft: 4,
    })
    expect((await app.paymentsOf(mentee)).map(({ status }) => status)).toEqual(['paid', 'paid'])
  })

  it('keeps a call to carry over for as long as the days of grace last, however late it is known', async () => {
    const { mentee, subscriptionId } = await subscribe(app)
    // Else the calls come back for want of times.
    const mentor = await signInMentor(app.test, app.mentor.email)
    await publish(app.test, mentor, hoursAhead(app.test, 48))
    app.clock.advance(daysMs(33))
    app.stripe.billing.endPeriod(subscriptionId, 'failed')
    await app.catchUp()
    // Three days after the end of the month, and within the grace, which began when the failure was known.
    app.clock.advance(daysMs(2))
    await app.app.jobHandlers['session-credits:sweep']({})
    expect((await readBy(mentee)).callsLeft).toBe(4)
    app.stripe.billing.payInvoice(app.stripe.books.get('subscription', subscriptionId).latest_invoice)
    await app.catchUp()
    const { rows } = await app.app.db.pool.query(
      `select source from session_credit where status = 'free' and enrollment_id in (select id from enrollment where mentee_id = $1)
        order by source`,
      [mentee.id],
    )
    expect(rows.map(({ source }) => source)).toEqual(['period', 'period', 'period', 'period', 'rollover'])
  })

  it('that a credit covers opens the next month', async () => {
    const { mentee, subscriptionId } = await subscribe(app)
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
      const mentor = await newPricedMentor(app)
      const { mentee, subscriptionId } = await subscribe(app, mentor)
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
