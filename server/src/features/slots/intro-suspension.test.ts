import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CaseWorld, makeCaseWorld } from '../../testing/case-world.ts'
import { countLockWaits } from '../../testing/lock-waits.ts'
import { hoursAhead, newMentee, ok, publish } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let world: CaseWorld
beforeAll(async () => {
  test = await startTestApp()
  world = await makeCaseWorld(test)
})
afterAll(() => test.close())

it('an intro call is not booked into a suspension that comes meanwhile', async () => {
  const { pool } = test.app.db
  const pair = await world.pair()
  const ticketId = await world.raise(pair)
  const slot = await publish(test, pair.mentor, hoursAhead(test, 20), 'intro')
  const curious = await newMentee(test)
  const holding = await pool.connect()
  await holding.query('begin')
  await holding.query('select from slot where id = $1 for update', [slot._id])
  const body = { mentorId: pair.mentor.id, slotId: slot._id }
  const booking = test.call(api.slots.bookIntro, { body }, curious)
  await expect.poll(() => countLockWaits(pool)).toBe(1)
  const suspending = world.decide(ticketId, [{ kind: 'suspend', days: 7 }])
  await expect.poll(() => countLockWaits(pool)).toBe(2)
  await holding.query('commit')
  holding.release()
  await booking
  ok(await suspending)
  const { rows } = await pool.query<{ status: string }>('select status from slot where mentor_id = $1', [
    pair.mentor.id,
  ])
  expect(rows.map(({ status }) => status)).not.toContain('booked')
})
