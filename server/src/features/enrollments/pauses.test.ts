import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { after, daysMs, hoursMs } from '../../platform/clock.ts'
import { type CreditWorld, makeCreditWorld } from '../../testing/credit-world.ts'
import { makePausingProvider, endPause as requestEnd, pause as requestPause } from '../../testing/pauses.ts'
import { conversationOf, ok, publish } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
const provider = makePausingProvider()
beforeAll(async () => {
  test = await startTestApp({ aroundPayments: provider.around })
})
afterAll(() => test.close())

const pause = (world: CreditWorld, days: number) => requestPause(test, world, days)
const endPause = (world: CreditWorld) => requestEnd(test, world)
const write = async ({ mentee, mentor }: CreditWorld) => {
  const conversationId = await conversationOf(test, mentee, mentor)
  const body = { message: 'Hello', sender: mentee.id, clientMessageId: test.app.newId() }
  return (await test.call(api.chat.mentee.send, { params: { conversationId }, body }, mentee)).status
}

it('moves the next charge by as many days, is read-only between, and then goes on', async () => {
  const world = await makeCreditWorld(test)
  const { periodEnd } = await world.enrollment()
  await publish(test, world.mentor, after(world.now(), daysMs(2)))
  const { enrollment } = ok(await pause(world, 10))
  const pausedUntil = after(periodEnd, daysMs(10))
  expect(enrollment).toMatchObject({
    status: 'active',
    pausedFrom: periodEnd.toISOString(),
    pausedUntil: pausedUntil.toISOString(),
    renewsAt: pausedUntil.toISOString(),
  })
  expect(await write(world)).toBeLessThan(300)
  await world.goTo(after(periodEnd, hoursMs(5)))
  expect(await write(world)).toBe(403)
  const slot = await publish(
    test,
    world.mentor,
    new Date(Math.ceil(after(pausedUntil, daysMs(1)).getTime() / hoursMs(1)) * hoursMs(1)),
  )
  const booking = await test.call(
    api.slots.book,
    { body: { slotId: slot._id, values: { menteeId: world.mentee.id } } },
    world.mentee,
  )
  expect(booking.body.code).toBe('not_enrolled')
  // What waits for the next month waits as long as the pause.
  await world.goTo(after(periodEnd, daysMs(5)))
  expect((await world.read()).calls.map(({ status }) => status)).toEqual(['free', 'free', 'free', 'free'])
  await world.goTo(after(pausedUntil, hoursMs(1)))
  const after1 = await world.read()
  expect(after1.enrollment).toMatchObject({
    status: 'active',
    callsLeft: 4,
    pausedFrom: null,
    extraCalls: [{ count: 1, source: 'rollover' }],
  })
  expect(await write(world)).toBeLessThan(300)
  await world.expectWholeLedger()
  const payments = ok(
    await test.call(
      api.enrollments.payments,
      { params: { menteeId: world.mentee.id }, query: {} },
      world.mentee,
    ),
  )
  expect(payments.payments).toHaveLength(2)
})

it('is refused within 48 hours of the renewal, a second time within 90 days, and of what does not renew', async () => {
  const world = await makeCreditWorld(test)
  const { periodEnd } = await world.enrollment()
  for (const days of [6, 31, 7.5]) expect((await pause(world, days)).status).toBe(400)
  await world.goTo(after(periodEnd, -hoursMs(47)))
  expect((await pause(world, 7)).body.code).toBe('pause_too_late')
  await world.goTo(after(periodEnd, hoursMs(1)))
  ok(await pause(world, 7))
  expect((await pause(world, 7)).body.code).toBe('pause_used')
  await world.goTo(after(world.now(), daysMs(45)))
  const again = await pause(world, 7)
  expect([again.status, again.body.code]).toEqual([409, 'pause_used'])
  const { enrollmentId, mentee } = world
  ok(await test.call(api.enrollments.cancel, { params: { enrollmentId } }, mentee))
  await test.app.db.pool.query('update enrollment set pause_asked_at = null where id = $1', [enrollmentId])
  expect((await pause(world, 7)).body.code).toBe('not_pausable')
  expect(
    (
      await test.call(
        api.enrollments.pause,
        { params: { enrollmentId }, body: { days: 7 } },
        await world.stranger(),
      )
    ).status,
  ).toBe(404)
})

it('can be taken back before it begins, and ended with the next charge while it runs', async () => {
  const world = await makeCreditWorld(test)
  const { periodEnd } = await world.enrollment()
  expect((await endPause(world)).status).toBe(404)
  ok(await pause(world, 20))
  const back = ok(await endPause(world)).enrollment
  expect(back).toMatchObject({ pausedFrom: null, renewsAt: periodEnd.toISOString() })
  // Taken back, it does not count.
  ok(await pause(world, 20))
  await world.goTo(after(periodEnd, daysMs(3)))
  const ended = ok(await endPause(world)).enrollment
  expect(ended).toMatchObject({ pausedFrom: null, callsLeft: 4, status: 'active' })
  expect(new Date(ended.renewsAt!).getTime()).toBeGreaterThan(after(periodEnd, daysMs(30)).getTime())
  expect(await write(world)).toBeLessThan(300)
  await world.expectWholeLedger()
})

