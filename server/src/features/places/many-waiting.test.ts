import { api } from '@marga/contract/api'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { hoursMs } from '../../platform/clock.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { ok, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeWaitlistWorld, type WaitlistWorld } from '../../testing/waitlist-world.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** A mentor whose one place is taken, and those who wait. */
async function makeQueue(length: number) {
  const world = await makeWaitlistWorld(test, 1)
  await world.subscriber()
  const waiting = await Promise.all(Array.from({ length }, () => world.newMentee()))
  for (const mentee of waiting) ok(await world.join(mentee))
  return { ...world, waiting }
}
const blockMentor = async ({ mentor, moderator }: WaitlistWorld) =>
  ok(
    await test.call(
      api.moderation.changeMentorStatus,
      { body: { mentorId: mentor.id, isBlocked: true } as never },
      moderator,
    ),
  )
const offerPlaces = ({ mentor }: WaitlistWorld) =>
  test.app.jobHandlers['places:offer']({ mentorId: mentor.id })

async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return asked.mock.calls.length
  } finally {
    asked.mockRestore()
  }
}
const told = async (mentee: TestPerson, words: string) =>
  ok(
    await test.call(api.notifications.mentee.list, { params: { ownId: mentee.id }, query: {} }, mentee),
  ).notifications.filter(({ content }) => content.includes(words)).length

it('many who wait are told of a closed waitlist by as many statements as a few', async () => {
  const [few, many] = [await makeQueue(2), await makeQueue(12)]
  const ofFew = await countStatements(() => blockMentor(few))
  expect(await countStatements(() => blockMentor(many))).toBeLessThan(ofFew + 5)
  for (const mentee of many.waiting) {
    expect(await told(mentee, 'the waitlist is closed')).toBe(1)
    expect(await outboxWith(test, mentee.email, 'The waitlist for Vikram Iyer is closed')).toHaveLength(1)
  }
})

it('many places that become free, and offers that run out, are told of by as many statements as a few', async () => {
  const [few, many] = [await makeQueue(2), await makeQueue(12)]
  for (const world of [few, many]) await world.setCapacity(13)
  const ofFew = await countStatements(() => offerPlaces(few))
  expect(await countStatements(() => offerPlaces(many))).toBeLessThan(ofFew + 5)
  for (const mentee of many.waiting) expect(await told(mentee, 'A place with Vikram Iyer is free')).toBe(1)
  const { rows } = await test.app.db.pool.query(
    `update waitlist_entry set offered_until = $1 where mentor_id = any($2) returning 1`,
    [new Date(test.app.clock.now().getTime() - hoursMs(1)), [few.mentor.id, many.mentor.id]],
  )
  expect(rows).toHaveLength(14)
  const endingFew = await countStatements(() => offerPlaces(few))
  expect(await countStatements(() => offerPlaces(many))).toBeLessThan(endingFew + 5)
  for (const mentee of many.waiting) {
    expect(await told(mentee, 'is no longer kept for you')).toBe(1)
    expect(await many.placesOf(mentee)).toEqual([])
  }
  const { rows: passed } = await test.app.db.pool.query(
    'select 1 from passed_offer where mentor_id = $1 and offered_until is not null',
    [many.mentor.id],
  )
  expect(passed).toHaveLength(12)
})
