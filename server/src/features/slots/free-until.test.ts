import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { after, daysMs, hoursMs } from '../../platform/clock.ts'
import { makeCreditWorld } from '../../testing/credit-world.ts'
import { ok } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('is no later than the end of a subscription that ends, after which a cancelled session gives nothing back', async () => {
  const world = await makeCreditWorld(test)
  const { periodEnd } = await world.enrollment()
  const start = new Date(Math.ceil(after(periodEnd, daysMs(4)).getTime() / hoursMs(1)) * hoursMs(1))
  await world.book(start)
  const freeUntil = async () => {
    const input = { params: { menteeId: world.mentee.id }, query: { when: 'upcoming' } } as const
    return ok(await test.call(api.slots.booked, input, world.mentee)).bookedSlots[0]!.freeUntil
  }
  expect(await freeUntil()).toBe(after(start, -hoursMs(12)).toISOString())
  const params = { enrollmentId: world.enrollmentId }
  ok(await test.call(api.enrollments.cancel, { params }, world.mentee))
  expect(await freeUntil()).toBe(periodEnd.toISOString())
  ok(await test.call(api.enrollments.resume, { params }, world.mentee))
  expect(await freeUntil()).toBe(after(start, -hoursMs(12)).toISOString())
})
