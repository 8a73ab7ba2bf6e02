import { api } from '@marga/contract/api'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hoursMs, minutesMs } from '../../platform/clock.ts'
import { startWorker } from '../../platform/jobs/jobs.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { ok, pay, type TestPerson, testPassword } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeWaitlistWorld, type WaitlistWorld } from '../../testing/waitlist-world.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const noticesOf = async (mentee: TestPerson) =>
  ok(
    await test.call(api.notifications.mentee.list, { params: { ownId: mentee.id }, query: {} }, mentee),
  ).notifications.map(({ content }) => content)
const told = async (mentee: TestPerson, words: string) =>
  (await noticesOf(mentee)).filter((content) => content.includes(words)).length
const mailed = async (mentee: TestPerson, subject: string) =>
  (await outboxWith(test, mentee.email, subject)).length
const seenBy = async (world: Pick<WaitlistWorld, 'placesOf'>, mentee: TestPerson) =>
  (await world.placesOf(mentee))[0]
const queued = async (mentorId: string) =>
  (
    await test.app.db.pool.query(
      `select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'places:offer' and j.payload->>'mentorId' = $1`,
      [mentorId],
    )
  ).rowCount

/** A mentor with one place, which is taken, and two who wait. */
async function makeQueue() {
  const world = await makeWaitlistWorld(test, 1)
  const subscriber = await world.subscriber()
  const [first, second] = [await world.newMentee(), await world.newMentee()]
  ok(await world.join(first))
  ok(await world.join(second))
  return { ...world, subscriber, first, second }
}

describe('a waitlist', () => {
  it('is joined once, in the order of arrival, and left', async () => {
    const world = await makeQueue()
    const { first, second, mentor } = world
    const waits = { mentorId: mentor.id, offeredUntil: null }
    expect(ok(await world.join(second))).toEqual({ ...waits, position: 2 })
    expect(ok(await world.join(first))).toEqual({ ...waits, position: 1 })
    expect((await world.card()).waiting).toBe(2)
    ok(await world.leave(first))
    expect((await world.leave(first)).status).toBe(404)
    expect(await world.placesOf(first)).toEqual([])
    expect(await world.placesOf(second)).toEqual([{ ...waits, position: 1 }])
  })

  it('is refused as a checkout is: unknown and hidden mentors, blocked pairs, restricted mentees, subscribers', async () => {
    const world = await makeQueue()
    const { mentor, subscriber, first } = world
    const joining = (mentorId: string, mentee: TestPerson) =>
      test.call(api.waitlist.join, { params: { mentorId } }, mentee)
    expect((await joining(v7(), first)).status).toBe(404)
    expect((await joining(first.id, first)).status).toBe(404)
    expect((await world.join(subscriber)).body.code).toBe('already_subscribed')
    const set = (column: string, id: string, value: boolean) =>
      test.app.db.pool.query(`update account set ${column} = $2 where id = $1`, [id, value])
    const stranger = await world.newMentee()
    await set('is_restricted', stranger.id, true)
    // No mail says until when: it goes to confirmed addresses alone.
    const refusal = { code: 'forbidden', message: 'You cannot subscribe to another mentor for now.' }
    expect((await world.join(stranger)).body).toMatchObject(refusal)
    const body = { menteeId: stranger.id, mentorId: mentor.id, mentorPriceId: 'price' }
    expect((await test.call(api.enrollments.createCheckout, { body }, stranger)).body).toMatchObject(refusal)
    await set('is_restricted', stranger.id, false)
    await set('is_restricted', mentor.id, true)
    expect((await world.join(stranger)).status).toBe(404)
    await set('is_restricted', mentor.id, false)
    await test.app.db.pool.query(
      'insert into blocked_person (account_id, person_id, created_at) values ($1, $2, now())',
      [mentor.id, stranger.id],
    )
    expect((await world.join(stranger)).status).toBe(404)
  })

  it('is closed when its mentor is blocked or leaves, and those who waited are told once', async () => {
    for (const end of [blockMentor, deleteMentor]) {
      const world = await makeQueue()
      await end(world)
      await world.sweep()
      expect(await world.placesOf(world.first)).toEqual([])
      expect(await told(world.first, 'the waitlist is closed')).toBe(1)
      expect(await mailed(world.second, 'The waitlist for Vikram Iyer is closed')).toBe(1)
    }
  })

  it('is left by mentees who are blocked or erased, and what they were offered goes to the next', async () => {
    for (const end of [blockMentee, deleteMentee]) {
      const world = await makeQueue()
      await world.setCapacity(2)
      await world.sweep()
      expect((await seenBy(world, world.first))!.offeredUntil).not.toBeNull()
      await end(world)
      expect(await queued(world.mentor.id)).toBe(1)
      await test.app.jobHandlers['places:offer']({ mentorId: world.mentor.id })
      expect((await seenBy(world, world.second))!).toMatchObject({ position: 1 })
      expect((await seenBy(world, world.second))!.offeredUntil).not.toBeNull()
    }
  })
})

type Queue = Awaited<ReturnType<typeof makeQueue>>
const blockMentor = async ({ moderator, mentor }: Queue) =>
  ok(
    await test.call(
      api.moderation.changeMentorStatus,
      { body: { mentorId: mentor.id, isBlocked: true } as never },
      moderator,
    ),
  )
const blockMentee = async ({ moderator, first }: Queue) =>
  ok(
    await test.call(
      api.moderation.changeMenteeStatus,
      { body: { menteeId: first.id, isBlocked: true } as never },
      moderator,
    ),
  )
