import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysMs, hoursMs, minutesMs } from '../../platform/clock.ts'
import { outboxWith } from '../../testing/outbox.ts'
import {
  book,
  conversationOf,
  hoursAhead,
  menteeForm,
  newMentee,
  newMentor,
  ok,
  publish,
  signInMentee,
  signInMentor,
} from '../../testing/people.ts'
import { spendCredits } from '../../testing/session-credits.ts'
import { type StripeApp, startStripeApp } from '../../testing/stripe-app.ts'

let app: StripeApp
/** While set, the next answer about a subscription is held back until it resolves, as on a slow line. */
let slowLine: { asked: () => void; until: Promise<void> } | undefined
beforeAll(async () => {
  app = await startStripeApp((gateway) => ({
    ...gateway,
    async findSubscription(id) {
      const line = slowLine
      slowLine = undefined
      const response = await gateway.findSubscription(id)
      line?.asked()
      await line?.until
      return response
    },
  }))
})
afterAll(() => app.close())

const webhookCode = async (payload: string, signature: string | undefined) => {
  const { status, body } = await app.post(payload, signature)
  return [status, body.code]
}

describe('subscribing by Stripe', () => {
  it('leads to a page in rupees, and the price is made by a job', async () => {
    const mentee = await newMentee(app.test)
    const { url } = ok(await app.checkout(mentee, await app.priceOf(app.mentor)))
    const session = app.stripe.books.get('checkout.session', url.split('/').at(-1)!)
    expect([session.amount_total, session.currency]).toEqual([600_000, 'inr'])
    expect(app.stripe.calls.filter((call) => call === 'POST /v1/prices')).toHaveLength(1)
  })

  it('takes people with names of any script', async () => {
    const mentee = await newMentee(app.test, { ...menteeForm(), firstName: 'आशा', lastName: 'राव' })
    expect((await app.checkout(mentee, await app.priceOf(app.mentor))).status).toBe(201)
  })

  it('gives a liar 402, before and after a decline, and the payer an enrollment', async () => {
    const mentee = await newMentee(app.test)
    expect((await app.confirm(mentee)).body).toMatchObject({ code: 'payment_required', pending: false })
    const { url } = ok(await app.checkout(mentee, await app.priceOf(app.mentor)))
    const sessionId = url.split('/').at(-1)!
    app.stripe.page.settle(sessionId, 'decline')
    expect((await app.confirm(mentee)).body).toMatchObject({ code: 'payment_required', pending: true })
    app.stripe.page.settle(sessionId, 'success')
    expect(ok(await app.confirm(mentee)).enrollment).toMatchObject({ status: 'active', callsLeft: 4 })
    expect(await app.paymentsOf(mentee)).toEqual([{ status: 'paid', amount: 6000, refunded: 0 }])
  })

  it('refuses a swapped price and a swapped mentor with 400', async () => {
    const mentee = await newMentee(app.test)
    const other = await newMentor(app.test, await app.signInModerator())
    await app.runJobs()
    const price = await app.priceOf(other)
    expect((await app.checkout(mentee, price)).body.code).toBe('price_mismatch')
    expect((await app.checkout(mentee, await app.priceOf(app.mentor), other)).status).toBe(400)
  })

  it('sells nothing between a change of the fee and its new price', async () => {
    const mentee = await newMentee(app.test)
    const other = await newMentor(app.test, await app.signInModerator())
    await app.runJobs()
    const old = await app.priceOf(other)
    const edit = { params: { ownId: other.id }, body: { monthlyFee: 9000 } }
    ok(await app.call(api.mentors.editProfile, edit, other))
    expect(await app.priceOf(other)).toBeNull()
    expect((await app.checkout(mentee, old, other)).body.code).toBe('price_mismatch')
    await app.runJobs()
    const fresh = await app.priceOf(other)
    expect(app.stripe.books.get('price', fresh).unit_amount).toBe(900_000)
  })

  it('leads two tabs to one page', async () => {
    const mentee = await newMentee(app.test)
    const price = await app.priceOf(app.mentor)
    const responses = await Promise.all([1, 2, 3, 4].map(() => app.checkout(mentee, price)))
    expect(new Set(responses.map((response) => ok(response).url)).size).toBe(1)
  })

  it('enrols once where two pages were paid all the same, and gives the second payment back', async () => {
    const mentee = await newMentee(app.test)
    const first = await app.pay(mentee)
    // As if the first page's payment were not known to anybody here, and a second page had been opened.
    await app.app.db.pool.query(
      'update checkout set closed_at = now(), provider_checkout_id = null where mentee_id = $1',
      [mentee.id],
    )
    const second = await app.pay(mentee)
    await app.catchUp()
    const enrollments = await app.enrollmentOf(mentee)
    expect(enrollments.map(({ status, endReason }) => [status, endReason]).sort()).toEqual([
      ['active', null],
      ['ended', 'duplicate'],
    ])
    expect(app.takenFrom([first, second])).toBe(6000)
    const live = app.stripe.books
      .all('subscription')
      .filter(({ id, status }) => [first, second].includes(id) && status === 'active')
    expect(live).toHaveLength(1)
    expect(await outboxWith(app.test, mentee.email, 'Refund')).toHaveLength(1)
    expect(ok(await app.confirm(mentee)).enrollment.status).toBe('active')
  })

  it('takes payments by an embedded form, one for both ways', async () => {
    const mentee = await newMentee(app.test)
    const body = { mentorPriceId: await app.priceOf(app.mentor), mentorId: app.mentor.id }
    const intent = () => app.call(api.enrollments.createPaymentIntent, { body }, mentee)
    const [one, two] = [ok(await intent()), ok(await intent())]
    expect(one.clientSecret).toMatch(/^pi_\w+_secret_/)
    expect(two).toEqual(one)
    expect((await app.confirm(mentee)).body).toMatchObject({ code: 'payment_required', pending: true })
    const subscription = app.stripe.books.all('subscription')[0]!
    app.stripe.billing.payInvoice(subscription.latest_invoice)
    await app.catchUp()
    expect((await app.enrollmentOf(mentee))[0]).toMatchObject({ status: 'active' })
    expect((await intent()).body.code).toBe('already_subscribed')
  })

  it('gives the money back when the mentor was blocked before it was paid', async () => {
    const mentee = await newMentee(app.test)
    const mentor = await newMentor(app.test, await app.signInModerator())
    await app.runJobs()
    const { url } = ok(await app.checkout(mentee, await app.priceOf(mentor), mentor))
    ok(
      await app.call(
        api.moderation.changeMentorStatus,
        { body: { mentorId: mentor.id } },
        await app.signInModerator(),
      ),
    )
    const sessionId = url.split('/').at(-1)!
    app.stripe.page.settle(sessionId, 'success')
    await app.catchUp()
    expect((await app.enrollmentOf(mentee))[0]).toMatchObject({ status: 'ended', endReason: 'blocked' })
    expect(app.takenFrom([app.stripe.books.get('checkout.session', sessionId).subscription!])).toBe(0)
  })

  it('leads to the portal of the payer, and nobody else’s', async () => {
    const mentee = await newMentee(app.test)
    expect((await app.call(api.enrollments.billingPortal, {}, mentee)).status).toBe(404)
    await app.pay(mentee)
    const { url } = ok(await app.call(api.enrollments.billingPortal, {}, mentee))
    expect(url).toMatch(/\/p\/session\/cus_/)
  })
})

