import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hoursMs } from '../../platform/clock.ts'
import { newMentee, ok, signInMentee, type TestPerson } from '../../testing/people.ts'
import { newPricedMentor, type StripeApp, startStripeApp } from '../../testing/stripe-app.ts'

let app: StripeApp
/** What another process does while a form is opened. */
let meanwhile: (() => Promise<unknown>) | undefined
beforeAll(async () => {
  app = await startStripeApp((gateway) => ({
    ...gateway,
    async openEmbedded(of) {
      const opened = await gateway.openEmbedded(of)
      await meanwhile?.()
      meanwhile = undefined
      return opened
    },
  }))
})
afterAll(() => app.close())

async function openForm(mentee: TestPerson, mentor: TestPerson = app.mentor) {
  const body = { mentorId: mentor.id, mentorPriceId: await app.priceOf(mentor) }
  return app.call(api.enrollments.createPaymentIntent, { body }, mentee)
}

/** With a token that has not run out, however far the clock was moved. */
const again = (mentee: TestPerson) => signInMentee(app.test, mentee.email)

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
  it('close it with the tenth, and the next form is another one', async () => {
    const mentee = await newMentee(app.test)
    const { clientSecret } = ok(await openForm(mentee))
    const { id, invoice } = await waiting(mentee)
    await tryCards(invoice, 9)
    expect(app.stripe.books.get('subscription', id).ended_at).toBeNull()
    expect(ok(await openForm(mentee)).clientSecret).toBe(clientSecret)
    // What Stripe tells a second time is the same card.
    await app.deliver(app.stripe.events.at(-1)!)
    await app.catchUp()
    expect(app.stripe.books.get('subscription', id).ended_at).toBeNull()
    await tryCards(invoice, 1)
    expect(app.stripe.books.get('subscription', id).ended_at).not.toBeNull()
    expect(() => app.stripe.billing.payInvoice(invoice)).toThrow()
    expect(ok(await openForm(mentee)).clientSecret).not.toBe(clientSecret)
    expect((await waiting(mentee)).id).not.toBe(id)
  })

  it('do not matter once one of them pays', async () => {
    const mentee = await newMentee(app.test)
    ok(await openForm(mentee))
    const { invoice } = await waiting(mentee)
    await tryCards(invoice, 9)
    app.stripe.billing.payInvoice(invoice)
    await app.catchUp()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active' }])
  })

  it('close no form whose payment the bank has not decided', async () => {
    const mentee = await newMentee(app.test)
    ok(await openForm(mentee))
    const { id, invoice } = await waiting(mentee)
    for (let card = 0; card < 10; card++) app.stripe.billing.decline(invoice, 'failed')
    app.stripe.billing.intentOf(app.stripe.books.get('invoice', invoice)).status = 'processing'
    await app.catchUp()
    expect(app.stripe.books.get('subscription', id).ended_at).toBeNull()
    app.stripe.billing.payInvoice(invoice)
    await app.catchUp()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active' }])
  })

  it('leave a mentee no form with the twentieth within a day, neither of before nor with another mentor, but the provider’s page', async () => {
    const mentee = await newMentee(app.test)
    const opened = await newPricedMentor(app)
    ok(await openForm(mentee, opened))
    const { id } = await waiting(mentee)
    const mentors = [app.mentor, await newPricedMentor(app)]
    for (const mentor of mentors) {
      ok(await openForm(await again(mentee), mentor))
      expect(app.stripe.books.get('subscription', id).ended_at).toBeNull()
      await tryCards((await waiting(mentee)).invoice, 10)
    }
    expect(app.stripe.books.get('subscription', id).ended_at).not.toBeNull()
    for (const mentor of [...mentors, opened]) {
      const { status, body } = await openForm(mentee, mentor)
      expect([status, body]).toMatchObject([
        429,
        { code: 'rate_limited', message: expect.stringContaining('cards were declined') },
      ])
    }
    ok(await app.checkout(mentee, await app.priceOf(app.mentor)))
    app.clock.advance(hoursMs(25))
    ok(await openForm(await again(mentee)))
  })

  it('count from when they are declined, not from when the form was opened', async () => {
    const mentee = await newMentee(app.test)
    const mentors = [app.mentor, await newPricedMentor(app)]
    const invoices: string[] = []
    for (const mentor of mentors) {
      ok(await openForm(mentee, mentor))
      invoices.push((await waiting(mentee)).invoice)
    }
    app.clock.advance(hoursMs(22))
    for (const invoice of invoices) await tryCards(invoice, 10)
    app.clock.advance(hoursMs(23))
    expect((await openForm(await again(mentee))).status).toBe(429)
    app.clock.advance(hoursMs(2))
    ok(await openForm(await again(mentee)))
  })
})

it('of five open forms the oldest gives way to another one', async () => {
  const mentee = await newMentee(app.test)
  const subscriptions: string[] = []
  for (let form = 0; form < 6; form++) {
    ok(await openForm(mentee, await newPricedMentor(app)))
    subscriptions.push((await waiting(mentee)).id)
  }
  const ended = subscriptions.map((id) => app.stripe.books.get('subscription', id).ended_at !== null)
  expect(ended).toEqual([true, false, false, false, false, false])
})

it('a form that another process opens as a page meanwhile is closed again: nobody has a way to pay that is not known', async () => {
  const mentee = await newMentee(app.test)
  ok(await app.checkout(mentee, await app.priceOf(app.mentor)))
  const { pool } = app.app.db
  const { rows } = await pool.query(
    'update checkout set provider_checkout_id = null from checkout as before where before.id = checkout.id and checkout.mentee_id = $1 returning before.id, before.provider_checkout_id as page',
    [mentee.id],
  )
  const { id, page } = rows[0]!
  const before = app.stripe.books.all('subscription').length
  meanwhile = () => pool.query('update checkout set provider_checkout_id = $2 where id = $1', [id, page])
  const { clientSecret } = ok(await openForm(mentee))
  // The newest first.
  const all = app.stripe.books.all('subscription')
  const made = all.slice(0, all.length - before)
  expect(made.map(({ ended_at }) => ended_at !== null)).toEqual([false, true])
  expect((await waiting(mentee)).id).toBe(made[0]!.id)
  const { rows: noted } = await pool.query(
    'select client_secret as secret from checkout where mentee_id = $1 and closed_at is null',
    [mentee.id],
  )
  expect(noted).toEqual([{ secret: clientSecret }])
})
