import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failUpdates } from '../../testing/failing-rows.ts'
import { countLockWaits } from '../../testing/lock-waits.ts'
import { ok } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeWaitlistWorld, type WaitlistWorld } from '../../testing/waitlist-world.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const query = (sql: string, values: unknown[] = []) => test.app.db.pool.query(sql, values)

/** What comes to wait for the lock of the mentor's places; meanwhile something else happens. */
async function whileLocked<T>(
  { mentor }: WaitlistWorld,
  start: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
) {
  const client = await test.app.db.pool.connect()
  await client.query('begin')
  await client.query('select 1 from availability where mentor_id = $1 for update', [mentor.id])
  const started = start()
  await expect.poll(() => countLockWaits(test.app.db.pool)).toBe(1)
  await meanwhile()
  await client.query('commit')
  client.release()
  return started
}

describe('someone who subscribes while they join the waitlist', () => {
  it('does not wait for a place', async () => {
    const world = await makeWaitlistWorld(test, 1)
    const mentee = await world.subscriber()
    const end = (status: string, reason: string | null) =>
      query(
        `update enrollment set status = $2, end_reason = $3, ended_at = case when $3::text is null then null else now() end
         where mentee_id = $1`,
        [mentee.id, status, reason],
      )
    await end('ended', 'canceled')
    const joined = await whileLocked(
      world,
      () => world.join(mentee),
      () => end('active', null),
    )
    expect([joined.status, joined.body.code]).toEqual([409, 'already_subscribed'])
    expect(await world.placesOf(mentee)).toEqual([])
  })

  it('is offered none, whatever the waitlist says', async () => {
    const world = await makeWaitlistWorld(test, 1)
    const mentee = await world.subscriber()
    await query('insert into waitlist_entry (mentor_id, mentee_id, joined_at) values ($1, $2, now())', [
      world.mentor.id,
      mentee.id,
    ])
    await world.setCapacity(2)
    await world.sweep()
    expect((await world.placesOf(mentee))[0]!.offeredUntil).toBeNull()
  })
})

it('locks the places before the entries when a mentee leaves all waitlists, as offers do', async () => {
  const world = await makeWaitlistWorld(test, 1)
  await world.subscriber()
  const mentee = await world.newMentee()
  ok(await world.join(mentee))
  const isFree = async () => {
    const { rowCount } = await query(
      'select 1 from waitlist_entry where mentee_id = $1 for update skip locked',
      [mentee.id],
    )
    return rowCount === 1
  }
  let wasFree = false
  const ended = await whileLocked(
    world,
    () =>
      test.call(
        api.moderation.changeMenteeStatus,
        { body: { menteeId: mentee.id, isBlocked: true } as never },
        world.moderator,
      ),
    async () => {
      wasFree = await isFree()
    },
  )
  ok(ended)
  expect(wasFree).toBe(true)
  expect((await world.card()).waiting).toBe(0)
})

it('offers the places of other mentors where those of one fail, and says so at the end', async () => {
  const worlds = [await makeWaitlistWorld(test, 0), await makeWaitlistWorld(test, 0)]
  const mentees = await Promise.all(worlds.map((world) => world.newMentee()))
  for (const [index, world] of worlds.entries()) {
    ok(await world.join(mentees[index]!))
    await world.setCapacity(1)
  }
  const mend = await failUpdates(test, 'waitlist_entry', 'mentor_id', worlds[0]!.mentor.id)
  await expect(worlds[0]!.sweep()).rejects.toThrow()
  const offers = async () =>
    Promise.all(
      worlds.map(async (world, index) => (await world.placesOf(mentees[index]!))[0]!.offeredUntil !== null),
    )
  expect(await offers()).toEqual([false, true])
  await mend()
  await worlds[0]!.sweep()
  expect(await offers()).toEqual([true, true])
})