describe('an event', () => {
  it('is taken with a right signature, once', async () => {
    const mentee = await newMentee(app.test)
    await app.pay(mentee)
    const event = app.stripe.events.at(-1)!
    expect((await app.deliver(event)).status).toBe(200)
    expect((await app.deliver(event)).status).toBe(200)
    const { rows } = await app.app.db.pool.query('select type from provider_event where id = $1', [event.id])
    expect(rows).toEqual([{ type: 'checkout.session.completed' }])
    expect(await app.runJobs()).toEqual(['payments:event'])
  })

  it('is refused when forged, changed, unsigned, stale or not of this mode', async () => {
    const event = { ...app.stripe.events.at(-1)!, id: 'evt_forged' }
    const { payload, signature } = app.stripe.sign(event)
    const refused = [400, 'invalid_signature']
    expect(await webhookCode(payload, undefined)).toEqual(refused)
    expect(await webhookCode(payload.replace('completed', 'expired'), signature)).toEqual(refused)
    const forged = app.stripe.sign(event, { secret: 'whsec_somebody' })
    expect(await webhookCode(forged.payload, forged.signature)).toEqual(refused)
    const old = app.stripe.sign(event, { at: new Date(app.clock.now().getTime() - minutesMs(6)) })
    expect(await webhookCode(old.payload, old.signature)).toEqual(refused)
    const live = app.stripe.sign({ ...event, livemode: true })
    expect(await webhookCode(live.payload, live.signature)).toEqual(refused)
    const { rows } = await app.app.db.pool.query("select id from provider_event where id = 'evt_forged'")
    expect(rows).toEqual([])
  })

  it('that was stored and never finished is found again', async () => {
    const mentee = await newMentee(app.test)
    await app.pay(mentee)
    await app.deliver(app.stripe.events.at(-1)!)
    await app.app.db.pool.query('delete from graphile_worker._private_jobs')
    app.clock.advance(minutesMs(6))
    await app.app.jobHandlers['payments:left-behind']({})
    await app.runJobs()
    expect((await app.enrollmentOf(mentee))[0]).toMatchObject({ status: 'active' })
  })
})

