import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBooksToBalance } from '../../testing/ledger-balance.ts'
import {
  book,
  enroll,
  hoursAhead,
  newMentee,
  newMentor,
  newModerator,
  publish,
  type TestPerson,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/**
 * Bookings, cancels, deletions and blocks at the same time in two processes. The database keeps a log
 * of every change of a slot, which is replayed afterwards: what must never happen has not happened
 * at any moment, and what was acknowledged has happened once.
 */
type Change = {
  slotId: string
  mentorId: string
  startsAt: string
  was: string | null
  wasOf: string | null
  is: string | null
  isOf: string | null
}
const mentees = 4
const hours = 14
const operations = 600
const atOnce = 24

let one: TestApp
let two: TestApp
beforeAll(async () => {
  one = await startTestApp()
  two = await startTestApp({ sharing: one })
})
afterAll(async () => {
  await two.close()
  await one.close()
})

async function keepLog() {
  await one.app.db.pool.query(`
    create table change_log (no bigserial primary key, slot_id uuid, mentor_id uuid, starts_at timestamptz,
      was text, was_of uuid, is_now text, is_of uuid);
    create function log_change() returns trigger language plpgsql as $$ begin
      insert into change_log (slot_id, mentor_id, starts_at, was, was_of, is_now, is_of) values
        (coalesce(new.id, old.id), coalesce(new.mentor_id, old.mentor_id), coalesce(new.starts_at, old.starts_at),
         old.status, old.mentee_id, new.status, new.mentee_id);
      return null; end $$;
    create trigger change_logged after update or delete on slot for each row execute function log_change();`)
}

const readLog = async () =>
  (
    await one.app.db.pool.query<Change>(
      `select slot_id as "slotId", mentor_id as "mentorId", starts_at::text as "startsAt",
         was, was_of as "wasOf", is_now as "is", is_of as "isOf" from change_log order by no`,
    )
  ).rows

/** A repeatable sequence: a failure can be looked at again. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

type Scene = {
  moderator: TestPerson
  people: TestPerson[]
  slots: { id: string; mentor: TestPerson }[]
}

async function makeScene(): Promise<Scene> {
  const moderator = await newModerator(one)
  const mentors = [await newMentor(one, moderator), await newMentor(one, moderator)]
  const people: TestPerson[] = []
  for (let n = 0; n < mentees; n++) {
    const person = await newMentee(one)
    for (const mentor of mentors) await enroll(one, person, mentor)
    people.push(person)
  }
  const slots: Scene['slots'] = []
  // The same hours with both, so that one person could be in two places.
  for (const mentor of mentors)
    for (let hour = 0; hour < hours; hour++)
      slots.push({ id: (await publish(one, mentor, hoursAhead(one, 24 + hour)))._id, mentor })
  return { moderator, people, slots }
}

/** One operation after the other in each of many lines; each on one of the two processes. */
async function storm({ moderator, people, slots }: Scene) {
  const random = randomFrom(20_261_121)
  const acknowledged: string[] = []
  const refusals = new Set<string>()
  const act = async (n: number) => {
    const on = n % 2 ? one : two
    const slot = slots[random(slots.length)]!
    const person = people[random(people.length)]!
    const kind = random(100)
    if (n === operations / 2 || n === operations / 2 + 40) {
      const body = { menteeId: people[n === operations / 2 ? 0 : 1]!.id, isBlocked: true }
      return on.call(api.moderation.changeMenteeStatus, { body }, moderator)
    }
    if (kind < 80) {
      const response = await book(on, person, slot.id)
      if (response.status === 200) acknowledged.push(`${slot.id} ${person.id}`)
      return response
    }
    if (kind < 99) return on.call(api.slots.cancel, { body: { slotId: slot.id } }, person)
    return on.call(api.slots.remove, { params: { slotId: slot.id } }, slot.mentor)
  }
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < operations) {
        const response = await act(next++)
        expect(response.status, JSON.stringify(response.body)).toBeLessThan(500)
        if (response.status >= 400) refusals.add(String(response.body.code))
      }
    }),
  )
  return { acknowledged, refusals }
}

/** Goes through the log, and looks after each change. @returns every booking, and those that stand at the end */
function replay(log: readonly Change[]) {
  const booked: string[] = []
  const held = new Map<string, Change>()
  for (const change of log) {
    const owner = held.get(change.slotId)?.isOf ?? null
    expect(change.was === 'booked' ? change.wasOf : null, 'as the log had it').toBe(owner)
    if (change.is !== 'booked') {
      held.delete(change.slotId)
      continue
    }
    expect(owner === null || owner === change.isOf, 'a slot goes from hand to hand by being free').toBe(true)
    if (owner === null) booked.push(`${change.slotId} ${change.isOf}`)
    held.set(change.slotId, change)
    const own = [...held.values()].filter(({ isOf }) => isOf === change.isOf)
    expect(new Set(own.map(({ startsAt }) => startsAt)).size, 'one place at a time').toBe(own.length)
    const ofPair = own.filter(({ mentorId }) => mentorId === change.mentorId)
    expect(ofPair.length, 'calls of a period').toBeLessThanOrEqual(limits.callsPerMonth)
  }
  return { booked, held: [...held.values()] }
}

it('leaves no slot with two owners, nobody in two places and no fifth call, whatever comes at once', async () => {
  const scene = await makeScene()
  await keepLog()
  const { acknowledged, refusals } = await storm(scene)
  const { booked, held } = replay(await readLog())
  expect(booked.sort()).toEqual(acknowledged.sort())
  for (const blocked of scene.people.slice(0, 2))
    expect(held.filter(({ isOf }) => isOf === blocked.id)).toEqual([])
  // The storm has met what it is about.
  expect([...refusals]).toEqual(
    expect.arrayContaining(['slot_unavailable', 'quota_used', 'slot_overlap', 'unauthenticated']),
  )
  expect(booked.length).toBeGreaterThan(30)
  await expectBooksToBalance(one.app.db.pool)
})
