import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hoursMs, minutesMs } from '../../platform/clock.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { newMentee, newMentor, ok, type TestPerson } from '../../testing/people.ts'
import { type StripeApp, startStripeApp, subscribe } from '../../testing/stripe-app.ts'
import type { Mistake } from '../../testing/stripe-stand-in/faults.ts'

let app: StripeApp
beforeAll(async () => {
  app = await startStripeApp()
})
afterAll(() => app.close())

const mistakes = (['error', 'timeout'] as const).flatMap((what) =>
  (['unseen', 'before', 'after'] as const).map((when) => ({ what, when })),
)
/** Each call by which something is made at Stripe that may be there once. */
const calls = [
  'POST /v1/customers',
  'POST /v1/checkout/sessions',
  'POST /v1/subscriptions',
  'POST /v1/products',
  'POST /v1/prices',
  'POST /v1/refunds',
] as const
const cases = calls.flatMap((call) => mistakes.map((mistake): Mistake => ({ call, ...mistake })))

const customersOf = ({ id }: TestPerson) =>
  app.stripe.books.all('customer').filter(({ metadata }) => metadata.accountId === id)
const pricesOf = ({ id }: TestPerson) =>
  app.stripe.books.all('price').filter(({ product, active }) => product === `mentor_${id}` && active)
const openSessionsOf = (mentee: TestPerson) => {
  const ids = customersOf(mentee).map(({ id }) => id)
  return app.stripe.books
    .all('checkout.session')
    .filter(({ customer, status }) => ids.includes(customer) && status === 'open')
}

/** The first try while Stripe makes its mistake; whether it fails is not the point, but what it leaves is. */
async function during<T>(mistake: Mistake, work: () => Promise<T>) {
  app.stripe.mistake(mistake)
  try {
    return await work()
  } catch {
    return undefined
  } finally {
    app.stripe.mistake(undefined)
  }
}

describe.each(cases)('Stripe’s $what $when at $call', (mistake) => {
  it('locks nobody out, charges nobody twice, and leaves one of each', async () => {
    let mentor = app.mentor
    if (/products|prices/.test(mistake.call)) {
      mentor = await newMentor(app.test, await app.signInModerator())
      await during(mistake, () => app.runJobs())
      await app.runJobs()
    }
    const mentee = await newMentee(app.test)
    const price = await app.priceOf(mentor)
    const open = async (): Promise<{ status: number }> =>
      mistake.call === 'POST /v1/subscriptions'
        ? app.call(
            api.enrollments.createPaymentIntent,
            { body: { mentorPriceId: price, mentorId: mentor.id } },
            mentee,
          )
        : app.checkout(mentee, price, mentor)
    await during(mistake, () => open())
    expect((await open()).status).toBeLessThan(300)
    expect((await open()).status).toBeLessThan(300)
    expect(customersOf(mentee)).toHaveLength(1)
    expect(pricesOf(mentor)).toHaveLength(1)
    expect(openSessionsOf(mentee)).toHaveLength(mistake.call === 'POST /v1/subscriptions' ? 0 : 1)
    const waiting = app.stripe.books
      .all('subscription')
      .filter(({ customer }) => customer === customersOf(mentee)[0]!.id)
    expect(waiting).toHaveLength(mistake.call === 'POST /v1/subscriptions' ? 1 : 0)

    const subscriptionId = await app.pay(mentee, mentor)
    await app.catchUp()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active' }])
    expect(app.takenFrom([subscriptionId])).toBe(6000)

    if (mistake.call !== 'POST /v1/refunds') return
    // Owed in full: a payment that came after the end.
    await app.app.db.pool.query(
      "update enrollment set status = 'ended', end_reason = 'left', ended_at = now() where mentee_id = $1",
      [mentee.id],
    )
    const { rows } = await app.app.db.pool.query(
      'select enrollment_id as "enrollmentId", provider_charge_id as "paymentId" from payment where mentee_id = $1',
      [mentee.id],
    )
    const refund = () => app.app.jobHandlers['payments:refund'](rows[0])
    await during(mistake, refund)
    // The provider's word of it may be there before the job hears that it has been done.
    await app.catchUp()
    await refund()
    await refund()
    expect(app.takenFrom([subscriptionId])).toBe(0)
    expect(await outboxWith(app.test, mentee.email, 'Refund')).toHaveLength(1)
    expect(await app.paymentsOf(mentee)).toEqual([{ status: 'refunded', amount: 6000, refunded: 6000 }])
    const made = app.stripe.books
      .all('refund')
      .filter(({ metadata }) => metadata?.reference === `owed:${rows[0].paymentId}`)
    expect(made).toHaveLength(1)
  })
})

describe('under one failure after another', () => {
  it('a pair can pay as soon as Stripe recovers, not a day later', async () => {
    const mentee = await newMentee(app.test)
    const price = await app.priceOf(app.mentor)
    for (let tried = 0; tried < 3; tried++) {
      const response = await during(
        { call: 'POST /v1/checkout/sessions', what: 'error', when: 'before' },
        () => app.checkout(mentee, price),
      )
      expect(response!.body.code).toBe('payment_provider_unavailable')
    }
    expect((await app.checkout(mentee, price)).status).toBe(201)
  })

  it('two tabs that try again at once get one page', async () => {
    const mentee = await newMentee(app.test)
    const price = await app.priceOf(app.mentor)
    await during({ call: 'POST /v1/checkout/sessions', what: 'error', when: 'before' }, () =>
      app.checkout(mentee, price),
    )
    const responses = await Promise.all([1, 2, 3].map(() => app.checkout(mentee, price)))
    expect(new Set(responses.map((response) => ok(response).url)).size).toBe(1)
    expect(openSessionsOf(mentee)).toHaveLength(1)
  })
})

it('a subscription of which no payment can be found any more is asked about again in an hour, not each minute', async () => {
  const { mentee, subscriptionId, id } = await subscribe(app)
  app.stripe.books.get(
    'invoice',
    app.stripe.books.get('subscription', subscriptionId).latest_invoice,
  ).status = 'void'
  const { pool } = app.app.db
  const checkAt = (value: string) =>
    pool.query(`update enrollment set check_after = ${value} where id = $1 returning check_after as at`, [id])
  await checkAt("'2020-01-01'")
  await app.app.jobHandlers['enrollments:sweep']({})
  const { rows } = await checkAt('check_after')
  const inMs = rows[0].at - app.clock.now().getTime()
  expect(inMs).toBeGreaterThan(minutesMs(10))
  expect(inMs).toBeLessThanOrEqual(hoursMs(1))
  // What was bought is not taken away for it.
  expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active' }])
})
