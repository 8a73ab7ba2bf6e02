import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CaseWorld, makeCaseWorld } from '../../testing/case-world.ts'
import { ok } from '../../testing/people.ts'
import type { Subscribed } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let world: CaseWorld
beforeAll(async () => {
  test = await startTestApp()
  world = await makeCaseWorld(test)
})
afterAll(() => test.close())

const lists = ['enrollments', 'sessions', 'tickets', 'cases', 'sanctions', 'notes', 'acts'] as const

const rows: Record<string, string> = {
  enrollments: `insert into enrollment overriding user value
    select (jsonb_populate_record(enrollment, jsonb_build_object('id', gen_random_uuid(), 'status', 'ended',
      'ended_at', now(), 'end_reason', 'canceled', 'provider_subscription_id', gen_random_uuid()))).*
    from enrollment, n where mentee_id = $1 and mentor_id = $2 and status = 'active'`,
  sessions: `insert into slot (id, mentor_id, mentee_id, type, status, starts_at, ends_at, booking_id, booked_at)
    select gen_random_uuid(), $2, $1, 'session', 'cancelled', at, at + interval '1 hour', gen_random_uuid(), now() from n`,
  tickets: `insert into ticket (id, raised_by, accused_id, content)
    select gen_random_uuid(), $2, $1, 'Look at this.' from n`,
  sanctions: `insert into sanction (id, account_id, kind, started_at) select gen_random_uuid(), $1, 'warn', at from n
    where $2::uuid is not null`,
  notes: `insert into case_event (id, case_id, what, text, at) select gen_random_uuid(), id, 'note', 'Seen.', at
    from n, (select id from moderation_case where subject_id = $1 and raiser_id = $2 limit 1) as one`,
  acts: `insert into audit_entry (id, action, subject_id) select gen_random_uuid(), 'warn', $1 from n
    where $2::uuid is not null`,
}

/** Such rows of a mentee, as old as can be. */
const add = (list: string, count: number, { mentee, mentor }: Subscribed) =>
  test.app.db.pool.query(
    `with n as (select now() - n * interval '1 day' as at from generate_series(1, ${count}) as n) ${rows[list]}`,
    [mentee.id, mentor.id],
  )

it('of a person are whole up to so many, and named where there are more', async () => {
  const pair = await world.pair()
  const read = async () => {
    const dossier = ok(await test.call(api.cases.mentee, { params: { id: pair.mentee.id } }, world.moderator))
    return {
      warnings: dossier.person.warnings,
      shortened: dossier.shortened,
      lengths: Object.fromEntries(lists.map((name) => [name, dossier[name].length])),
    }
  }
  const full = { enrollments: 100, sessions: 100, cases: 100, sanctions: 100, notes: 100, acts: 100 }
  await add('tickets', 100, pair)
  for (const list of ['sessions', 'sanctions', 'notes', 'acts']) await add(list, 100, pair)
  await add('enrollments', 99, pair)
  expect(await read()).toEqual({ warnings: 100, shortened: [], lengths: { ...full, tickets: 100 } })
  await add('tickets', 401, pair)
  for (const list of ['enrollments', 'sessions', 'sanctions', 'notes', 'acts']) await add(list, 1, pair)
  const { warnings, shortened, lengths } = await read()
  expect(lengths).toEqual({ ...full, tickets: 500 })
  expect([...shortened!].sort()).toEqual([...lists].sort())
  expect(warnings).toBe(101)
})

it('of the sessions that a decision can name are, too', async () => {
  const pair = await world.pair()
  const id = await world.raise(pair)
  const read = async () => {
    const { sessions, shortened } = (await world.file(id)).evidence
    return { count: sessions.length, shortened }
  }
  await add('sessions', 100, pair)
  expect(await read()).toEqual({ count: 100, shortened: [] })
  await add('sessions', 1, pair)
  expect(await read()).toEqual({ count: 100, shortened: ['sessions'] })
})

it('of the other tickets about the person of a ticket are, too: those that are open come first', async () => {
  const pair = await world.pair()
  const params = { ticketId: await world.raise(pair, {}, 'mentor') }
  const dismissed = await world.raise(pair, {}, 'mentor')
  ok(await world.decide(dismissed, [{ kind: 'dismiss' }]))
  await add('tickets', 49, pair)
  const read = async () => {
    const { earlier, shortened } = ok(await test.call(api.tickets.get, { params }, world.moderator))
    return { count: earlier.length, last: earlier.at(-1)!._id, shortened }
  }
  expect(await read()).toEqual({ count: 50, last: dismissed, shortened: [] })
  await add('tickets', 1, pair)
  expect(await read()).toEqual({
    count: 50,
    last: expect.not.stringMatching(dismissed),
    shortened: ['earlier'],
  })
})

it('of the earlier cases of a case are, too', async () => {
  const pair = await world.pair()
  const id = await world.raise(pair, {}, 'mentor')
  const read = async () => {
    const { earlier, shortened } = (await world.file(id)).evidence
    return { count: earlier.length, shortened }
  }
  await add('tickets', 20, pair)
  expect(await read()).toEqual({ count: 20, shortened: [] })
  await add('tickets', 1, pair)
  expect(await read()).toEqual({ count: 20, shortened: ['earlier'] })
})