describe('a subscription at Stripe', () => {
  async function enrolled() {
    const mentee = await newMentee(app.test)
    const subscriptionId = await app.pay(mentee)
    await app.catchUp()
    const { id } = (await app.enrollmentOf(mentee))[0]!
    return { mentee, subscriptionId, id }
  }
  const present = async (mentee: { id: string; email: string }) => {
    const again = await signInMentee(app.test, mentee.email)
    const params = { menteeId: mentee.id }
    return ok(await app.call(api.enrollments.subscribedMentors, { params }, again)).allMentorsSubscribed[0]!
  }
  const spendCalls = (id: string) => spendCredits(app.app.db.pool, id, 4)

  it('opens a new period of four calls for a paid invoice, once however often it is told', async () => {
    const { mentee, subscriptionId, id } = await enrolled()
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

  it('has three days of grace after a renewal that failed, is told so, and then ends', async () => {
    const { mentee, subscriptionId } = await enrolled()
    app.clock.advance(daysMs(31))
    app.stripe.billing.endPeriod(subscriptionId, 'requires_action')
    await app.catchUp()
    const due = await present(mentee)
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
    const { mentee, subscriptionId } = await enrolled()
    app.clock.advance(daysMs(31))
    app.stripe.billing.endPeriod(subscriptionId, 'failed')
    await app.catchUp()
    expect((await app.paymentsOf(mentee)).map(({ status }) => status).sort()).toEqual(['failed', 'paid'])
    app.stripe.billing.payInvoice(app.stripe.books.get('subscription', subscriptionId).latest_invoice)
    await app.catchUp()
    expect(await present(mentee)).toMatchObject({
      status: 'active',
      paymentUrl: null,
      accessUntil: null,
      callsLeft: 4,
    })
    expect((await app.paymentsOf(mentee)).map(({ status }) => status)).toEqual(['paid', 'paid'])
  })

  it('ends with its period when cancelled, and can be resumed before', async () => {
    const { mentee, subscriptionId, id } = await enrolled()
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

  it('can be resumed here when it was cancelled in Stripe’s portal', async () => {
    const { mentee, subscriptionId, id } = await enrolled()
    app.stripe.billing.cancelAt(subscriptionId)
    await app.catchUp()
    expect((await present(mentee)).status).toBe('ending')
    const again = await signInMentee(app.test, mentee.email)
    const { enrollment } = ok(await app.call(api.enrollments.resume, { params: { enrollmentId: id } }, again))
    expect(enrollment.status).toBe('active')
  })

  it('that Stripe does not know ends with its period, and lets the mentee subscribe again', async () => {
    const { mentee, id } = await enrolled()
    await app.app.db.pool.query(
      "update enrollment set provider_subscription_id = 'sub_of_another_account' where id = $1",
      [id],
    )
    app.clock.advance(daysMs(32))
    await app.app.jobHandlers['enrollments:sweep']({})
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended', endReason: 'canceled' }])
  })

  it('ends with a refund of its payment and with a dispute', async () => {
    const refunded = await enrolled()
    const invoice = app.stripe.books.get(
      'invoice',
      app.stripe.books.get('subscription', refunded.subscriptionId).latest_invoice,
    )
    const paymentIntent = app.stripe.billing.intentOf(invoice).id
    app.stripe.billing.refund({ paymentIntent, amount: undefined, metadata: {} })
    const disputed = await enrolled()
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

  it('stands as the later question was answered, whichever answer comes in last', async () => {
    const { mentee, subscriptionId } = await enrolled()
    const handle = async (type: string) => {
      const event = app.stripe.events.findLast((each) => each.type === type)!
      const again = { ...event, id: `${event.id}_${type}_${app.stripe.events.length}` }
      await app.deliver(again)
      await app.app.jobHandlers['payments:event']({ eventId: again.id })
    }
    let release = () => {}
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    let early: Promise<void> | undefined
    await new Promise<void>((asked) => {
      slowLine = { asked, until }
      early = handle('invoice.paid')
    })
    app.stripe.billing.cancel(subscriptionId)
    await handle('customer.subscription.deleted')
    release()
    await early
    await app.runJobs()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended', endReason: 'canceled' }])
  })

  it('keeps one enrollment when the first and a later answer arrive the other way round', async () => {
    const mentee = await newMentee(app.test)
    const subscriptionId = await app.pay(mentee)
    const [event] = app.stripe.events.slice(-1)
    await app.deliver(event!)
    let release = () => {}
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    let early: Promise<void> | undefined
    await new Promise<void>((asked) => {
      slowLine = { asked, until }
      early = app.app.jobHandlers['payments:event']({ eventId: event!.id })
    })
    app.stripe.billing.cancel(subscriptionId)
    expect((await app.confirm(mentee)).status).toBe(200)
    release()
    await early
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended' }])
    expect(await app.paymentsOf(mentee)).toHaveLength(1)
  })

  it('is put right at night, whatever was missed', async () => {
    const lost = await enrolled()
    app.stripe.billing.cancel(lost.subscriptionId)
    const unknown = await newMentee(app.test)
    await app.pay(unknown)
    await app.app.jobHandlers['payments:nightly']({})
    await app.runJobs()
    expect(await app.enrollmentOf(lost.mentee)).toMatchObject([{ status: 'ended', endReason: 'canceled' }])
    expect(await app.enrollmentOf(unknown)).toMatchObject([{ status: 'active' }])
  })

  it('lets chat and booking be while Stripe is dead or slow, and says so within ten seconds', async () => {
    const { mentee } = await enrolled()
    const conversationId = await conversationOf(
      app.test,
      await signInMentee(app.test, mentee.email),
      app.mentor,
    )
    const slot = await publish(
      app.test,
      await signInMentor(app.test, app.mentor.email),
      hoursAhead(app.test, 30),
    )
    const stranger = await newMentee(app.test)
    const price = await app.priceOf(app.mentor)
    for (const how of ['drops', 'server_error', 'rate_limited', 'hangs'] as const) {
      app.stripe.fail(how)
      const startedMs = performance.now()
      const response = await app.checkout(stranger, price)
      expect([response.status, response.body.code]).toEqual([502, 'payment_provider_unavailable'])
      expect(performance.now() - startedMs).toBeLessThan(10_000)
    }
    const asking = app.checkout(stranger, price)
    const again = await signInMentee(app.test, mentee.email)
    const body = { message: 'Are you there?', sender: mentee.id }
    ok(await app.call(api.chat.mentee.send, { params: { conversationId }, body }, again))
    ok(await book(app.test, again, slot._id))
    expect((await asking).status).toBe(502)
    app.stripe.fail('none')
    expect((await app.checkout(stranger, price)).status).toBe(201)
  })

  it('loses no event that comes while Stripe does not answer', async () => {
    const mentee = await newMentee(app.test)
    await app.pay(mentee)
    app.stripe.fail('server_error')
    await app.deliver(app.stripe.events.at(-1)!)
    await expect(app.runJobs()).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
    expect(await app.enrollmentOf(mentee)).toEqual([])
    app.stripe.fail('none')
    await app.runJobs()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active' }])
  })
})
