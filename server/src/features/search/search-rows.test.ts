import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countLockWaits } from '../../testing/lock-waits.ts'
import { newMentor, newModerator, ok } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('a mentor who is restricted while their row is written anew does not come back into the search', async () => {
  const { pool } = test.app.db
  const mentor = await newMentor(test, await newModerator(test))
  const client = await pool.connect()
  await client.query('begin')
  await client.query('update account set is_restricted = true where id = $1', [mentor.id])
  await client.query('delete from mentor_search where mentor_id = $1', [mentor.id])
  const body = { jobTitle: 'Principal Engineer' }
  const editing = test.call(api.mentors.editProfile, { params: { ownId: mentor.id }, body }, mentor)
  await expect.poll(() => countLockWaits(pool)).toBe(1)
  await client.query('commit')
  client.release()
  ok(await editing)
  const { rows } = await pool.query('select from mentor_search where mentor_id = $1', [mentor.id])
  expect(rows).toEqual([])
})
