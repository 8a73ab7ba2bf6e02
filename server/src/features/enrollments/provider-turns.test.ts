import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StripeApp, startStripeApp, subscribe } from '../../testing/stripe-app.ts'

let app: StripeApp
/** Subscriptions about which the provider is being told, in the order in which that began. */
let underWay: string[] = []
let release = () => {}
let untilReleased = new Promise<void>(() => {})
beforeAll(async () => {
  app = await startStripeApp((gateway) => ({
    ...gateway,
    async cancelAtPeriodEnd(id) {
      underWay.push(id)
      await untilReleased
      await gateway.cancelAtPeriodEnd(id)
      underWay = underWay.filter((one) => one !== id)
    },
  }))
})
afterAll(() => app.close())

it('asks the provider for one thing of a person at a time, whatever that person sends, and for others beside it', async () => {
  const [impatient, other] = [await subscribe(app), await subscribe(app)]
  untilReleased = new Promise((resolve) => {
    release = resolve
  })
  const cancel = async ({ mentee }: typeof impatient) => {
    const [enrollment] = await app.enrollmentOf(mentee)
    return app.call(api.enrollments.cancel, { params: { enrollmentId: enrollment!.id } }, mentee)
  }
  const asked = Array.from({ length: 4 }, () => cancel(impatient))
  await expect.poll(() => underWay.length).toBeGreaterThan(0)
  const others = cancel(other)
  await expect.poll(() => underWay).toContain(other.subscriptionId)
  expect(underWay).toEqual([impatient.subscriptionId, other.subscriptionId])
  release()
  const answers = await Promise.all([...asked, others])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})

it('counts whatever is asked of the provider as one asks for a checkout', () => {
  const { cancel, resume, pause, endPause } = api.enrollments
  for (const endpoint of [cancel, resume, pause, endPause]) expect(endpoint.limit).toBe('checkout')
})
