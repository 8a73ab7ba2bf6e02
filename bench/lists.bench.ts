import { deepStrictEqual } from 'node:assert/strict'
import { api } from '@marga/contract/api'
import type { EndpointInput, EndpointSpec } from '@marga/contract/endpoint'
import { must } from '../e2e/support/client.ts'
import { report } from './lib/report.ts'
import { inMs, timed, timingOf } from './lib/rounds.ts'
import { startSeededApp } from './lib/seeded-app.ts'

// The pages of moderators and mentors at 100,000 mentees, 10,000 mentors and 1,000,000 slots: right against
// the database, and under 200 ms each.

const size = { mentees: 100_000, mentors: 10_000, enrollments: 50_000, slots: 1_000_000 }
const goalMs = 200
const rounds = 7

const app = await startSeededApp(size)
const { url, database } = app
try {
  const login = await must(url, api.accounts.loginModerator, {
    body: { email: 'moderator@demo.test', password: 'demo-pass-2023' },
  })
  const moderator = { token: login.moderatorAccessToken }
  const demo = await must(url, api.accounts.loginMentor, {
    body: { email: 'mentor@demo.test', password: 'demo-pass-2023' },
  })
  const mentor = { token: demo.mentorAccessToken }

  const rows: string[][] = []
  async function measure<E extends EndpointSpec>(
    name: string,
    endpoint: E,
    input: EndpointInput<E>,
    sent = moderator,
  ) {
    const durations: number[] = []
    for (let round = 0; round < rounds; round++) {
      durations.push((await timed(() => must(url, endpoint, input, sent))).ms)
    }
    const { p50, max } = timingOf(durations)
    rows.push([name, inMs(p50), inMs(max), max < goalMs ? 'yes' : '**no**'])
  }

  const lists = [
    ['all', {}],
    ['blocked', { status: 'blocked' }],
    ['a frequent name', { search: 'kumar' }],
    ['a rare name', { search: 'søren novák' }],
    ['an address', { search: '4711@seed' }],
    ['one letter', { search: 'q' }],
    ['nobody', { search: 'zzqx' }],
    ['two letters of nobody', { search: '§§' }],
    ['blocked, by name', { search: 'sharma', status: 'blocked' }],
  ] as const
  for (const [name, filter] of lists) {
    await measure(`Mentees: ${name}`, api.moderation.mentees, { query: { ...filter, limit: 25 } as never })
    await measure(`Mentors: ${name}`, api.moderation.mentors, { query: { ...filter, limit: 25 } as never })
  }
  await measure('Applicants', api.moderation.requests, { query: { limit: 25 } })
  await measure('Tickets', api.tickets.list, { query: { limit: 25 } as never })
  await measure('Audit log', api.moderation.auditLog, { query: { limit: 25 } })
  const chart = { query: { days: 90 } as never }
  await measure('Chart of daily enrollments, 90 days', api.stats.enrollments, chart)
  await measure('Chart of daily new mentees, 90 days', api.stats.newMentees, chart)
  const own = { params: { mentorId: demo.mentorId } }
  await measure('Mentor: slots of the calendar', api.slots.ofMentor, { ...own, query: {} }, mentor)
  await measure('Mentor: the next 24 hours', api.slots.upcomingLive, own, mentor)
  await measure('Mentor: chart', api.stats.ofMentor, { ...own, ...chart }, mentor)

  // Right against the database: whole lists walked to their end, and charts counted another way.
  for (const filter of [{}, { status: 'blocked' }, { search: 'zubair' }]) {
    const walked: string[] = []
    let cursor: string | null = null
    do {
      const query = { ...filter, limit: 100, ...(cursor ? { cursor } : {}) }
      const page: { mentees: { _id: string }[]; nextCursor: string | null } = await must(
        url,
        api.moderation.mentees,
        { query: query as never },
        moderator,
      )
      walked.push(...page.mentees.map(({ _id }) => _id))
      cursor = page.nextCursor
    } while (cursor)
    const { rows: expected } = await database.query<{ id: string }>(
      `select id from account where role = 'mentee' and deleted_at is null
         and ($1::boolean is null or is_blocked = $1)
         and position($2 in lower(concat(first_name, ' ', last_name, ' ', email))) > 0
       order by created_at desc, id desc`,
      ['status' in filter ? true : null, 'search' in filter ? filter.search : ''],
    )
    deepStrictEqual(
      walked,
      expected.map(({ id }) => id),
    )
    console.log(`${JSON.stringify(filter)}: ${walked.length} mentees, page by page as in the database.`)
  }
  const { dailyEnrollmentData } = await must(url, api.stats.enrollments, chart, moderator)
  for (const { date, count } of dailyEnrollmentData) {
    const { rows: counted } = await database.query<{ count: string }>(
      `select count(*) from enrollment where to_char(started_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') = $1`,
      [date],
    )
    deepStrictEqual(count, Number(counted[0]!.count), date)
  }
  console.log(`${dailyEnrollmentData.length} days of enrollments as in the database.`)

  report({
    title: 'Lists and charts at 100,000 mentees, 10,000 mentors and 1,000,000 slots',
    command: 'npx tsx bench/lists.bench.ts',
    columns: ['page', 'median', 'slowest', `under ${goalMs} ms`],
    rows,
    notes: [
      `Whole answers over HTTP, ${rounds} rounds one after the other, PostgreSQL 15 on the same machine. Lists walked to their end and charts were equal to what SQL says.`,
    ],
  })
} finally {
  await app.dispose()
}
