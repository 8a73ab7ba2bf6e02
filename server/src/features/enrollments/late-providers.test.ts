import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { after, daysMs, hoursMs } from '../../platform/clock.ts'
import { type CreditWorld, makeCreditWorld } from '../../testing/credit-world.ts'
import { makePausingProvider, endPause as requestEnd, pause as requestPause } from '../../testing/pauses.ts'
import { conversationOf, ok } from '../../testing/people.ts'
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

it('a pause that is ended gives access and keeps the calls of the old month while the charge of its early end is on its way', async () => {
  const world = await makeCreditWorld(test)
  const { periodEnd } = await world.enrollment()
  ok(await pause(world, 20))
  await world.goTo(after(periodEnd, daysMs(5)))
  provider.isChargeLate = true
  try {
    const ended = ok(await endPause(world)).enrollment
    expect(ended).toMatchObject({ status: 'active', pausedFrom: null, pausedUntil: null })
    await world.goTo(after(periodEnd, daysMs(6)))
    expect(await write(world)).toBeLessThan(300)
    expect((await world.read()).calls.filter(({ status }) => status === 'free')).toHaveLength(4)
    await world.book(after(world.now(), hoursMs(30)))
    expect((await world.read()).enrollment.callsLeft).toBe(3)
    // Nothing is asked for, or told, a second time.
    expect((await endPause(world)).status).toBe(404)
  } finally {
    provider.isChargeLate = false
  }
  await test.app.db.pool.query('update enrollment set check_after = now() where id = $1', [
    world.enrollmentId,
  ])
  await world.expectWholeLedger()
})

it.each([
  ['says nothing', () => ({})],
  ['does not answer', () => ({ isSilent: true })],
])(
  'a pause that is ended early lets the old month’s calls be booked with where the provider %s',
  async (_, how) => {
    const world = await makeCreditWorld(test)
    const { periodEnd } = await world.enrollment()
    ok(await pause(world, 20))
    await world.goTo(after(periodEnd, daysMs(5)))
    Object.assign(provider, { isChargeLate: true }, how())
    try {
      ok(await endPause(world))
      await world.book(after(world.now(), hoursMs(30)))
    } finally {
      Object.assign(provider, { isChargeLate: false, isSilent: false })
    }
    await world.expectWholeLedger()
  },
)

it('a pause that has run out lets them be booked with until the charge is heard of', async () => {
  const world = await makeCreditWorld(test)
  const { periodEnd } = await world.enrollment()
  ok(await pause(world, 10))
  provider.isChargeLate = true
  try {
    await world.goTo(after(periodEnd, daysMs(10) + hoursMs(1)))
    await world.book(after(world.now(), hoursMs(30)))
  } finally {
    provider.isChargeLate = false
  }
})

it('a pause is told as it stands when the provider does not answer after it has heard of it', async () => {
  const world = await makeCreditWorld(test)
  const { periodEnd } = await world.enrollment()
  provider.isSilent = true
  try {
    const paused = ok(await pause(world, 10)).enrollment
    expect(paused.pausedUntil).toBe(after(periodEnd, daysMs(10)).toISOString())
    expect(ok(await endPause(world)).enrollment.pausedUntil).toBeNull()
  } finally {
    provider.isSilent = false
  }
})

it('a pause that is taken back while the provider is told of it is not told of last', async () => {
  const world = await makeCreditWorld(test)
  const { periodEnd } = await world.enrollment()
  ok(await pause(world, 20))
  provider.beforePostponing = async () => ok(await endPause(world))
  await test.app.jobHandlers['enrollments:pause']({ enrollmentId: world.enrollmentId })
  await world.goTo(after(periodEnd, hoursMs(1)))
  expect((await world.enrollment()).periodEnd.getTime()).toBeGreaterThan(periodEnd.getTime())
})
