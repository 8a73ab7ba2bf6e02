import { afterAll, beforeAll, expect, it } from 'vitest'
import { after, daysMs } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { type CreditWorld, makeCreditWorld } from '../../testing/credit-world.ts'
import { makePausingProvider, pause } from '../../testing/pauses.ts'
import { ok } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

// A process that dies between writing a pause down and telling the provider of it, as one that hangs there does.

let test: TestApp
const provider = makePausingProvider()
beforeAll(async () => {
  test = await startTestApp({ aroundPayments: provider.around })
})
afterAll(() => test.close())

/** A pause that is written down, and whose request comes no further until `fail`. */
async function hangingPause(world: CreditWorld, days: number) {
  let fail = () => {}
  const failed = new Promise<never>((_, reject) => {
    fail = () => reject(new AppError('payment_provider_unavailable'))
  })
  const reached = new Promise<void>((resolve) => {
    provider.beforePostponing = () => {
      resolve()
      return failed
    }
  })
  const response = pause(test, world, days)
  await reached
  return { response, fail }
}
const runJob = ({ enrollmentId }: CreditWorld) => test.app.jobHandlers['enrollments:pause']({ enrollmentId })

/** As a process leaves a pause of nine days that dies once it has written it down. */
const leaveUnfinished = ({ enrollmentId }: CreditWorld) =>
  test.app.db.pool.query(
    `update enrollment set paused_from = period_end, paused_until = period_end + interval '9 days',
       pause_asked_at = now(), is_pause_untold = true, check_after = period_end + interval '9 days' where id = $1`,
    [enrollmentId],
  )

/** How often each of the two was told of a pause. */
async function told({ mentee, mentor }: CreditWorld) {
  const { rows } = await test.app.db.pool.query<{ mentee: number; mentor: number }>(
    `select count(*) filter (where account_id = $1)::int as mentee, count(*) filter (where account_id = $2)::int as mentor
     from notification where content ~ 'You paused | paused their subscription'`,
    [mentee.id, mentor.id],
  )
  return rows[0]!
}
it('is told by a job to the provider and to both people, once, and stands though its request fails later', async () => {
  const world = await makeCreditWorld(test)
  const { periodEnd } = await world.enrollment()
  const { response, fail } = await hangingPause(world, 9)
  expect(await told(world)).toEqual({ mentee: 0, mentor: 0 })
  await runJob(world)
  await runJob(world)
  expect(await told(world)).toEqual({ mentee: 1, mentor: 1 })
  fail()
  const pausedUntil = after(periodEnd, daysMs(9)).toISOString()
  expect(ok(await response).enrollment).toMatchObject({ pausedUntil, renewsAt: pausedUntil })
  await world.goTo(after(periodEnd, daysMs(4)))
  const payments = await test.app.db.pool.query('select from payment where enrollment_id = $1', [
    world.enrollmentId,
  ])
  expect(payments.rowCount).toBe(1)
})

it('goes on where it stopped when it is asked for again, and is another one for other days', async () => {
  const world = await makeCreditWorld(test)
  const { periodEnd } = await world.enrollment()
  await leaveUnfinished(world)
  expect((await pause(test, world, 10)).body.code).toBe('pause_used')
  provider.isDown = true
  expect((await pause(test, world, 9)).status).toBe(502)
  provider.isDown = false
  expect((await world.read()).enrollment.pausedFrom).toBeNull()
  const { enrollment } = ok(await pause(test, world, 9))
  expect(enrollment.pausedUntil).toBe(after(periodEnd, daysMs(9)).toISOString())
  await runJob(world)
  expect(await told(world)).toEqual({ mentee: 1, mentor: 1 })
  expect((await pause(test, world, 9)).body.code).toBe('pause_used')
  await world.expectWholeLedger()
})

it('is told once where its request and its job go on at the same time', async () => {
  const world = await makeCreditWorld(test)
  await leaveUnfinished(world)
  await Promise.all([pause(test, world, 9), runJob(world), runJob(world)])
  expect(await told(world)).toEqual({ mentee: 1, mentor: 1 })
})

it('is not told again of one that an earlier release wrote down, nor gone on with', async () => {
  const world = await makeCreditWorld(test)
  await leaveUnfinished(world)
  await test.app.db.pool.query('update enrollment set is_pause_untold = false where id = $1', [
    world.enrollmentId,
  ])
  await runJob(world)
  expect((await pause(test, world, 9)).body.code).toBe('pause_used')
  expect(await told(world)).toEqual({ mentee: 0, mentor: 0 })
})

it('is not said to be there when another process has undone it meanwhile', async () => {
  const world = await makeCreditWorld(test)
  provider.beforePostponing = () =>
    test.app.db.pool.query(
      'update enrollment set paused_from = null, paused_until = null, is_pause_untold = false where id = $1',
      [world.enrollmentId],
    )
  expect((await pause(test, world, 9)).body.code).toBe('payment_provider_unavailable')
  expect(await told(world)).toEqual({ mentee: 0, mentor: 0 })
})
