import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minutesMs } from '../../platform/clock.ts'
import { newMentee } from '../../testing/people.ts'
import { type StripeApp, startStripeApp } from '../../testing/stripe-app.ts'

let app: StripeApp
beforeAll(async () => {
  app = await startStripeApp()
})
afterAll(() => app.close())

const webhookCode = async (payload: string, signature: string | undefined) => {
  const { status, body } = await app.post(payload, signature)
  return [status, body.code]
}

describe('an event', () => {
  it('is taken with a right signature, once', async () => {
    const mentee = await newMentee(app.test)
    await app.pay(mentee)
    const event = app.stripe.events.at(-1)!
    expect((await app.deliver(event)).status).toBe(200)
    expect((await app.deliver(event)).status).toBe(200)
    const { rows } = await app.app.db.pool.query('select type from provider_event where id = $1', [event.id])
    expect(rows).toEqual([{ type: 'checkout.session.completed' }])
    expect(await app.runJobs()).toEqual(['payments:event'])
  })

  it('is refused when forged, changed, unsigned, stale or not of this mode', async () => {
    const event = { ...app.stripe.events.at(-1)!, id: 'evt_forged' }
    const { payload, signature } = app.stripe.sign(event)
    const refused = [400, 'invalid_signature']
    expect(await webhookCode(payload, undefined)).toEqual(refused)
    expect(await webhookCode(payload.replace('completed', 'expired'), signature)).toEqual(refused)
    const forged = app.stripe.sign(event, { secret: 'whsec_somebody' })
    expect(await webhookCode(forged.payload, forged.signature)).toEqual(refused)
    const old = app.stripe.sign(event, { at: new Date(app.clock.now().getTime() - minutesMs(6)) })
    expect(await webhookCode(old.payload, old.signature)).toEqual(refused)
    const live = app.stripe.sign({ ...event, livemode: true })
    expect(await webhookCode(live.payload, live.signature)).toEqual(refused)
    const { rows } = await app.app.db.pool.query("select id from provider_event where id = 'evt_forged'")
    expect(rows).toEqual([])
  })

  it('that was stored and never finished is found again', async () => {
    const mentee = await newMentee(app.test)
    await app.pay(mentee)
    await app.deliver(app.stripe.events.at(-1)!)
    await app.app.db.pool.query('delete from graphile_worker._private_jobs')
    app.clock.advance(minutesMs(6))
    await app.app.jobHandlers['payments:left-behind']({})
    await app.runJobs()
    expect((await app.enrollmentOf(mentee))[0]).toMatchObject({ status: 'active' })
  })

  it('of an endpoint that is set to an older version of the API is understood', async () => {
    const mentee = await newMentee(app.test)
    const subscriptionId = await app.pay(mentee)
    const paid = app.stripe.events.findLast(({ type }) => type === 'invoice.paid')!
    const { parent: _, ...invoice } = paid.data.object as unknown as Record<string, unknown>
    const older = { ...invoice, subscription: subscriptionId }
    await app.deliver({ ...paid, api_version: '2024-06-20', data: { object: older as never } })
    await app.runJobs()
    expect(await app.enrollmentOf(mentee)).toMatchObject([{ status: 'active' }])
  })
})
