import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  book,
  conversationOf,
  hoursAhead,
  newMentee,
  ok,
  publish,
  signInMentee,
  signInMentor,
} from '../../testing/people.ts'
import { type StripeApp, startStripeApp, subscribe } from '../../testing/stripe-app.ts'

let app: StripeApp
/** While set, the next answer about a subscription is held back until it resolves, as on a slow line. */
let slowLine: { asked: () => void; until: Promise<void> } | undefined
beforeAll(async () => {
  app = await startStripeApp((gateway) => ({
    ...gateway,
    async findSubscription(id) {
      const line = slowLine
      slowLine = undefined
      const response = await gateway.findSubscription(id)
      line?.asked()
      await line?.until
      return response
    },
  }))
})
afterAll(() => app.close())

describe('a subscription at Stripe', () => {
  it('stands as the later question was answered, whichever answer comes in last', async () => {
    const { mentee, subscriptionId } = await subscribe(app)
    const handle = async (type: string) => {
      const event = app.stripe.events.findLast((each) => each.type === type)!
      const again = { ...event, id: `${event.id}_${type}_${app.stripe.events.length}` }
      await app.deliver(again)
      await app.app.jobHandlers['payments:event']({ eventId: again.id })
    }
    let release = () => {}
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    let early: Promise<void> | undefined
    await new Promise<void>((asked) => {
      slowLine = { asked, until }
      early = handle('invoice.paid')
    })
    app.stripe.billing.cancel(subscriptionId)
    await handle('customer.subscription.deleted')
    release()
    await early
    await app.runJobs()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended', endReason: 'canceled' }])
  })

  it('keeps one enrollment when the first and a later answer arrive the other way round', async () => {
    const mentee = await newMentee(app.test)
    const subscriptionId = await app.pay(mentee)
    const [event] = app.stripe.events.slice(-1)
    await app.deliver(event!)
    let release = () => {}
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    let early: Promise<void> | undefined
    await new Promise<void>((asked) => {
      slowLine = { asked, until }
      early = app.app.jobHandlers['payments:event']({ eventId: event!.id })
    })
    app.stripe.billing.cancel(subscriptionId)
    expect((await app.confirm(mentee)).status).toBe(200)
    release()
    await early
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'ended' }])
    expect(await app.paymentsOf(mentee)).toHaveLength(1)
  })

  it('is put right at night, whatever was missed', async () => {
    const lost = await subscribe(app)
    app.stripe.billing.cancel(lost.subscriptionId)
    const unknown = await newMentee(app.test)
    await app.pay(unknown)
    await app.app.jobHandlers['payments:nightly']({})
    await app.runJobs()
    expect(await app.enrollmentOf(lost.mentee)).toMatchObject([{ status: 'ended', endReason: 'canceled' }])
    expect(await app.enrollmentOf(unknown)).toMatchObject([{ status: 'active' }])
  })

  it('lets chat and booking be while Stripe is dead or slow, and says so', async () => {
    const { mentee } = await subscribe(app)
    const conversationId = await conversationOf(
      app.test,
      await signInMentee(app.test, mentee.email),
      app.mentor,
    )
    const slot = await publish(
      app.test,
      await signInMentor(app.test, app.mentor.email),
      hoursAhead(app.test, 30),
    )
    const stranger = await newMentee(app.test)
    const price = await app.priceOf(app.mentor)
    for (const how of ['drops', 'server_error', 'rate_limited', 'hangs'] as const) {
      app.stripe.fail(how)
      const response = await app.checkout(stranger, price)
      expect([response.status, response.body.code]).toEqual([502, 'payment_provider_unavailable'])
    }
    const asking = app.checkout(stranger, price)
    const again = await signInMentee(app.test, mentee.email)
    const body = { message: 'Are you there?', sender: mentee.id }
    ok(await app.call(api.chat.mentee.send, { params: { conversationId }, body }, again))
    ok(await book(app.test, again, slot._id))
    expect((await asking).status).toBe(502)
    app.stripe.fail('none')
    expect((await app.checkout(stranger, price)).status).toBe(201)
  })

  it('loses no event that comes while Stripe does not answer', async () => {
    const mentee = await newMentee(app.test)
    await app.pay(mentee)
    app.stripe.fail('server_error')
    await app.deliver(app.stripe.events.at(-1)!)
    await expect(app.runJobs()).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
    expect(await app.enrollmentOf(mentee)).toEqual([])
    app.stripe.fail('none')
    await app.runJobs()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active' }])
  })
})
