import { api } from '@marga/contract/api'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { daysMs } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { newMentee, ok, signInMentee } from '../../testing/people.ts'
import { type StripeApp, startStripeApp, subscribe } from '../../testing/stripe-app.ts'

// Subscriptions that the provider does not describe, for want of a right or for a fault of its own, or not any more once
// it was told something.

let app: StripeApp
let refused: string[] = []
let isPostponingRefused = false
const unavailable = () => new AppError('payment_provider_unavailable')
beforeAll(async () => {
  app = await startStripeApp((gateway) => ({
    ...gateway,
    async findSubscription(id, ...others) {
      if (refused.includes(id)) throw unavailable()
      return gateway.findSubscription(id, ...others)
    },
    async postpone(...input) {
      if (isPostponingRefused) throw unavailable()
      await gateway.postpone(...input)
    },
  }))
})
afterAll(() => app.close())
beforeEach(() => {
  refused = []
  isPostponingRefused = false
})

const statusOf = async (mentee: { id: string }) => (await app.enrollmentOf(mentee))[0]!.status
const dueFirst = (ids: string[]) =>
  app.app.db.pool.query('update enrollment set check_after = started_at where id = any($1)', [ids])
const sweep = () => app.app.jobHandlers['enrollments:sweep']({})

it('hold up nobody else: not in the minute, and not at night', async () => {
  const [silent, other] = [await subscribe(app), await subscribe(app)]
  refused = [silent.subscriptionId]
  // Its word is lost.
  app.stripe.billing.cancel(other.subscriptionId)
  app.clock.advance(daysMs(31))
  await dueFirst([silent.id])
  await sweep()
  expect(await statusOf(other.mentee)).toBe('ended')
  expect(await statusOf(silent.mentee)).toBe('active')
  const unknown = await newMentee(app.test)
  await app.pay(unknown)
  await app.app.jobHandlers['payments:nightly']({})
  await app.runJobs()
  expect(await statusOf(unknown)).toBe('active')
})

it('are taken for a provider that is away when there are three in a row, and are asked about again later', async () => {
  const silent = [await subscribe(app), await subscribe(app), await subscribe(app), await subscribe(app)]
  refused = silent.map(({ subscriptionId }) => subscriptionId)
  app.clock.advance(daysMs(31))
  await dueFirst(silent.map(({ id }) => id))
  await expect(sweep()).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
  const { rowCount } = await app.app.db.pool.query(
    'select from enrollment where id = any($1) and check_after > $2',
    [silent.map(({ id }) => id), app.clock.now()],
  )
  expect(rowCount).toBe(3)
})

it('are cancelled all the same, by who is not told that nothing was changed', async () => {
  const { mentee, subscriptionId, id } = await subscribe(app)
  const by = await signInMentee(app.test, mentee.email)
  refused = [subscriptionId]
  ok(await app.call(api.enrollments.cancel, { params: { enrollmentId: id } }, by))
  refused = []
  await app.catchUp()
  expect(await statusOf(mentee)).toBe('ending')
})

it('are cancelled before a pause is taken back, which charges nobody where that fails', async () => {
  const { mentee, subscriptionId, id } = await subscribe(app)
  const by = await signInMentee(app.test, mentee.email)
  const params = { enrollmentId: id }
  ok(await app.call(api.enrollments.pause, { params, body: { days: 20 } }, by))
  isPostponingRefused = true
  expect((await app.call(api.enrollments.cancel, { params }, by)).status).toBe(502)
  expect(app.stripe.books.get('subscription', subscriptionId).cancel_at_period_end).toBe(true)
  isPostponingRefused = false
  await app.catchUp()
  expect(await statusOf(mentee)).toBe('ending')
})