it('is not there when the provider could not be told, and can be asked for again', async () => {
  const world = await makeCreditWorld(test)
  provider.isDown = true
  const failed = await pause(world, 10)
  provider.isDown = false
  expect([failed.status, failed.body.code]).toEqual([502, 'payment_provider_unavailable'])
  expect((await world.read()).enrollment.pausedFrom).toBeNull()
  ok(await pause(world, 10))
})

it('that failed for want of an answer is taken back at the provider, too', async () => {
  const world = await makeCreditWorld(test)
  const { periodEnd } = await world.enrollment()
  provider.isAnswerLost = true
  const failed = await pause(world, 10)
  provider.isAnswerLost = false
  expect(failed.status).toBe(502)
  await test.app.jobHandlers['enrollments:pause']({ enrollmentId: world.enrollmentId })
  await world.goTo(after(periodEnd, hoursMs(1)))
  expect((await world.read()).enrollment).toMatchObject({ status: 'active', callsLeft: 4 })
  const { rows } = await test.app.db.pool.query(
    'select count(*)::int as n from payment where enrollment_id = $1',
    [world.enrollmentId],
  )
  expect(rows[0].n).toBe(2)
})

const paymentsOf = async ({ enrollmentId }: CreditWorld) =>
  (await test.app.db.pool.query('select from payment where enrollment_id = $1', [enrollmentId])).rowCount
const cancel = ({ enrollmentId, mentee }: CreditWorld) =>
  test.call(api.enrollments.cancel, { params: { enrollmentId } }, mentee)

it('that is ended by two at once is charged once, and none is ended that is over', async () => {
  const world = await makeCreditWorld(test)
  const { periodEnd } = await world.enrollment()
  ok(await pause(world, 20))
  await world.goTo(after(periodEnd, daysMs(3)))
  const both = await Promise.all([endPause(world), endPause(world)])
  expect(both.map(({ status }) => status).sort()[0]).toBe(200)
  expect((await endPause(world)).status).toBe(404)
  await world.sweep()
  expect(await paymentsOf(world)).toBe(2)

  const late = await makeCreditWorld(test)
  const { periodEnd: end } = await late.enrollment()
  ok(await pause(late, 7))
  // The charge is due, and nobody has asked the provider yet.
  await late.turnClockTo(after(end, daysMs(7) + hoursMs(1)))
  expect((await endPause(late)).status).toBe(404)
  await late.sweep()
  expect(await paymentsOf(late)).toBe(2)
})

it('that is taken back leaves calls usable for as long as they were', async () => {
  const world = await makeCreditWorld(test)
  await world.book(after(world.now(), hoursMs(4)))
  await world.cancel('mentor')
  const untils = async () => (await world.read()).calls.map(({ usableUntil }) => usableUntil)
  const before = await untils()
  for (let times = 0; times < 3; times++) {
    ok(await pause(world, 30))
    expect(await untils()).not.toEqual(before)
    ok(await endPause(world))
    expect(await untils()).toEqual(before)
  }
  await world.expectWholeLedger()
})

it('that has not begun is taken back by who cancels, whose access goes to the end of the paid month', async () => {
  const world = await makeCreditWorld(test)
  const { periodEnd } = await world.enrollment()
  ok(await pause(world, 20))
  const { enrollment } = ok(await cancel(world))
  expect(enrollment).toMatchObject({
    status: 'ending',
    endsAt: periodEnd.toISOString(),
    pausedFrom: null,
    pausedUntil: null,
  })
  const { enrollmentId, mentee } = world
  const resumed = ok(await test.call(api.enrollments.resume, { params: { enrollmentId } }, mentee))
  expect(resumed.enrollment).toMatchObject({ status: 'active', renewsAt: periodEnd.toISOString() })
  ok(await cancel(world))
  await world.goTo(after(periodEnd, hoursMs(1)))
  expect((await world.read()).enrollment.status).toBe('ended')
  expect(await paymentsOf(world)).toBe(1)
})

it('that runs ends with the subscription, at once and without a charge, for who cancels', async () => {
  const world = await makeCreditWorld(test)
  const { periodEnd } = await world.enrollment()
  ok(await pause(world, 20))
  await world.goTo(after(periodEnd, daysMs(3)))
  expect(ok(await cancel(world)).enrollment).toMatchObject({ status: 'ended', pausedFrom: null })
  await world.goTo(after(periodEnd, daysMs(25)))
  expect(await paymentsOf(world)).toBe(1)
  await world.expectWholeLedger()
})
