import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { daysMs, hoursMs } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { type CaseWorld, makeCaseWorld } from '../../testing/case-world.ts'
import { ok } from '../../testing/people.ts'
import { newPricedMentor, type StripeApp, startStripeApp, subscribe } from '../../testing/stripe-app.ts'

let app: StripeApp
let world: CaseWorld
let isRefusing = false
beforeAll(async () => {
  app = await startStripeApp((gateway) => ({
    ...gateway,
    async refund(of) {
      if (isRefusing) throw new AppError('payment_provider_unavailable')
      return gateway.refund(of)
    },
  }))
  world = await makeCaseWorld(app.test)
})
afterAll(() => app.close())

/** As when it has used up all of its tries. */
const giveUpJobs = () =>
  app.app.db.pool.query(
    `delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
     where task.id = job.task_id and task.identifier in ('payments:give-back', 'payments:refund', 'enrollments:terminate')`,
  )
const night = async () => {
  await app.app.jobHandlers['payments:nightly']({})
  await app.runJobs()
}

it('a refund of what went back by hand meanwhile is done, and not asked for again', async () => {
  const { mentee, subscriptionId, id: enrollmentId } = await subscribe(app)
  const caseId = await world.raise({ mentee, mentor: app.mentor, enrollmentId })
  ok(await world.decide(caseId, [{ kind: 'refund', amount: 100 }]))
  const { latest_invoice } = app.stripe.books.get('subscription', subscriptionId)
  const { id: paymentIntent } = app.stripe.billing.intentOf(app.stripe.books.get('invoice', latest_invoice))
  app.stripe.billing.refund({ paymentIntent, amount: undefined, metadata: {} })
  await app.catchUp()
  const { rows } = await app.app.db.pool.query(
    'select done_at is not null as is_done from refund where enrollment_id = $1',
    [enrollmentId],
  )
  expect(rows).toEqual([{ is_done: true }])
  expect(app.takenFrom([subscriptionId])).toBe(0)
  expect(await app.paymentsOf(mentee)).toEqual([{ status: 'refunded', amount: 6000, refunded: 6000 }])
})

it('a refund whose job has given up is asked for again at night, once', async () => {
  const { mentee, subscriptionId, id: enrollmentId } = await subscribe(app)
  const caseId = await world.raise({ mentee, mentor: app.mentor, enrollmentId })
  ok(await world.decide(caseId, [{ kind: 'refund', amount: 100 }]))
  isRefusing = true
  await expect(app.runJobs()).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
  await giveUpJobs()
  isRefusing = false
  await night()
  // Its own job might still be at it.
  expect(app.takenFrom([subscriptionId])).toBe(6000)
  app.clock.advance(hoursMs(7))
  await night()
  await night()
  expect(app.takenFrom([subscriptionId])).toBe(5900)
  expect(await app.paymentsOf(mentee)).toEqual([{ status: 'paid', amount: 6000, refunded: 100 }])
})

it('a refund that does not go through for two days is told to every moderator, and again in a week', async () => {
  const { mentee, id: enrollmentId } = await subscribe(app)
  const today = await makeCaseWorld(app.test)
  const caseId = await today.raise({ mentee, mentor: app.mentor, enrollmentId })
  ok(await today.decide(caseId, [{ kind: 'refund', amount: 300 }]))
  const told = async () =>
    (
      await app.app.db.pool.query(
        "select account_id, link from notification where content like 'A refund of ₹300 (%) has not gone through since %' order by account_id",
      )
    ).rows
  isRefusing = true
  const refusedNight = () => expect(night()).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
  await refusedNight()
  app.clock.advance(daysMs(1))
  await refusedNight()
  expect(await told()).toEqual([])
  app.clock.advance(daysMs(1))
  await refusedNight()
  await refusedNight()
  const { rows: moderators } = await app.app.db.pool.query(
    "select id from account where role = 'moderator' order by id",
  )
  expect(await told()).toEqual(
    moderators.map(({ id }) => ({ account_id: id, link: `/moderator/mentees-list/${mentee.id}` })),
  )
  app.clock.advance(daysMs(7.1))
  await refusedNight()
  expect(await told()).toHaveLength(2 * moderators.length)
  isRefusing = false
  await night()
  expect(await app.paymentsOf(mentee)).toMatchObject([{ amount: 6000, refunded: 300 }])
})

it('several that do not go through are one notice, and those of another provider none', async () => {
  const today = await makeCaseWorld(app.test)
  const subscribed = [await subscribe(app), await subscribe(app), await subscribe(app)]
  for (const [index, { mentee, id: enrollmentId }] of subscribed.entries()) {
    const caseId = await today.raise({ mentee, mentor: app.mentor, enrollmentId })
    ok(await today.decide(caseId, [{ kind: 'refund', amount: 400 + 100 * index }]))
  }
  // As of before the keys of Stripe were set: its refunds are not asked of Stripe.
  await app.app.db.pool.query("update enrollment set provider = 'sandbox' where id = $1", [subscribed[2]!.id])
  app.clock.advance(daysMs(2.1))
  isRefusing = true
  await expect(night()).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
  isRefusing = false
  const { rows } = await app.app.db.pool.query(
    "select distinct content, link from notification where content like '% not gone through%' and content like '%₹900%'",
  )
  expect(rows).toEqual([
    {
      content: expect.stringMatching(
        /^2 refunds of ₹900 in all \(in_\w+, in_\w+\) have not gone through, the oldest/,
      ),
      link: null,
    },
  ])
  await night()
})

it('the end of a subscription is asked for again with what is due of it', async () => {
  const mentor = await newPricedMentor(app)
  const { mentee, subscriptionId } = await subscribe(app, mentor)
  const body = { mentorId: mentor.id }
  ok(await app.call(api.moderation.changeMentorStatus, { body }, await app.signInModerator()))
  isRefusing = true
  await expect(app.runJobs()).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
  await giveUpJobs()
  isRefusing = false
  await night()
  expect(app.takenFrom([subscriptionId])).toBeLessThan(6000)
  expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended' }])
})
