import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CaseWorld, makeCaseWorld } from '../../testing/case-world.ts'
import { newMentee } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let world: CaseWorld
beforeAll(async () => {
  test = await startTestApp()
  world = await makeCaseWorld(test)
})
afterAll(() => test.close())

it('the file of a case has nothing of another mentee who had booked that time before, or has booked it since', async () => {
  const [met, another] = [await world.pair(), await newMentee(test)]
  const slot = await world.settled(met, ['mentee'])
  const file = await world.raise(met, { context: { kind: 'slot', id: slot._id } })
  const peopleOf = async () =>
    (await world.file(file)).evidence.session?.attendance.map((one) => one.personId)
  // Had booked it, was in the room early, and cancelled.
  await test.app.db.pool.query(
    `insert into live_stay (id, slot_id, account_id, connection_id, joined_at, seen_at, left_at)
     values (gen_random_uuid(), $1, $2, 'x', $3, $3, $3)`,
    [slot._id, another.id, new Date(slot.start)],
  )
  expect(await peopleOf()).toEqual([met.mentee.id])
  await test.app.db.pool.query('update slot set mentee_id = $2 where id = $1', [slot._id, another.id])
  expect((await world.file(file)).evidence.session).toBeNull()
})
