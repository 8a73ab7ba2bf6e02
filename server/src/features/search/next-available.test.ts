import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countLockWaits } from '../../testing/lock-waits.ts'
import {
  book,
  enroll,
  hoursAhead,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('what only the clock has changed is not written over a booking that is made at that moment', async () => {
  const [mentor, mentee] = [await newMentor(test, await newModerator(test)), await newMentee(test)]
  await enroll(test, mentee, mentor)
  const [next, last] = [
    await publish(test, mentor, hoursAhead(test, 30)),
    await publish(test, mentor, hoursAhead(test, 50)),
  ]
  // As if one before them had begun: the next one is to be written.
  await test.app.db.pool.query(
    `update mentor_search set next_available_at = product_now() - interval '1 minute' where mentor_id = $1`,
    [mentor.id],
  )
  const blocker = new pg.Client({ connectionString: test.databaseUrl })
  await blocker.connect()
  await blocker.query('begin')
  // A booking and what keeps search in line both come to the row; the booking is there first.
  await blocker.query('select from mentor_search where mentor_id = $1 for update', [mentor.id])
  const booking = book(test, mentee, next._id)
  await expect.poll(() => countLockWaits(test.app.db.pool)).toBe(1)
  const keeping = test.app.jobHandlers['search:refresh-availability']({})
  await expect.poll(() => countLockWaits(test.app.db.pool)).toBe(2)
  await blocker.query('commit')
  await blocker.end()
  ok(await booking)
  await keeping
  const { rows } = await test.app.db.pool.query<{ at: Date }>(
    'select next_available_at as at from mentor_search where mentor_id = $1',
    [mentor.id],
  )
  expect(rows[0]!.at.toISOString()).toBe(last.start)
})
