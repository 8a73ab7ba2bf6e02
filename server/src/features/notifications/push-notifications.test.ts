import { api } from '@marga/contract/api'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hoursMs } from '../../platform/clock.ts'
import { formatShortMoment } from '../../platform/date-format.ts'
import {
  book,
  conversationOf,
  enroll,
  hoursAhead,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  type TestPerson,
} from '../../testing/people.ts'
import { type PushService, startPushService } from '../../testing/push-service.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import type { PushJob } from './push-notifications.service.ts'

const calls = api.accountSettings.mentee
let service: PushService
let test: TestApp
let mentor: TestPerson
let mentee: TestPerson
let conversationId: string
beforeAll(async () => {
  service = await startPushService()
  test = await startTestApp({ env: { PUSH_SERVICES: service.host } })
})
afterAll(async () => {
  await test.close()
  await service.close()
})
beforeEach(async () => {
  mentor = await newMentor(test, await newModerator(test))
  mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
  conversationId = await conversationOf(test, mentee, mentor)
})
afterEach(() => {
  service.answerWith(201)
  service.received.length = 0
})

const want = async (person = mentee, push = { messages: true, reminders: true }) =>
  ok(await test.call(calls.editPreferences, { params: { ownId: person.id }, body: { push } }, person))
const subscribe = async (device: string, person = mentee) =>
  ok(await test.call(calls.subscribePush, { body: service.subscribe(device) }, person))
const write = async (message = 'A secret sentence') =>
  ok(
    await test.call(
      api.chat.mentor.send,
      { params: { conversationId }, body: { message, sender: mentor.id } },
      mentor,
    ),
  )
const waiting = async () =>
  (
    await test.app.db.pool.query<{ payload: PushJob }>(
      `select payload from graphile_worker._private_jobs as jobs
       join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
       where tasks.identifier = 'push:send' and payload->>'accountId' = $1`,
      [mentee.id],
    )
  ).rows.map(({ payload }) => payload)
const deliver = async () => {
  for (const payload of await waiting()) await test.app.jobHandlers['push:send'](payload)
}

describe('a notice of a message', () => {
  it('reaches the browser encrypted, says who and not what, and proves who sends it', async () => {
    await want()
    await subscribe('phone')
    await write()
    await write('Another')
    await deliver()
    const { pushKey } = ok(await test.call(api.installation.config, {}))
    expect(service.received).toEqual([
      {
        device: 'phone',
        notice: {
          title: 'Vikram',
          body: 'has written to you',
          path: `/mentees/connect/inbox/${conversationId}`,
          tag: conversationId,
        },
        ttl: expect.any(Number),
        claims: expect.objectContaining({ key: pushKey, sub: 'mailto:no-reply@localhost' }),
      },
    ])
  })

  it('is one of several messages that are written at the same moment', async () => {
    await want()
    await subscribe('phone')
    await subscribe('laptop')
    await Promise.all(Array.from({ length: 5 }, (_, n) => write(`message ${n}`)))
    expect((await waiting()).map(({ notice }) => notice.tag)).toEqual([conversationId, conversationId])
  })

  it('reaches every device of the person', async () => {
    await want()
    await subscribe('one')
    await subscribe('two')
    await write()
    await deliver()
    expect(service.received.map(({ device }) => device).sort()).toEqual(['one', 'two'])
  })

  it('is not sent to who has read it, does not want it, or never asked', async () => {
    await write()
    expect(await waiting()).toEqual([])
    await subscribe('unwanted')
    await write()
    expect(await waiting()).toEqual([])
    await want()
    await write()
    expect(await waiting()).toHaveLength(1)
    ok(
      await test.call(
        api.chat.mentee.markRead,
        { params: { conversationId }, body: { conversationId, isRead: true } },
        mentee,
      ),
    )
    await deliver()
    await write()
    await want(mentee, { messages: false, reminders: true })
    await deliver()
    expect(service.received).toEqual([])
  })

  it('is not sent when it is too late', async () => {
    await want()
    await subscribe('late')
    await write()
    test.clock.advance(hoursMs(13))
    await deliver()
    test.clock.advance(-hoursMs(13))
    expect(service.received).toEqual([])
  })
})

it('a reminder of a session reaches both who want it', async () => {
  await want()
  await subscribe('phone')
  const slot = await publish(test, mentor, hoursAhead(test, 30))
  ok(await book(test, mentee, slot._id))
  test.clock.advance(hoursMs(7))
  await test.app.jobHandlers['slots:remind']({})
  await deliver()
  test.clock.advance(-hoursMs(7))
  const begins = `Begins ${formatShortMoment(new Date(slot.start), null)}`
  expect(service.received.map(({ notice }) => [notice.title, notice.body, notice.path])).toEqual([
    ['Session', begins, `/mentees/connect/live/${slot._id}`],
  ])
})
