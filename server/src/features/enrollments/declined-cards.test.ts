import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hoursMs } from '../../platform/clock.ts'
import { newMentee, ok, signInMentee, type TestPerson } from '../../testing/people.ts'
import { newPricedMentor, type StripeApp, startStripeApp } from '../../testing/stripe-app.ts'

let app: StripeApp
beforeAll(async () => {
  app = await startStripeApp()
})
afterAll(() => app.close())

async function openForm(mentee: TestPerson, mentor: TestPerson = app.mentor) {
  const body = { mentorId: mentor.id, mentorPriceId: await app.priceOf(mentor) }
  return app.call(api.enrollments.createPaymentIntent, { body }, mentee)
}

/** The subscription at Stripe that waits for a first payment in the mentee's newest form. */
async function waiting(mentee: TestPerson) {
  const { rows } = await app.app.db.pool.query<{ id: string }>(
    'select provider_checkout_id as id from checkout where mentee_id = $1 order by created_at desc, id desc limit 1',
    [mentee.id],
  )
  const { id } = rows[0]!
  return { id, invoice: app.stripe.books.get('subscription', id).latest_invoice }
}

async function tryCards(invoice: string, count: number) {
  for (let card = 0; card < count; card++) app.stripe.billing.decline(invoice, 'failed')
  await app.catchUp()
}

describe('cards that are declined in a payment form', () => {
  it('close it with the fifth, and the next form is another one', async () => {
    const mentee = await newMentee(app.test)
    const { clientSecret } = ok(await openForm(mentee))
    const { id, invoice } = await waiting(mentee)
    await tryCards(invoice, 4)
    expect(app.stripe.books.get('subscription', id).ended_at).toBeNull()
    expect(ok(await openForm(mentee)).clientSecret).toBe(clientSecret)
    // What Stripe tells a second time is the same card.
    await app.deliver(app.stripe.events.at(-1)!)
    await app.catchUp()
    expect(app.stripe.books.get('subscription', id).ended_at).toBeNull()
    await tryCards(invoice, 1)
    expect(app.stripe.books.get('subscription', id).ended_at).not.toBeNull()
    expect(ok(await openForm(mentee)).clientSecret).not.toBe(clientSecret)
    expect((await waiting(mentee)).id).not.toBe(id)
  })

  it('do not matter once one of them pays', async () => {
    const mentee = await newMentee(app.test)
    ok(await openForm(mentee))
    const { invoice } = await waiting(mentee)
    await tryCards(invoice, 4)
    app.stripe.billing.payInvoice(invoice)
    await app.catchUp()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active' }])
  })

  it('close no form whose payment the bank has not decided', async () => {
    const mentee = await newMentee(app.test)
    ok(await openForm(mentee))
    const { id, invoice } = await waiting(mentee)
    for (let card = 0; card < 5; card++) app.stripe.billing.decline(invoice, 'failed')
    app.stripe.billing.intentOf(app.stripe.books.get('invoice', invoice)).status = 'processing'
    await app.catchUp()
    expect(app.stripe.books.get('subscription', id).ended_at).toBeNull()
    app.stripe.billing.payInvoice(invoice)
    await app.catchUp()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active' }])
  })

  it('leave a mentee no form with the tenth within a day, neither of before nor with another mentor, but the provider’s page', async () => {
    const mentee = await newMentee(app.test)
    const opened = await newPricedMentor(app)
    ok(await openForm(mentee, opened))
    const { id } = await waiting(mentee)
    const mentors = [app.mentor, await newPricedMentor(app)]
    for (const mentor of mentors) {
      ok(await openForm(mentee, mentor))
      expect(app.stripe.books.get('subscription', id).ended_at).toBeNull()
      await tryCards((await waiting(mentee)).invoice, 5)
    }
    expect(app.stripe.books.get('subscription', id).ended_at).not.toBeNull()
    for (const mentor of [...mentors, opened]) {
      const { status, body } = await openForm(mentee, mentor)
      expect([status, body]).toMatchObject([
        429,
        { code: 'rate_limited', message: expect.stringContaining('declined today') },
      ])
    }
    ok(await app.checkout(mentee, await app.priceOf(app.mentor)))
    app.clock.advance(hoursMs(25))
    ok(await openForm(await signInMentee(app.test, mentee.email)))
  })
})
