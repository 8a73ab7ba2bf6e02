import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newMentee, ok } from '../../testing/people.ts'
import { type StripeApp, startStripeApp, subscribe } from '../../testing/stripe-app.ts'

let app: StripeApp
beforeAll(async () => {
  app = await startStripeApp()
})
afterAll(() => app.close())

/** As a backup puts it back that is older than the purchase. */
async function forget(menteeId: string) {
  for (const table of ['payment', 'enrollment', 'checkout'])
    await app.app.db.pool.query(`delete from ${table} where mentee_id = $1`, [menteeId])
}
async function night() {
  await app.app.jobHandlers['payments:nightly']({})
  await app.runJobs()
}
const noticesOf = async (accountId: string) =>
  (
    await app.app.db.pool.query<{ content: string }>(
      "select content from notification where account_id = $1 and content like '%Stripe%' order by id",
      [accountId],
    )
  ).rows.map(({ content }) => content)
const notedAt = async () =>
  (await app.app.db.pool.query<{ id: string }>('select id from unknown_subscription order by noticed_at'))
    .rows

it('a subscription that is younger than the backup is there again after the next night', async () => {
  const { mentee, subscriptionId } = await subscribe(app)
  await forget(mentee.id)
  await night()
  await night()
  expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active', periodNo: 1 }])
  expect(await app.paymentsOf(mentee)).toEqual([{ status: 'paid', amount: 6000, refunded: 0 }])
  expect(app.takenFrom([subscriptionId])).toBe(6000)
  expect(await notedAt()).toEqual([])
})

it('whoever has subscribed again meanwhile keeps one of the two, and gets the other’s money back', async () => {
  const { mentee, subscriptionId } = await subscribe(app)
  await forget(mentee.id)
  const again = await app.pay(mentee)
  await app.catchUp()
  await night()
  const found = await app.enrollmentOf(mentee)
  expect(found.map(({ status, endReason }) => [status, endReason]).sort()).toEqual([
    ['active', null],
    ['ended', 'duplicate'],
  ])
  expect(app.takenFrom([subscriptionId, again])).toBe(6000)
})

it('one of somebody whom the backup does not know, or that says not whose it is, is told of once', async () => {
  const error = vi.spyOn(app.app.log, 'error')
  const [stranger, silent] = [await subscribe(app), await subscribe(app)]
  const metadataOf = ({ subscriptionId }: typeof silent) =>
    app.stripe.books.get('subscription', subscriptionId).metadata
  metadataOf(stranger).menteeId = app.app.newId()
  delete metadataOf(silent).mentorId
  for (const { mentee } of [stranger, silent]) await forget(mentee.id)
  await night()
  await night()
  const ids = [stranger, silent].map(({ subscriptionId }) => subscriptionId).sort()
  expect((await notedAt()).map(({ id }) => id).sort()).toEqual(ids)
  const told = error.mock.calls.map(([of]) => (of as { subscriptionId?: string }).subscriptionId)
  expect(told.filter((id) => ids.includes(id!)).sort()).toEqual(ids)
  const moderator = await app.signInModerator()
  expect(await noticesOf(moderator.id)).toEqual([expect.stringContaining('2 subscriptions')])
  for (const { mentee } of [stranger, silent]) expect(await app.enrollmentOf(mentee)).toEqual([])
})

it('one of another site on the same account is left to that one', async () => {
  const { mentee, subscriptionId } = await subscribe(app)
  const before = await notedAt()
  app.stripe.books.get('subscription', subscriptionId).metadata.site = 'mentors.example'
  await forget(mentee.id)
  await night()
  expect(await app.enrollmentOf(mentee)).toEqual([])
  expect(await notedAt()).toEqual(before)
  expect(app.stripe.books.get('subscription', subscriptionId).status).toBe('active')
})

it.each(['another site', 'this one'])(
  'a refund of %s that the bank sends back is told to the moderators of that one alone',
  async (which) => {
    const { mentee, subscriptionId } = await subscribe(app)
    const { metadata, latest_invoice } = app.stripe.books.get('subscription', subscriptionId)
    if (which === 'another site') metadata.site = 'mentors.example'
    await forget(mentee.id)
    const { id: paymentIntent } = app.stripe.billing.intentOf(app.stripe.books.get('invoice', latest_invoice))
    const { id } = app.stripe.billing.refund({ paymentIntent, amount: 10_000, metadata: {} })
    app.stripe.billing.failRefund(id)
    await app.catchUp()
    await night()
    const moderator = await app.signInModerator()
    const { failedRefunds } = ok(await app.call(api.moderation.failedRefunds, {}, moderator))
    expect(failedRefunds.some((refund) => refund._id === id)).toBe(which === 'this one')
  },
)

it('one that is not paid yet is nobody’s to look for', async () => {
  const mentee = await newMentee(app.test)
  const before = await notedAt()
  const body = { menteeId: mentee.id, mentorId: app.mentor.id, mentorPriceId: await app.priceOf(app.mentor) }
  ok(await app.call(api.enrollments.createPaymentIntent, { body }, mentee))
  expect(app.stripe.books.all('subscription').filter(({ status }) => status === 'incomplete')).toHaveLength(1)
  await night()
  expect(await notedAt()).toEqual(before)
})
