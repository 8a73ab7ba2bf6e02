import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ok } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { loadDemo } from './load-demo.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
  await loadDemo(test.app)
  await test.app.ledgerOpening.open()
})
afterAll(() => test.close())

it('has a subscription of which what is unused can go back', async () => {
  const body = { email: 'mentee@demo.test', password: 'demo-pass-2023' }
  const { menteeId, accessToken: token } = ok(await test.call(api.accounts.loginMentee, { body }))
  const own = { params: { menteeId } }
  const { allMentorsSubscribed } = ok(await test.call(api.enrollments.subscribedMentors, own, { token }))
  for (const { amount, unusedRupees, callsLeft } of allMentorsSubscribed) {
    expect(unusedRupees).toBeGreaterThanOrEqual((amount / 4) * callsLeft)
    expect(unusedRupees).toBeLessThanOrEqual(amount)
  }
})

it('has mentors who answer at different speeds, and two who wait for the demo mentor', async () => {
  const { mentorsSearchResult } = ok(await test.call(api.search.mentors, { query: { limit: 100 } as never }))
  const shown = mentorsSearchResult.flatMap(({ response }) => (response ? [response.medianMinutes] : []))
  expect(shown.length).toBeGreaterThan(5)
  expect(new Set(shown).size).toBeGreaterThan(3)
  const body = { email: 'mentor@demo.test', password: 'demo-pass-2023' }
  const { mentorId, mentorAccessToken: token } = ok(await test.call(api.accounts.loginMentor, { body }))
  const own = ok(await test.call(api.responseTimes.own, { params: { mentorId } }, { token }))
  expect(own.waiting.map(({ isLate }) => isLate)).toEqual([false, false])
  expect(own.late).toEqual([])
  expect(own.response!.count).toBe(own.answers)
})

it('has cases that wait and some that were decided, and none that is overdue', async () => {
  const body = { email: 'moderator@demo.test', password: 'demo-pass-2023' }
  const { moderatorAccessToken: token } = ok(await test.call(api.accounts.loginModerator, { body }))
  const list = async (status: 'open' | 'decided') =>
    ok(await test.call(api.cases.list, { query: { status } as never }, { token })).cases
  const open = await list('open')
  expect(open.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['application', 'ticket']))
  expect(open.filter(({ isOverdue }) => isOverdue)).toEqual([])
  expect((await list('decided')).map(({ subject }) => subject)).toEqual([
    'A link on the profile that led elsewhere',
    'Recording behind an open link',
  ])
})

it('goes on to the day: people join and subscribe in each of the last four weeks, and the moderator was there before', async () => {
  const body = { email: 'moderator@demo.test', password: 'demo-pass-2023' }
  const { moderatorAccessToken: token } = ok(await test.call(api.accounts.loginModerator, { body }))
  const query = { days: 28 } as never
  const weeks = (days: readonly { count: number }[]) =>
    [0, 7, 14, 21].map((from) => days.slice(from, from + 7).reduce((sum, { count }) => sum + count, 0))
  const { dailyEnrollmentData } = ok(await test.call(api.stats.enrollments, { query }, { token }))
  const { newMenteeDetail } = ok(await test.call(api.stats.newMentees, { query }, { token }))
  expect(Math.min(...weeks(dailyEnrollmentData)), String(weeks(dailyEnrollmentData))).toBeGreaterThan(0)
  expect(Math.min(...weeks(newMenteeDetail)), String(weeks(newMenteeDetail))).toBeGreaterThan(0)
  const { entries } = ok(await test.call(api.moderation.auditLog, { query: {} }, { token }))
  const { rows } = await test.app.db.pool.query<{ since: Date }>(
    'select created_at as since from account where email = $1',
    [body.email],
  )
  const firstAct = Math.min(...entries.map(({ createdAt }) => Date.parse(createdAt)))
  expect(rows[0]!.since.getTime()).toBeLessThan(firstAct)
})
