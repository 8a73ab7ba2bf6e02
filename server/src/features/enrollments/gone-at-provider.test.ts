import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newMentee, ok, signInMentee, type TestPerson, testPassword } from '../../testing/people.ts'
import { runPaymentJobs } from '../../testing/queued-jobs.ts'
import { newPricedMentor, type StripeApp, startStripeApp, subscribe } from '../../testing/stripe-app.ts'
import { startTestApp } from '../../testing/test-app.ts'

let app: StripeApp
beforeAll(async () => {
  app = await startStripeApp()
})
afterAll(() => app.close())

const again = (mentee: TestPerson) => signInMentee(app.test, mentee.email)
const customerOf = ({ id }: TestPerson) =>
  app.stripe.books.all('customer').find(({ metadata }) => metadata.accountId === id)!
const asStripe = (method: string, path: string, key = app.stripe.secretKey) =>
  fetch(`${app.stripe.url}/v1/${path}`, { method, headers: { authorization: `Bearer ${key}` } })

describe('what is gone at Stripe is made again', () => {
  it('a customer, at the checkout and at the portal', async () => {
    const { mentee } = await subscribe(app)
    const first = customerOf(mentee).id
    expect((await asStripe('DELETE', `customers/${first}`)).status).toBe(200)
    await app.catchUp()
    const portal = await app.call(api.enrollments.billingPortal, {}, await again(mentee))
    expect(portal.status).toBeLessThan(300)
    const second = customerOf(mentee).id
    expect(second).not.toBe(first)
    await asStripe('DELETE', `customers/${second}`)
    const { url } = ok(await app.checkout(await again(mentee), await app.priceOf(app.mentor)))
    expect(URL.canParse(url)).toBe(true)
    expect([first, second]).not.toContain(customerOf(mentee).id)
  })

  it('an archived price, for the same amount, while somebody subscribes', async () => {
    const mentor = await newPricedMentor(app)
    const mentee = await newMentee(app.test)
    const old = await app.priceOf(mentor)
    app.stripe.books.get('price', old).active = false
    ok(await app.checkout(mentee, old, mentor))
    const fresh = await app.priceOf(mentor)
    expect(fresh).not.toBe(old)
    expect(app.stripe.books.get('price', fresh)).toMatchObject({ active: true, unit_amount: 600_000 })
    await app.pay(mentee, mentor)
    await app.catchUp()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active' }])
  })

  it('prices at night, archived product or price', async () => {
    const [one, other] = [await newPricedMentor(app), await newPricedMentor(app)]
    const old = await app.priceOf(one)
    app.stripe.books.get('price', old).active = false
    app.stripe.books.get('product', `mentor_${other.id}`).active = false
    await app.app.jobHandlers['payments:nightly']({})
    await app.runJobs()
    expect(await app.priceOf(one)).not.toBe(old)
    const mentee = await newMentee(app.test)
    for (const mentor of [one, other])
      expect((await app.checkout(mentee, await app.priceOf(mentor), mentor)).status).toBe(201)
  })

  it('all of it, when the keys change from test to live', async () => {
    const { mentee } = await subscribe(app)
    const mentor = await newPricedMentor(app)
    const live = await startTestApp({
      sharing: app.test,
      env: { ...app.stripe.env, ...app.stripe.liveEnv, DEMO_IN_PUBLIC: 'yes' },
    })
    try {
      const old = await app.priceOf(mentor)
      const body = { menteeId: mentee.id, mentorId: mentor.id, mentorPriceId: old }
      const { url } = ok(await live.call(api.enrollments.createCheckout, { body }, mentee))
      expect(url).toContain('cs_live')
      expect(app.stripe.liveBooks.all('customer').map(({ metadata }) => metadata.accountId)).toEqual([
        mentee.id,
      ])
      await live.app.jobHandlers['payments:nightly']({})
      await runPaymentJobs(live)
      const price = await app.priceOf(app.mentor)
      expect(app.stripe.liveBooks.get('price', price).active).toBe(true)
    } finally {
      await live.close()
    }
  })
})

it('whoever deletes the account is not known by name at Stripe either', async () => {
  const { mentee } = await subscribe(app)
  const { id } = customerOf(mentee)
  const body = { password: testPassword }
  ok(await app.call(api.accountSettings.mentee.deleteAccount, { body }, mentee))
  await app.runJobs()
  expect(app.stripe.books.find(id)).toEqual({ id, object: 'customer', deleted: true })
})

it('a subscription that Stripe does not know can be cancelled, and then ends with what is paid', async () => {
  const { mentee } = await subscribe(app)
  const { id } = (await app.enrollmentOf(mentee))[0]!
  await app.app.db.pool.query(
    "update enrollment set provider_subscription_id = 'sub_other_' || id where id = $1",
    [id],
  )
  const response = await app.call(api.enrollments.cancel, { params: { enrollmentId: id } }, mentee)
  expect(ok(response).enrollment).toMatchObject({ status: 'ending', renewsAt: null })
})