const body = { password: testPassword }
const deleteMentor = async ({ mentor }: Queue) =>
  ok(await test.call(api.accountSettings.mentor.deleteAccount, { body }, mentor))
const deleteMentee = async ({ first }: Queue) =>
  ok(await test.call(api.accountSettings.mentee.deleteAccount, { body }, first))

describe('a place that becomes free', () => {
  it('when a subscription ends is offered to the first for 24 hours, who is told and can pay', async () => {
    const world = await makeQueue()
    const { mentor, first, second, subscriber } = world
    ok(await test.call(api.accountSettings.mentee.deleteAccount, { body }, subscriber))
    expect(await queued(mentor.id)).toBe(1)
    // Twice at once, with the sweep beside it: one place is one offer.
    await Promise.all([
      test.app.jobHandlers['places:offer']({ mentorId: mentor.id }),
      test.app.jobHandlers['places:offer']({ mentorId: mentor.id }),
      world.sweep(),
    ])
    expect((await seenBy(world, second))!.offeredUntil).toBeNull()
    expect(await told(first, 'A place with Vikram Iyer is free. It is kept for you until')).toBe(1)
    const [mail, ...others] = await outboxWith(test, first.email, 'A place with Vikram Iyer is free')
    expect(others).toEqual([])
    expect(mail!.text).toContain('(India Standard Time, Asia/Kolkata)')
    expect((await world.checkout(second)).body.code).toBe('full')
    const { paymentId } = await world.checkout(first)
    await pay(test, paymentId, 'success')
    ok(await test.call(api.enrollments.confirm, { body: { menteeId: first.id, paymentId } }, first))
    expect(await world.placesOf(first)).toEqual([])
    await world.sweep()
    expect(await seenBy(world, second)).toMatchObject({ position: 1, offeredUntil: null })
  })

  it('is offered to the next when the offer runs out or is left, and who let it pass is told', async () => {
    const world = await makeQueue()
    const { first, second } = world
    const third = await world.newMentee()
    ok(await world.join(third))
    await world.setCapacity(2)
    await world.sweep()
    await world.goOn(hoursMs(24) - minutesMs(1))
    await world.sweep()
    expect((await seenBy(world, first))!.offeredUntil).not.toBeNull()
    await world.goOn(minutesMs(1))
    await Promise.all([world.sweep(), world.sweep()])
    expect(await world.placesOf(first)).toEqual([])
    expect(await told(first, 'is no longer kept for you')).toBe(1)
    expect(await mailed(first, 'Your place with Vikram Iyer is no longer kept')).toBe(1)
    expect((await seenBy(world, second))!.offeredUntil).not.toBeNull()
    ok(await world.leave(second))
    expect((await seenBy(world, third))!.offeredUntil).not.toBeNull()
  })

  it('by a checkout that was not paid is offered before it can be bought', async () => {
    const world = await makeWaitlistWorld(test, 1)
    const [buyer, waiting, passer] = [
      await world.newMentee(),
      await world.newMentee(),
      await world.newMentee(),
    ]
    ok(await world.checkout(buyer))
    ok(await world.join(waiting))
    expect((await seenBy(world, waiting))!.offeredUntil).toBeNull()
    await world.goOn(minutesMs(36))
    expect((await world.checkout(passer)).body.code).toBe('full')
    expect((await seenBy(world, waiting))!.offeredUntil).not.toBeNull()
  })

  it('passes by those who could not subscribe, and is not offered while the mentor takes no new mentees', async () => {
    const world = await makeQueue()
    const { mentor, first, second } = world
    const restrict = (id: string, is: boolean) =>
      test.app.db.pool.query('update account set is_restricted = $2 where id = $1', [id, is])
    await restrict(mentor.id, true)
    await restrict(first.id, true)
    await world.setCapacity(2)
    await world.sweep()
    expect((await seenBy(world, second))!.offeredUntil).toBeNull()
    await restrict(mentor.id, false)
    await world.sweep()
    expect((await seenBy(world, first))!.offeredUntil).toBeNull()
    expect(await seenBy(world, second)).toMatchObject({ position: 2, offeredUntil: expect.any(String) })
  })
})

it('offers places at once when the mentor saves a larger number of them', async () => {
  const world = await makeWaitlistWorld(test, 1)
  await world.subscriber()
  const waiting = await world.newMentee()
  ok(await world.join(waiting))
  const params = { mentorId: world.mentor.id }
  const { availability } = ok(await test.call(api.availability.get, { params }, world.mentor))
  const body = { ...availability, capacity: 2 }
  ok(await test.call(api.availability.set, { params, query: {} as never, body }, world.mentor))
  const worker = await startWorker(test.app.db, test.app.jobHandlers, test.app.log)
  await expect.poll(async () => (await world.placesOf(waiting))[0]!.offeredUntil).toEqual(expect.any(String))
  await worker.stop()
})

it('keeps the order when many join and leave at once, with never more offers than places', async () => {
  const world = await makeWaitlistWorld(test, 0)
  const mentees = await Promise.all(Array.from({ length: 12 }, world.newMentee))
  await Promise.all([...mentees.map(world.join), world.sweep(), world.sweep()])
  await world.setCapacity(3)
  await Promise.all([world.sweep(), world.sweep()])
  await Promise.all([...mentees.slice(0, 4).map(world.leave), world.sweep()])
  await world.sweep()
  const { rows } = await test.app.db.pool.query<{ offered: boolean }>(
    'select offered_until is not null as offered from waitlist_entry where mentor_id = $1 order by number',
    [world.mentor.id],
  )
  expect(rows.map(({ offered }) => offered)).toEqual([true, true, true, false, false, false, false, false])
})
