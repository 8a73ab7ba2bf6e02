import { limits } from '@marga/contract/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { after, daysMs, hoursMs } from '../../platform/clock.ts'
import { type CreditWorld, makeCreditWorld } from '../../testing/credit-world.ts'
import { makePausingProvider, endPause as requestEnd, pause as requestPause } from '../../testing/pauses.ts'
import { ok, publish } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
const provider = makePausingProvider()
beforeAll(async () => {
  test = await startTestApp({ aroundPayments: provider.around })
})
afterAll(() => test.close())

const pause = (world: CreditWorld, days: number) => requestPause(test, world, days)
const endPause = (world: CreditWorld) => requestEnd(test, world)
const untils = async (world: CreditWorld) => (await world.read()).calls.map(({ usableUntil }) => usableUntil)

/** With one call that came back, which lasts beyond the paid month and so as much longer as a pause. */
async function withCallGivenBack() {
  const world = await makeCreditWorld(test)
  await world.book(after(world.now(), hoursMs(4)))
  await world.cancel('mentor')
  return world
}

it('a pause that the provider could not be told of leaves calls usable for as long as they were', async () => {
  const world = await withCallGivenBack()
  const before = await untils(world)
  provider.isDown = true
  expect((await pause(world, 30)).status).toBe(502)
  provider.isDown = false
  expect(await untils(world)).toEqual(before)
  ok(await pause(world, 30))
  expect(await untils(world)).not.toEqual(before)
  await world.expectWholeLedger()
})

it('a pause that never made a call last longer takes nothing from it when it is taken back', async () => {
  const world = await withCallGivenBack()
  const before = await untils(world)
  // As releases before this one left it, whose process died between the two.
  await test.app.db.pool.query(
    `update enrollment set paused_from = period_end, paused_until = period_end + interval '30 days',
       pause_asked_at = $2 where id = $1`,
    [world.enrollmentId, world.now()],
  )
  ok(await endPause(world))
  expect(await untils(world)).toEqual(before)
  await world.expectWholeLedger()
})

it('a pause that is taken back leaves time for a call that would be over by now', async () => {
  const world = await withCallGivenBack()
  await test.app.db.pool.query(
    `update session_credit set usable_until = $2, lapses_at = $2 where enrollment_id = $1 and source = 'returned'`,
    [world.enrollmentId, after(world.now(), daysMs(3))],
  )
  ok(await pause(world, 30))
  await world.goTo(after(world.now(), daysMs(8)))
  ok(await endPause(world))
  await world.sweep()
  const [returned] = (await world.read()).calls.filter(({ source }) => source === 'returned')
  const daysLeft = (returned!.usableUntil.getTime() - world.now().getTime()) / daysMs(1)
  expect([returned!.status, Math.round(daysLeft)]).toEqual(['free', limits.lapseNoticeDays])
  await world.expectWholeLedger()
})

it('what waits for the next month is counted as long as it waits', async () => {
  const world = await makeCreditWorld(test)
  await world.book(after(world.now(), hoursMs(30)))
  await world.hold(['mentee', 'mentor'])
  const { periodEnd } = await world.enrollment()
  ok(await pause(world, 20))
  for (const days of [1, 4, 19]) {
    await world.goTo(after(periodEnd, daysMs(days)))
    expect([days, (await world.read()).enrollment.callsLeft]).toEqual([days, 3])
  }
  await world.goTo(after(periodEnd, daysMs(20) + hoursMs(1)))
  expect((await world.read()).enrollment).toMatchObject({ callsLeft: 4, extraCalls: [{ count: 1 }] })
  await world.expectWholeLedger()
})

it('pauses that are taken back one after the other keep no call for ever', async () => {
  const world = await withCallGivenBack()
  await test.app.db.pool.query(
    `update session_credit set usable_until = $2, lapses_at = $2 where enrollment_id = $1 and source = 'returned'`,
    [world.enrollmentId, after(world.now(), daysMs(1))],
  )
  const until = async () =>
    (await world.read()).calls.filter(({ source }) => source === 'returned')[0]!.usableUntil.getTime()
  const pauseAndTakeBack = async () => {
    ok(await pause(world, 30))
    ok(await endPause(world))
    return until()
  }
  const once = await pauseAndTakeBack()
  await world.goTo(after(world.now(), daysMs(4)))
  expect(await pauseAndTakeBack()).toBe(once)
  await world.expectWholeLedger()
})

it('nothing lapses of a paid month before it is known what became of the next one', async () => {
  const world = await makeCreditWorld(test)
  await publish(test, world.mentor, after(world.now(), daysMs(2)))
  const { periodEnd } = await world.enrollment()
  await test.app.clock.moveTo(test.app.db, after(periodEnd, daysMs(4)))
  // The provider did not answer meanwhile, or nothing ran here.
  await test.app.jobHandlers['session-credits:sweep']({})
  await world.sweep()
  expect((await world.read()).enrollment).toMatchObject({
    status: 'active',
    callsLeft: 4,
    extraCalls: [{ count: 1, source: 'rollover' }],
  })
  await world.expectWholeLedger()
})

it('what may be carried over still is of no worth once its time is over', async () => {
  const world = await makeCreditWorld(test)
  await publish(test, world.mentor, after(world.now(), daysMs(2)))
  const { periodEnd } = await world.enrollment()
  const quoted = async () => (await world.read()).enrollment.unusedRupees
  expect(await quoted()).toBeGreaterThan(0)
  await test.app.clock.moveTo(test.app.db, after(periodEnd, daysMs(4)))
  await test.app.jobHandlers['session-credits:sweep']({})
  expect(await quoted()).toBe(0)
  await world.sweep()
})

it('nothing lapses of a month whose successor is paid late before the provider has said so', async () => {
  const world = await makeCreditWorld(test)
  await publish(test, world.mentor, after(world.now(), daysMs(2)))
  const { periodEnd } = await world.enrollment()
  await test.app.db.pool.query(
    `update enrollment set status = 'past_due', past_due_since = period_end, check_after = period_end + interval '3 days' where id = $1`,
    [world.enrollmentId],
  )
  await test.app.clock.moveTo(test.app.db, after(periodEnd, daysMs(3) + hoursMs(1)))
  await test.app.jobHandlers['session-credits:sweep']({})
  await world.sweep()
  expect((await world.read()).enrollment).toMatchObject({ status: 'active', extraCalls: [{ count: 1 }] })
})
