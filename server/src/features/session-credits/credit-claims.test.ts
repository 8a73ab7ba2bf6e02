import { afterAll, beforeAll, expect, it } from 'vitest'
import { hoursAhead, newModerator, publish } from '../../testing/people.ts'
import { subscribedPair } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { holdUsable } from './session-credits.queries.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** Of the test's own database: one that waits for a row which another one has. */
const somebodyWaits = async () =>
  (
    await test.app.db.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rowCount === 1

it('a credit that two take at once without a common lock holds one session', async () => {
  const { db, clock } = test.app
  const { enrollmentId, mentor } = await subscribedPair(test, await newModerator(test))
  await db.pool.query(
    `update session_credit set status = 'lapsed' where enrollment_id = $1 and id <> (
      select id from session_credit where enrollment_id = $1 limit 1)`,
    [enrollmentId],
  )
  const [first, second] = [
    await publish(test, mentor, hoursAhead(test, 40)),
    await publish(test, mentor, hoursAhead(test, 44)),
  ]
  const take = (slotId: string) => ({ enrollmentId, slotId, now: clock.now() })
  let finish = () => {}
  const mayFinish = new Promise<void>((resolve) => {
    finish = resolve
  })
  let early: Promise<void> = Promise.resolve()
  await new Promise<void>((resolve, reject) => {
    early = db.transact(async (tx) => {
      expect(await holdUsable(tx, take(first._id))).toBeDefined()
      resolve()
      await mayFinish
    })
    early.catch(reject)
  })
  const late = db.transact((tx) => holdUsable(tx, take(second._id)))
  await expect.poll(somebodyWaits).toBe(true)
  finish()
  await early
  expect(await late).toBeUndefined()
  const { rows } = await db.pool.query(
    'select slot_id as "slotId" from session_credit where enrollment_id = $1 and status = \'held\'',
    [enrollmentId],
  )
  expect(rows).toEqual([{ slotId: first._id }])
})
