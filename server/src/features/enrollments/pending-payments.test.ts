import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hoursMs } from '../../platform/clock.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { newMentee, ok, signInMentee, type TestPerson } from '../../testing/people.ts'
import { type StripeApp, startStripeApp } from '../../testing/stripe-app.ts'

let app: StripeApp
beforeAll(async () => {
  app = await startStripeApp()
})
afterAll(() => app.close())

const again = (mentee: TestPerson) => signInMentee(app.test, mentee.email)

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

describe('a payment in the embedded form', () => {
  async function withForm() {
    const mentee = await newMentee(app.test)
    const price = await app.priceOf(app.mentor)
    const body = { mentorId: app.mentor.id, mentorPriceId: price }
    ok(await app.call(api.enrollments.createPaymentIntent, { body }, mentee))
    const { rows } = await app.app.db.pool.query<{ id: string }>(
      'select provider_checkout_id as id from checkout where mentee_id = $1',
      [mentee.id],
    )
    const { id } = rows[0]!
    const invoice = app.stripe.books.get('subscription', id).latest_invoice
    return { mentee, price, id, invoice }
  }

  it('that goes through at the moment when it is closed for a page goes back: nobody is let in by it', async () => {
    const { mentee, price, id, invoice } = await withForm()
    app.stripe.meanwhile(`DELETE /v1/subscriptions/${id}`, () => app.stripe.billing.payInvoice(invoice))
    expect(ok(await app.checkout(mentee, price)).url).toContain('/c/pay/')
    await app.catchUp()
    expect(app.takenFrom([id])).toBe(0)
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended', endReason: 'canceled' }])
  })

  it('that let somebody in before its form was closed for a page goes back, too', async () => {
    const { mentee, price, id, invoice } = await withForm()
    app.stripe.meanwhile(`DELETE /v1/subscriptions/${id}`, async () => {
      app.stripe.billing.payInvoice(invoice)
      await app.catchUp()
      expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active' }])
    })
    expect(ok(await app.checkout(mentee, price)).url).toContain('/c/pay/')
    await app.catchUp()
    expect(app.takenFrom([id])).toBe(0)
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended', endReason: 'canceled' }])
    expect(await outboxWith(app.test, mentee.email, 'Refund')).toHaveLength(1)
    // Jobs and messages that come twice give nothing back twice.
    await app.catchUp()
    expect(await app.paymentsOf(mentee)).toEqual([{ status: 'refunded', amount: 6000, refunded: 6000 }])
  })

  it('whose form could not be closed is not given back for having ended later', async () => {
    const { mentee, price, id, invoice } = await withForm()
    app.stripe.mistake({ call: `DELETE /v1/subscriptions/${id}`, what: 'error', when: 'before' })
    expect((await app.checkout(mentee, price)).status).toBe(502)
    app.stripe.mistake(undefined)
    app.stripe.billing.payInvoice(invoice)
    await app.catchUp()
    app.clock.advance(hoursMs(1))
    app.stripe.billing.cancel(id)
    await app.catchUp()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended', endReason: 'canceled' }])
    expect(app.takenFrom([id])).toBe(6000)
  })

  it('that somebody has begun to use is not given back for having ended', async () => {
    const { mentee, id, invoice } = await withForm()
    app.stripe.billing.payInvoice(invoice)
    await app.catchUp()
    // Ended by hand, at the provider.
    app.stripe.billing.cancel(id)
    await app.catchUp()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended', endReason: 'canceled' }])
    expect(app.takenFrom([id])).toBe(6000)
  })

  it('of which the bank decides later is not closed for a page', async () => {
    const { mentee, price, id, invoice } = await withForm()
    app.stripe.billing.intentOf(app.stripe.books.get('invoice', invoice)).status = 'processing'
    expect(ok(await app.checkout(mentee, price)).url).toContain('/mentees/payment/success/')
    expect(app.stripe.books.get('subscription', id).ended_at).toBeNull()
    app.stripe.billing.payInvoice(invoice)
    await app.catchUp()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active' }])
  })
})
