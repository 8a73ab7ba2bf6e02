import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newMentee, newMentor, newModerator } from '../../testing/people.ts'
import { type StripeStandIn, startStripeStandIn } from '../../testing/stripe-stand-in/stand-in.ts'
import { createTestClock, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { daysMs, newId } from '../clock.ts'
import { createLog } from '../log.ts'
import type { NewCheckout, PaymentGateway } from './payments.ts'
import { createSandboxGateway } from './sandbox-gateway.ts'
import { createStripeGateway } from './stripe-gateway.ts'

const clock = createTestClock()
let test: TestApp
let stripe: StripeStandIn
let mentorId: string
let accountId: string
beforeAll(async () => {
  test = await startTestApp({ clock })
  stripe = await startStripeStandIn({ now: clock.now })
  mentorId = (await newMentor(test, await newModerator(test))).id
  accountId = (await newMentee(test)).id
})
afterAll(async () => {
  await test.close()
  await stripe.close()
})

type Payer = (checkoutId: string) => Promise<unknown>
const kinds: [string, () => { gateway: PaymentGateway; pay: Payer; payEmbedded: Payer; renew: Payer }][] = [
  [
    'sandbox',
    () => {
      const gateway = createSandboxGateway({ ...test.app, publicUrl: () => 'http://localhost' })
      const pay: Payer = (id) => gateway.settle(id, 'success')
      return { gateway, pay, payEmbedded: pay, renew: async () => clock.advance(daysMs(32)) }
    },
  ],
  [
    'Stripe',
    () => ({
      gateway: createStripeGateway({
        keys: { secretKey: stripe.secretKey, apiUrl: stripe.url, publishableKey: undefined },
        log: createLog('silent'),
        db: test.app.db,
        clock,
      }),
      pay: async (id) => stripe.page.settle(id, 'success'),
      payEmbedded: async (id) =>
        stripe.billing.payInvoice(stripe.books.get('subscription', id).latest_invoice),
      renew: async (id) => stripe.billing.endPeriod(id),
    }),
  ],
]

describe.each(kinds)('the gateway to %s', (_name, make) => {
  let { gateway, pay, payEmbedded, renew } = {} as ReturnType<typeof make>
  beforeAll(() => {
    ;({ gateway, pay, payEmbedded, renew } = make())
  })

  async function wish(): Promise<NewCheckout> {
    const priceId = await gateway.createPrice({
      mentorId,
      amountRupees: 6000,
      productName: 'Mentoring with V',
    })
    return {
      reference: newId(),
      customerId: await gateway.createCustomer({ accountId, email: 'a@example.com', name: 'A B' }),
      priceId,
      menteeId: accountId,
      mentorId,
      amountRupees: 6000,
      openedAt: clock.now(),
      successUrl: 'http://localhost/success',
      cancelUrl: 'http://localhost/failed',
    }
  }
  async function subscribe() {
    const of = await wish()
    const { id } = await gateway.openCheckout(of)
    await pay(id)
    return { of, checkoutId: id, subscriptionId: (await gateway.findCheckout(id))!.subscriptionId! }
  }

  it('opens a page, tells that it is open, and what was paid on it', async () => {
    const of = await wish()
    const { id, url } = await gateway.openCheckout(of)
    expect(URL.canParse(url)).toBe(true)
    expect(await gateway.findCheckout(id)).toMatchObject({
      status: 'open',
      reference: of.reference,
      priceId: of.priceId,
      subscriptionId: null,
    })
    await pay(id)
    const paid = (await gateway.findCheckout(id))!
    expect(paid).toMatchObject({ status: 'paid', reference: of.reference, priceId: of.priceId })
    const subscription = (await gateway.findSubscription(paid.subscriptionId!))!
    expect(subscription).toMatchObject({
      status: 'active',
      reference: of.reference,
      priceId: of.priceId,
      endsAtPeriodEnd: false,
    })
    expect(subscription.payments).toHaveLength(1)
    const [payment] = subscription.payments
    expect(payment).toMatchObject({
      status: 'paid',
      amountRupees: 6000,
      refundedRupees: 0,
      isDisputed: false,
    })
    const days = (payment!.periodEnd.getTime() - payment!.periodStart.getTime()) / daysMs(1)
    expect([28, 29, 30, 31]).toContain(Math.round(days))
  })

  it('opens one page for one reference, however often it is asked', async () => {
    const of = await wish()
    const [first, second] = [await gateway.openCheckout(of), await gateway.openCheckout(of)]
    expect(second).toEqual(first)
  })

  it('knows nothing of ids that are not its own', async () => {
    expect(await gateway.findCheckout('cs_unknown')).toBeUndefined()
    expect(await gateway.findSubscription('sub_unknown')).toBeUndefined()
  })

  it('closes an open page for good, and leaves a paid one', async () => {
    const of = await wish()
    const { id } = await gateway.openCheckout(of)
    await gateway.expireCheckout(id)
    await gateway.expireCheckout(id)
    await pay(id)
    expect((await gateway.findCheckout(id))!.status).toBe('closed')
    const paid = await subscribe()
    await gateway.expireCheckout(paid.checkoutId)
    expect((await gateway.findCheckout(paid.checkoutId))!.status).toBe('paid')
  })

  it('takes a payment by a form of our own', async () => {
    const of = await wish()
    const { id, clientSecret } = await gateway.openEmbedded(of)
    expect(clientSecret).toContain('_secret_')
    expect((await gateway.findCheckout(id))!.status).toBe('open')
    await payEmbedded(id)
    const { status, subscriptionId } = (await gateway.findCheckout(id))!
    expect(status).toBe('paid')
    expect((await gateway.findSubscription(subscriptionId!))!.status).toBe('active')
  })

  it('renews with a payment of its own, ends with the period when asked, and resumes before', async () => {
    const { subscriptionId } = await subscribe()
    const before = (await gateway.findSubscription(subscriptionId))!.payments[0]!
    await renew(subscriptionId)
    const renewed = (await gateway.findSubscription(subscriptionId))!.payments[0]!
    expect(renewed.id).not.toBe(before.id)
    expect(renewed.periodStart).toEqual(before.periodEnd)
    await gateway.cancelAtPeriodEnd(subscriptionId)
    expect(await gateway.findSubscription(subscriptionId)).toMatchObject({
      status: 'active',
      endsAtPeriodEnd: true,
    })
    await gateway.resume(subscriptionId)
    expect((await gateway.findSubscription(subscriptionId))!.endsAtPeriodEnd).toBe(false)
    await gateway.cancelAtPeriodEnd(subscriptionId)
    await renew(subscriptionId)
    expect(await gateway.findSubscription(subscriptionId)).toMatchObject({
      status: 'ended',
      payments: expect.objectContaining({ 0: expect.objectContaining({ id: renewed.id }) }),
    })
  })

  it('ends at once, twice without complaint, and gives money back once for a reference', async () => {
    const { subscriptionId } = await subscribe()
    await gateway.cancelNow(subscriptionId)
    await gateway.cancelNow(subscriptionId)
    const { status, payments } = (await gateway.findSubscription(subscriptionId))!
    expect(status).toBe('ended')
    const refund = { paymentId: payments[0]!.id, amountRupees: 2500, reference: newId() }
    await gateway.refund(refund)
    await gateway.refund(refund)
    expect((await gateway.findSubscription(subscriptionId))!.payments[0]!.refundedRupees).toBe(2500)
  })

  it('lists what is live, and tells whom an event concerns', async () => {
    const { checkoutId, subscriptionId } = await subscribe()
    const ended = await subscribe()
    await gateway.cancelNow(ended.subscriptionId)
    const { ids } = await gateway.listLive(undefined)
    expect(ids).toContain(subscriptionId)
    expect(ids).not.toContain(ended.subscriptionId)
    expect(await gateway.concernedBy({ checkoutId })).toEqual({ subscriptionId })
    expect(await gateway.concernedBy({ subscriptionId })).toEqual({ subscriptionId })
    expect(await gateway.concernedBy({})).toBeUndefined()
  })
})
