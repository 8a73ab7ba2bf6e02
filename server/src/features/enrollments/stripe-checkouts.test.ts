import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outboxWith } from '../../testing/outbox.ts'
import { hoursAhead, menteeForm, newMentee, newMentor, ok, publish } from '../../testing/people.ts'
import { newPricedMentor, type StripeApp, startStripeApp } from '../../testing/stripe-app.ts'

let app: StripeApp
beforeAll(async () => {
  app = await startStripeApp()
})
afterAll(() => app.close())

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

  it.each(['mentee', 'mentor'] as const)(
    'gives the money back when the %s has blocked the other before it was paid',
    async (by) => {
      const mentee = await newMentee(app.test)
      const mentor = await newPricedMentor(app)
      const { url } = ok(await app.checkout(mentee, await app.priceOf(mentor), mentor))
      // Whom somebody blocks has to be known to them: by a free intro call, say.
      const slot = await publish(app.test, mentor, hoursAhead(app.test, 30), 'intro')
      const intro = { mentorId: mentor.id, slotId: slot._id }
      ok(await app.call(api.slots.bookIntro, { body: intro }, mentee))
      const personId = by === 'mentee' ? mentor.id : mentee.id
      const { blockPerson } = api.accountSettings[by]
      ok(await app.call(blockPerson, { body: { personId } }, by === 'mentee' ? mentee : mentor))
      const sessionId = url.split('/').at(-1)!
      app.stripe.page.settle(sessionId, 'success')
      await app.catchUp()
      expect((await app.enrollmentOf(mentee))[0]).toMatchObject({ status: 'ended', endReason: 'blocked' })
      const { subscription } = app.stripe.books.get('checkout.session', sessionId)
      expect(app.takenFrom([subscription!])).toBe(0)
    },
  )

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
