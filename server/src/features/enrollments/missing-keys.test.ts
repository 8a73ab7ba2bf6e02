import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysMs } from '../../platform/clock.ts'
import { makeCreditWorld } from '../../testing/credit-world.ts'
import { type StripeApp, startStripeApp, subscribe } from '../../testing/stripe-app.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: StripeApp
beforeAll(async () => {
  app = await startStripeApp()
})
afterAll(() => app.close())

/** Another start on the same database, with what is left of the variables. */
async function withStart(env: Record<string, string>, work: (test: TestApp) => Promise<void>) {
  const test = await startTestApp({ sharing: app.test, env: { LOG_LEVEL: 'silent', ...env } })
  try {
    await work(test)
  } finally {
    await test.close()
  }
}
const query = (text: string, values: unknown[]) => app.app.db.pool.query(text, values)

describe.each([
  ['no payments', { DEMO: '0' }],
  ['the demo’s stand-in', { DEMO: '1' }],
])('subscriptions at Stripe under a start with %s', (_, env) => {
  it('do not end when they fall due, and are asked about once the keys are back', async () => {
    const { mentee, subscriptionId } = await subscribe(app)
    app.clock.advance(daysMs(31))
    app.stripe.billing.endPeriod(subscriptionId)
    await withStart(env, (test) => test.app.jobHandlers['enrollments:sweep']({}))
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active', periodNo: 1 }])
    await app.app.jobHandlers['enrollments:sweep']({})
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active', periodNo: 2 }])
  })

  it('keep every job that ends them, pays back or forgets: it fails, and is tried again', async () => {
    const { mentee, subscriptionId, id: enrollmentId } = await subscribe(app)
    const payment = (await query('select id from payment where enrollment_id = $1', [enrollmentId])).rows[0]
    const refundId = app.app.newId()
    await query(
      `insert into refund (id, enrollment_id, payment_id, amount, reason, reference, created_at)
       values ($1, $2, $3, 1000, 'unused', $4, now())`,
      [refundId, enrollmentId, payment.id, `unused:${enrollmentId}:${payment.id}`],
    )
    await query('update enrollment set refund_due = 1000 where id = $1', [enrollmentId])
    await withStart(env, async ({ app: { jobHandlers } }) => {
      const jobs = [
        () => jobHandlers['enrollments:terminate']({ enrollmentId }),
        () => jobHandlers['enrollments:stop-renewing']({ enrollmentId }),
        () => jobHandlers['enrollments:pause']({ enrollmentId }),
        () => jobHandlers['payments:stop']({ subscriptionId }),
        () => jobHandlers['payments:give-back']({ refundId }),
        () => jobHandlers['payments:refund']({ enrollmentId, paymentId: payment.id }),
        () => jobHandlers['payments:forget']({ customerId: 'cus_somebody' }),
      ]
      for (const job of jobs) await expect(job()).rejects.toThrow('STRIPE_SECRET_KEY')
    })
    expect(app.takenFrom([subscriptionId])).toBe(6000)
    await app.app.jobHandlers['enrollments:terminate']({ enrollmentId })
    await app.catchUp()
    expect(app.takenFrom([subscriptionId])).toBe(5000)
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended' }])
  })
})

it('subscriptions of the demo’s stand-in end under the keys of Stripe, and no job about them fails for ever', async () => {
  const demo = await startTestApp()
  const stripe = await startTestApp({ sharing: demo, env: { ...app.stripe.env, LOG_LEVEL: 'silent' } })
  try {
    const { enrollmentId } = await makeCreditWorld(demo)
    const find = async () =>
      (
        await demo.app.db.pool.query(
          'select status, provider_subscription_id as "subscriptionId" from enrollment where id = $1',
          [enrollmentId],
        )
      ).rows[0]
    const { subscriptionId } = await find()
    const { jobHandlers } = stripe.app
    await jobHandlers['enrollments:terminate']({ enrollmentId })
    await jobHandlers['enrollments:stop-renewing']({ enrollmentId })
    await jobHandlers['payments:stop']({ subscriptionId })
    demo.clock.advance(daysMs(31))
    await jobHandlers['enrollments:sweep']({})
    expect((await find()).status).toBe('ended')
  } finally {
    await stripe.close()
    await demo.close()
  }
})
