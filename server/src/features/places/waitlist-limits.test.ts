import { limits } from '@marga/contract/limits'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countLockWaits } from '../../testing/lock-waits.ts'
import { newMentee, ok, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeWaitlistWorld } from '../../testing/waitlist-world.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('a mentee waits on fifty waitlists at most, and on one where they wait already as before', async () => {
  const world = await makeWaitlistWorld(test, 1)
  const other = await makeWaitlistWorld(test, 1)
  await world.subscriber()
  const mentee = await newMentee(test)
  await waitOnAllButOne(mentee)
  ok(await world.join(mentee))
  ok(await world.join(mentee))
  const refused = await other.join(mentee)
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('50 waitlists')])
  ok(await world.leave(mentee))
  ok(await other.join(mentee))
})

it('also where they join several at the same moment', async () => {
  const worlds = [await makeWaitlistWorld(test, 1), await makeWaitlistWorld(test, 1)]
  const mentee = await newMentee(test)
  await waitOnAllButOne(mentee)
  const blocker = new pg.Client({ connectionString: test.databaseUrl })
  await blocker.connect()
  await blocker.query('begin; lock table waitlist_entry in share row exclusive mode')
  const joining = Promise.all(worlds.map((world) => world.join(mentee)))
  await expect.poll(() => countLockWaits(test.app.db.pool)).toBe(2)
  await blocker.query('commit')
  await blocker.end()
  expect((await joining).map(({ status }) => status).sort()).toEqual([200, 403])
})

const waitOnAllButOne = (mentee: TestPerson) =>
  test.app.db.pool.query(
    `with strangers as (insert into account (id, role, email, first_name, last_name, created_at)
       select gen_random_uuid(), 'mentor', gen_random_uuid() || '@example.com', 'A', 'B', now()
       from generate_series(1, $2::int) as n returning id)
     insert into waitlist_entry (mentee_id, mentor_id, joined_at, was_full)
       select $1, id, now(), false from strangers`,
    [mentee.id, limits.waitlistsMax - 1],
  )
