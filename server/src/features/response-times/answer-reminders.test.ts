import { api } from '@marga/contract/api'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { after, hoursMs } from '../../platform/clock.ts'
import { newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { type PushService, startPushService } from '../../testing/push-service.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askedInTheEvening, type Questions, sweepThrice } from '../../testing/waiting-question.ts'
import type { PushJob } from '../notifications/push-notifications.service.ts'

const calls = api.accountSettings.mentor
let service: PushService
let test: TestApp
let moderator: TestPerson
beforeAll(async () => {
  service = await startPushService()
  test = await startTestApp({ env: { PUSH_SERVICES: service.host } })
  moderator = await newModerator(test)
})
afterAll(async () => {
  await test.close()
  await service.close()
})
beforeEach(() => {
  service.received.length = 0
})

/** By a mentor who wants notices on a device, has read the question, and is reminded of it. */
async function readAndReminded(): Promise<Questions> {
  const { questions, since } = await askedInTheEvening(test, moderator)
  const { mentor, conversationId } = questions
  ok(
    await test.call(
      calls.editPreferences,
      { params: { ownId: mentor.id }, body: { push: { messages: true } } },
      mentor,
    ),
  )
  ok(await test.call(calls.subscribePush, { body: service.subscribe(mentor.id) }, mentor))
  const body = { conversationId, isRead: true }
  ok(await test.call(api.chat.mentor.markRead, { params: { conversationId }, body }, mentor))
  await test.app.clock.moveTo(test.app.db, after(since, hoursMs(16)))
  await sweepThrice(test)
  return questions
}

async function deliver({ mentor }: Questions) {
  const { rows } = await test.app.db.pool.query<{ payload: PushJob }>(
    `select payload from graphile_worker._private_jobs as jobs
     join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
     where tasks.identifier = 'push:send' and payload->>'accountId' = $1`,
    [mentor.id],
  )
  for (const { payload } of rows) await test.app.jobHandlers['push:send'](payload)
}

it('reaches the device of a mentor who has read the question, beside the notice of its messages', async () => {
  const questions = await readAndReminded()
  await deliver(questions)
  expect(service.received.map(({ notice }) => notice)).toEqual([
    {
      title: 'Asha',
      body: expect.stringMatching(/^waits for your answer, until /),
      path: `/mentors/connect/inbox/${questions.conversationId}`,
      tag: `answer:${questions.conversationId}`,
    },
  ])
})

it('does not reach it where the answer was quicker', async () => {
  const questions = await readAndReminded()
  await questions.answer()
  await deliver(questions)
  expect(service.received).toEqual([])
})
