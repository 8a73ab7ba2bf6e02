import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { daysMs } from '../../platform/clock.ts'
import { ok, signInMentee } from '../../testing/people.ts'
import { type StripeApp, startStripeApp, subscribe } from '../../testing/stripe-app.ts'

let app: StripeApp
beforeAll(async () => {
  app = await startStripeApp()
})
afterAll(() => app.close())

const signIn = ({ email }: { email: string }) => signInMentee(app.test, email)

/** What was paid, in rupees; the invoice with which a pause begins is of nothing. */
const paidBy = async (mentee: { id: string }) =>
  (await app.paymentsOf(mentee)).flatMap(({ status, amount }) =>
    status === 'paid' && amount > 0 ? [amount] : [],
  )

it('a pause that is ended by two at once, and once more, is charged once', async () => {
  const { mentee, id } = await subscribe(app)
  const params = { enrollmentId: id }
  ok(await app.call(api.enrollments.pause, { params, body: { days: 20 } }, await signIn(mentee)))
  app.clock.advance(daysMs(35))
  await app.catchUp()
  const again = await signIn(mentee)
  const end = () => app.call(api.enrollments.endPause, { params }, again)
  expect((await Promise.all([end(), end()])).map(({ status }) => status).sort()[0]).toBe(200)
  await app.catchUp()
  expect((await end()).status).toBe(404)
  expect(await paidBy(mentee)).toEqual([6000, 6000])
})

it('a pause of what was cancelled in Stripe’s portal is not ended, which would charge a month, before it is resumed', async () => {
  const { mentee, subscriptionId, id } = await subscribe(app)
  const params = { enrollmentId: id }
  ok(await app.call(api.enrollments.pause, { params, body: { days: 20 } }, await signIn(mentee)))
  app.clock.advance(daysMs(35))
  await app.catchUp()
  // Of which nothing was heard yet.
  app.stripe.billing.cancelAt(subscriptionId)
  expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active' }])
  const again = await signIn(mentee)
  const refused = await app.call(api.enrollments.endPause, { params }, again)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This subscription is cancelled. Resume it to end the pause.',
  ])
  await app.catchUp()
  expect(await paidBy(mentee)).toEqual([6000])
  ok(await app.call(api.enrollments.resume, { params }, again))
  ok(await app.call(api.enrollments.endPause, { params }, again))
  await app.catchUp()
  expect(await paidBy(mentee)).toEqual([6000, 6000])
})
