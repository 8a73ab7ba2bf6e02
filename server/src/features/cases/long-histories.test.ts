import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CaseWorld, makeCaseWorld } from '../../testing/case-world.ts'
import { ok } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { newApplication, statusOf } from '../../testing/vetting.ts'

let test: TestApp
let world: CaseWorld
beforeAll(async () => {
  test = await startTestApp()
  world = await makeCaseWorld(test)
})
afterAll(() => test.close())

const most = limits.applicantAnswersInARow
const answer = (token: string, text: string) =>
  test.call(api.mentors.answerAsApplicant, { body: { token, text } })
const ask = (mentorId: string, text: string) =>
  test.call(api.cases.stage, { body: { mentorId, stage: 'info_wanted', text } }, world.moderator)

it('an applicant is heard so often, and again once a moderator has written', async () => {
  const { mentorId, applicationId, token } = await newApplication(test, world.moderator)
  ok(await ask(mentorId, 'Which firm?'))
  const statuses = await Promise.all(
    Array.from({ length: most + 3 }, async (_, number) => (await answer(token, `Line ${number}`)).status),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(most)
  const refused = await answer(token, 'One more.')
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    429,
    'rate_limited',
    'You have sent 20 answers since we last wrote to you. Please wait until we have read them.',
  ])
  expect((await world.file(applicationId)).evidence.application!.exchange).toHaveLength(most + 1)
  ok(await ask(mentorId, 'And since when?'))
  ok(await answer(token, 'Since 2015.'))
  expect((await statusOf(test, token)).exchange.at(-1)).toMatchObject({ text: 'Since 2015.' })
})

it('what was written to and fro is shown from its end, in its order', async () => {
  const { applicationId, token } = await newApplication(test, world.moderator)
  const many = limits.applicantExchangeMax + 5
  await test.app.db.pool.query(
    `insert into application_message (id, application_id, at, is_from_applicant, text)
     select gen_random_uuid(), $1, now() - interval '1 hour' + n * interval '1 second', n % 2 = 0, 'Line ' || n
     from generate_series(1, $2) as n`,
    [applicationId, many],
  )
  const lines = Array.from({ length: limits.applicantExchangeMax }, (_, index) => `Line ${index + 6}`)
  const seen = await statusOf(test, token)
  expect(seen.exchange.map(({ text }) => text)).toEqual(lines)
  expect(seen.shortened).toEqual(['exchange'])
  const { application, shortened } = (await world.file(applicationId)).evidence
  expect(shortened).toEqual(['exchange'])
  expect(application!.exchange.map(({ text }) => text)).toEqual(lines)
})

it('a case whose history is long shows what was noted last', async () => {
  const id = await world.raise(await world.pair())
  const history = Array.from({ length: limits.unpagedListMax }, (_, number) => ({
    ...{ id: v7(), caseId: id, what: 'note', moderatorId: world.second.id, text: `Note ${number}` },
    at: new Date(test.app.clock.now().getTime() - 1_000_000 + number),
  }))
  await test.app.db.query.insertInto('caseEvent').values(history).execute()
  ok(await test.call(api.cases.note, { params: { id }, body: { text: 'The last.' } }, world.second))
  const { events, evidence } = await world.file(id)
  expect(evidence.shortened).toEqual(['events'])
  expect(events[0]!.what).toBe('opened')
  expect(events.slice(1).map(({ text }) => text)).toEqual([
    ...history.slice(1).map(({ text }) => text),
    'The last.',
  ])
})
