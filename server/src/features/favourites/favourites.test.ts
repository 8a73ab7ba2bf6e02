import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { secondsMs } from '../../platform/clock.ts'
import { shutGate } from '../../testing/gates.ts'
import {
  newApplicant,
  newMentee,
  newMentor,
  newModerator,
  ok,
  type TestPerson,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
const mentors: string[] = []
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  for (let count = 0; count < 3; count++) mentors.push((await newMentor(test, moderator)).id)
})
afterAll(() => test.close())

const listOf = async (mentee: TestPerson) => ok(await test.call(api.favourites.list, {}, mentee)).mentorIds
const add = (mentee: TestPerson, mentorId: string) =>
  test.call(api.favourites.add, { params: { mentorId } }, mentee)
const merge = (mentee: TestPerson, mentorIds: string[]) =>
  test.call(api.favourites.merge, { body: { mentorIds } }, mentee)
const cards = async (ids: string[]) =>
  ok(await test.call(api.search.cards, { query: { ids: ids.join(',') } })).mentors.map(({ _id }) => _id)

it('keeps favourites of each mentee apart, the last one first, each once, until it is removed', async () => {
  const [mentee, other] = [await newMentee(test), await newMentee(test)]
  for (const mentorId of [mentors[0]!, mentors[1]!, mentors[0]!]) {
    ok(await add(mentee, mentorId))
    test.clock.advance(secondsMs(1))
  }
  expect(await listOf(mentee)).toEqual([mentors[1], mentors[0]])
  expect(await listOf(other)).toEqual([])
  for (let time = 0; time < 2; time++)
    ok(await test.call(api.favourites.remove, { params: { mentorId: mentors[1]! } }, mentee))
  expect(await listOf(mentee)).toEqual([mentors[0]])
})

it('knows no favourite that is not listed: one that never was, an applicant, and one who is blocked later', async () => {
  const mentee = await newMentee(test)
  const applicantId = await newApplicant(test, moderator)
  for (const mentorId of [v7(), applicantId]) expect((await add(mentee, mentorId)).status).toBe(404)
  const mentor = await newMentor(test, moderator)
  ok(await add(mentee, mentor.id))
  ok(
    await test.call(
      api.moderation.changeMentorStatus,
      { body: { mentorId: mentor.id, isBlocked: true } },
      moderator,
    ),
  )
  expect(await listOf(mentee)).toEqual([])
  expect(await cards([mentor.id, mentors[0]!])).toEqual([mentors[0]])
})

it('takes what a browser had put aside, in its order, without those who are not listed', async () => {
  const mentee = await newMentee(test)
  ok(await add(mentee, mentors[2]!))
  test.clock.advance(secondsMs(1))
  const given = [mentors[1]!, v7(), mentors[0]!, mentors[2]!, mentors[1]!]
  expect(ok(await merge(mentee, given)).mentorIds).toEqual([mentors[1], mentors[0], mentors[2]])
  expect(ok(await merge(mentee, [])).mentorIds).toHaveLength(3)
  expect(
    (
      await merge(
        mentee,
        Array.from({ length: limits.favouritesMax + 1 }, () => v7()),
      )
    ).status,
  ).toBe(400)
})

it('keeps so many and no more: the oldest go', async () => {
  const mentee = await newMentee(test)
  const oldest = mentors[0]!
  ok(await add(mentee, oldest))
  test.clock.advance(secondsMs(1))
  // As many others as are kept, put there past the endpoint: who they are does not matter.
  await test.app.db.pool.query(
    `insert into favourite (mentee_id, mentor_id, added_at)
     select $1, id, $2::timestamptz from unnest($3::uuid[]) as id`,
    [mentee.id, test.clock.now(), await strangers(limits.favouritesMax - 1)],
  )
  test.clock.advance(secondsMs(1))
  expect(await listOf(mentee)).toEqual([oldest])
  ok(await add(mentee, mentors[1]!))
  expect(await listOf(mentee)).toEqual([mentors[1]])
})

it('keeps no more than these where several are added at the same moment', async () => {
  const mentee = await newMentee(test)
  ok(await add(mentee, mentors[2]!))
  await test.app.db.pool.query(
    `insert into favourite (mentee_id, mentor_id, added_at)
     select $1, id, $2::timestamptz - interval '1 day' from unnest($3::uuid[]) as id`,
    [mentee.id, test.clock.now(), await strangers(limits.favouritesMax - 2)],
  )
  const gate = await shutGate(test, 'favourite', 'delete')
  const adding = Promise.all([add(mentee, mentors[0]!), add(mentee, mentors[1]!)])
  await gate.waiting(2)
  await gate.open()
  for (const added of await adding) ok(added)
  const { rows } = await test.app.db.pool.query('select from favourite where mentee_id = $1', [mentee.id])
  expect(rows).toHaveLength(limits.favouritesMax)
})

it('gives cards in the order of the ids, and refuses more than are kept', async () => {
  expect(await cards([mentors[2]!, mentors[0]!, mentors[1]!])).toEqual([mentors[2], mentors[0], mentors[1]])
  for (const ids of ['', 'x', Array.from({ length: limits.favouritesMax + 1 }, () => v7()).join(',')])
    expect((await test.call(api.search.cards, { query: { ids } })).status).toBe(400)
})

async function strangers(count: number): Promise<string[]> {
  const { rows } = await test.app.db.pool.query<{ id: string }>(
    `insert into account (id, role, email, first_name, last_name, created_at)
     select gen_random_uuid(), 'mentor', 'favourite-' || gen_random_uuid() || '@example.com', 'A', 'B', now() from generate_series(1, $1) as n
     returning id`,
    [count],
  )
  return rows.map(({ id }) => id)
}
