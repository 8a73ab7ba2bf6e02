import { api } from '@marga/contract/api'
import type { MentorCard } from '@marga/contract/mentor-card'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  hoursAhead,
  mentorForm,
  newMentor,
  newModerator,
  ok,
  publish,
  type TestPerson,
} from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { makeWaitlistWorld } from '../testing/waitlist-world.ts'

let test: TestApp
let moderator: TestPerson
let mentor: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  mentor = await newMentor(test, moderator, { ...mentorForm(), firstName: 'Asha', expertise: ['Weaving'] })
  await vi.waitFor(async () => expect((await look()).headers.etag).toBeDefined(), { timeout: 60_000 })
})
afterAll(() => test.close())

const url = '/api/mentees/mentors?search=weaving'
const look = (headers: Record<string, string> = {}) => test.request('GET', url, { headers })
const found = async () => (await look()).body.mentorsSearchResult as Record<string, unknown>[]

it('is not sent again to whoever holds it, and is whole for everybody else', async () => {
  const { headers, body } = await look()
  expect(await look({ 'if-none-match': String(headers.etag) })).toMatchObject({ status: 304 })
  expect((await look({ 'if-none-match': 'W/"other"' })).body).toEqual(body)
  expect(headers['cache-control']).toBe('public, no-cache')
})

it('shows every change of a mentor at the next search', async () => {
  expect(await found()).toHaveLength(1)
  const own = { params: { ownId: mentor.id } }
  ok(await test.call(api.mentors.editProfile, { ...own, body: { hourlyRate: 1777 } }, mentor))
  expect((await found())[0]?.hourlyRate).toBe(1777)
  const slot = await publish(test, mentor, hoursAhead(test, 30))
  expect((await found())[0]?.nextAvailableAt).toBe(slot.start)
  const other = await newMentor(test, moderator, {
    ...mentorForm(),
    firstName: 'Binu',
    expertise: ['Weaving'],
  })
  expect(await found()).toHaveLength(2)
  ok(
    await test.call(
      api.moderation.changeMentorStatus,
      { body: { mentorId: other.id, isBlocked: true } },
      moderator,
    ),
  )
  expect(await found()).toHaveLength(1)
})

it('is evicted in this process by a change that another made', async () => {
  await found()
  const { pool } = test.app.db
  await pool.query('update mentor_search set hourly_rate = 1 where mentor_id = $1', [mentor.id])
  await pool.query('update mentor_profile set hourly_rate = 4321 where account_id = $1', [mentor.id])
  await pool.query("select pg_notify('mentor_search_changed', $1)", [mentor.id])
  await expect.poll(async () => (await found())[0]?.hourlyRate).toBe(4321)
})

it('says how many places are left when one is taken, and when it is free again', async () => {
  const world = await makeWaitlistWorld(test, 1)
  const search = '/api/mentees/mentors?limit=100'
  const places = async () => {
    const cards = (await test.request('GET', search)).body.mentorsSearchResult as MentorCard[]
    return cards.find(({ _id }) => _id === world.mentor.id)?.capacity.placesLeft
  }
  // Well before what is kept is asked for again by itself.
  const becomes = (left: number) => expect.poll(places, { timeout: 20_000 }).toBe(left)
  await becomes(1)
  const mentee = await world.subscriber()
  await becomes(0)
  await test.app.db.pool.query(
    "update enrollment set status = 'ended', end_reason = 'left', ended_at = now() where mentee_id = $1",
    [mentee.id],
  )
  await becomes(1)
})

it('is made once, however its query is written and whatever is added to it', async () => {
  const rate = async (query: string) => {
    const { body } = await test.request('GET', `/api/mentees/mentors?${query}`)
    return (body.mentorsSearchResult as { _id: string; hourlyRate: number }[]).find(
      ({ _id }) => _id === mentor.id,
    )?.hourlyRate
  }
  const before = await rate('search=weaving')
  // Nobody is told: whatever is made anew shows it.
  const { pool } = test.app.db
  await pool.query('update mentor_profile set hourly_rate = 777 where account_id = $1', [mentor.id])
  for (const same of [
    'search=weaving&nocache=1',
    'x=2&search=%77eaving&y=3',
    'search=%20weaving+&price=a&rating=9&sort=relevance',
    'price=&rating=&sort=&available=&language=&location=&exact=&search=weaving&limit=20&cursor=',
  ])
    expect(await rate(same), same).toBe(before)
  expect(await rate('search=weaving&limit=19')).toBe(777)
})
