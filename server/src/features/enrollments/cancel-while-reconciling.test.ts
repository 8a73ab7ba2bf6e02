import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { after, daysMs } from '../../platform/clock.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'
import { makeCreditWorld } from '../../testing/credit-world.ts'
import { ok } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let whileAsked: (() => Promise<unknown>) | undefined
beforeAll(async () => {
  test = await startTestApp({
    aroundPayments: (gateway): PaymentGateway => ({
      ...gateway,
      findSubscription: async (id) => {
        const found = await gateway.findSubscription(id)
        const meanwhile = whileAsked
        whileAsked = undefined
        await meanwhile?.()
        return found
      },
    }),
  })
})
afterAll(() => test.close())

it('who cancels in a pause is heard though a notice of the provider is worked on at the same time', async () => {
  const world = await makeCreditWorld(test)
  const { enrollmentId, mentee } = world
  const { periodEnd } = await world.enrollment()
  ok(await test.call(api.enrollments.pause, { params: { enrollmentId }, body: { days: 20 } }, mentee))
  await world.goTo(after(periodEnd, daysMs(3)))
  // Another one asked after us, and wrote down what it heard before we did.
  whileAsked = () =>
    test.app.db.pool.query(
      `update enrollment set reconciled_no = nextval('reconciliation_no') where id = $1`,
      [enrollmentId],
    )
  const cancelled = ok(await test.call(api.enrollments.cancel, { params: { enrollmentId } }, mentee))
  expect(whileAsked).toBeUndefined()
  expect(cancelled.enrollment.status).toBe('ended')
  await world.goTo(after(periodEnd, daysMs(25)))
  const { rowCount } = await test.app.db.pool.query('select from payment where enrollment_id = $1', [
    enrollmentId,
  ])
  expect(rowCount).toBe(1)
})
