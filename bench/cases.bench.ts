import { deepStrictEqual, ok } from 'node:assert/strict'
import { api } from '@marga/contract/api'
import type { EndpointInput, EndpointSpec } from '@marga/contract/endpoint'
import { limits } from '@marga/contract/limits'
import type { ModerationCase } from '@marga/contract/moderation-case'
import { must } from '../e2e/support/client.ts'
import { report } from './lib/report.ts'
import { inMs, timed, timingOf } from './lib/rounds.ts'
import { startSeededApp } from './lib/seeded-app.ts'

// The moderators' queue with 40 applications and 300 tickets that came through the API, above 100,000 decided cases:
// right against the database, and under 200 ms a page.

const decidedCases = 100_000
const goalMs = 200
const rounds = 9

const app = await startSeededApp({ mentees: 20_000, mentors: 2_000, enrollments: 20_000, slots: 1_000 })
const { url, database } = app

/** Raised and closed as they are, so that the triggers make their cases. */
async function decideMany() {
  await database.query(
    `insert into ticket (id, raised_by, accused_id, subject, content, created_at)
     select gen_random_uuid(), mentee_id, mentor_id, 'Number ' || number, 'Seeded.', now() - number * interval '5 minutes'
     from (select mentee_id, mentor_id, row_number() over () as place from enrollment) as pair
     join generate_series(1, $1) as number on number % (select count(*) from enrollment) = place - 1`,
    [decidedCases],
  )
  await database.query(
    `update ticket set status = 'dismissed', decided_at = created_at + interval '2 days', note = 'Seeded.',
       decided_by = (select id from account where role = 'moderator' limit 1) where content = 'Seeded.'`,
  )
  await database.query('vacuum analyze')
}

async function applyAndRaise() {
  const password = 'a passphrase of the bench'
  for (let number = 0; number < 40; number++) {
    await must(url, api.mentors.register, {
      body: {
        ...{
          firstName: 'Farida',
          lastName: 'Khan',
          email: `applicant-${number}@bench.test`,
          phone: '9876543210',
        },
        ...{ jobTitle: 'Engineer', firmName: 'Anvaya', bio: 'Fifteen years of databases.', hourlyRate: 1500 },
        ...{ educationalQualification: 'B.Tech', expertise: ['SQL'], password, confirmpassword: password },
      } as never,
    })
  }
  // Listed already: a report about a profile needs one that can be found.
  const { rows: mentors } = await database.query<{ id: string }>('select mentor_id as id from mentor_search')
  let mentee = await newMentee(0, password)
  for (let number = 0; number < 300; number++) {
    const { id } = mentors[number % mentors.length]!
    // Nobody raises more in a day.
    if (number > 0 && number % limits.ticketsADay === 0) mentee = await newMentee(number, password)
    await must(
      url,
      api.tickets.raiseAsMentee,
      {
        params: { menteeId: mentee.menteeId },
        body: {
          complaint: { accusedId: id },
          content: 'This profile is not true.',
          context: { kind: 'profile', id },
        },
      },
      { token: mentee.accessToken },
    )
  }
}

async function newMentee(number: number, password: string) {
  const email = `mentee-${number}@bench.test`
  const name = { firstName: 'Asha', lastName: 'Rao' }
  const body = { ...name, email, phone: '9876543210', password, confirmpassword: password }
  await must(url, api.accounts.registerMentee, { body })
  await database.query('update account set is_email_verified = true where email = $1', [email])
  return must(url, api.accounts.loginMentee, { body: { email, password } })
}

try {
  await decideMany()
  await applyAndRaise()
  const login = await must(url, api.accounts.loginModerator, {
    body: { email: 'moderator@demo.test', password: 'demo-pass-2023' },
  })
  const moderator = { token: login.moderatorAccessToken }
  const rows: string[][] = []
  async function measure<E extends EndpointSpec>(name: string, endpoint: E, input: EndpointInput<E>) {
    const durations: number[] = []
    for (let round = 0; round < rounds; round++)
      durations.push((await timed(() => must(url, endpoint, input, moderator))).ms)
    const { p50, max } = timingOf(durations)
    rows.push([name, inMs(p50), inMs(max), max < goalMs ? 'yes' : '**no**'])
  }
  const { counts } = await must(url, api.cases.list, { query: {} as never }, moderator)
  ok(counts.application >= 40 && counts.ticket >= 300)
  const list = (query: object) => must(url, api.cases.list, { query: query as never }, moderator)

  const first = await list({ limit: 100 })
  const decided = await list({ limit: 100, status: 'decided' })
  const { firstName } = decided.cases[0]!.people[0]!
  const pages = [
    ['open, first page', {}],
    ['open, 100 a page', { limit: 100 }],
    ['open, second page of 100', { limit: 100, cursor: first.nextCursor }],
    ['applications', { kind: 'application' }],
    ['one’s own', { mine: 'true' }],
    ['decided, first page', { status: 'decided' }],
    ['decided, 100 a page', { status: 'decided', limit: 100 }],
    ['decided tickets', { status: 'decided', kind: 'ticket' }],
    ['decided refunds, of which there are none', { status: 'decided', kind: 'refund' }],
    ['decided by oneself', { status: 'decided', mine: 'true' }],
    ['open, by a name', { search: firstName }],
    ['decided, by a frequent name', { status: 'decided', search: firstName }],
    ['decided, by a rare subject', { status: 'decided', search: 'number 4711' }],
    ['decided, by a word of every subject', { status: 'decided', search: 'number' }],
    ['decided, by nothing that is there', { status: 'decided', search: 'zzqx' }],
  ] as const
  for (const [name, query] of pages)
    await measure(`Queue: ${name}`, api.cases.list, { query: query as never })
  const ticket = first.cases.find(({ kind }) => kind === 'ticket')!
  const application = first.cases.find(({ kind }) => kind === 'application')!
  await measure('File of a ticket', api.cases.get, { params: { id: ticket._id } })
  await measure('File of an application', api.cases.get, { params: { id: application._id } })
  const mentor = first.cases.flatMap(({ people }) => people).find(({ role }) => role === 'mentor')!
  await measure('A mentor’s file', api.cases.mentor, { params: { id: mentor._id } })
  await measure('Figures of the desk', api.cases.desk, {})

  // Right against the database: what waits, walked to its end.
  const walked: string[] = []
  let cursor: string | null = null
  do {
    const page: { cases: ModerationCase[]; nextCursor: string | null } = await list({
      limit: 50,
      ...(cursor ? { cursor } : {}),
    })
    walked.push(...page.cases.map(({ _id }) => _id))
    cursor = page.nextCursor
  } while (cursor)
  const { rows: expected } = await database.query<{ id: string }>(
    `select id from moderation_case where status = 'open' order by due_at, id`,
  )
  deepStrictEqual(
    walked,
    expected.map(({ id }) => id),
  )
  const { rows: counted } = await database.query<{ count: string }>(
    `select count(*) from moderation_case where status = 'decided'`,
  )
  report({
    title: 'The moderators’ queue above 100,000 decided cases',
    command: 'npx tsx bench/cases.bench.ts',
    columns: ['page', 'median', 'slowest', `under ${goalMs} ms`],
    rows,
    notes: [
      `Whole answers over HTTP, ${rounds} rounds one after the other, PostgreSQL 15 on the same machine; ${walked.length} cases wait, of which 40 applications and 300 tickets came through the API, and ${counted[0]!.count} are decided. What waits, walked to its end, was as in the database.`,
    ],
  })
} finally {
  await app.dispose()
}
