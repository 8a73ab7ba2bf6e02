import { api } from '@marga/contract/api'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { after, minutesMs } from '../../platform/clock.ts'
import {
  conversationOf,
  enroll,
  newMentee,
  newMentor,
  newModerator,
  ok,
  signInMentee,
  type TestPerson,
  testPassword,
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
const subscriptions = async (person = mentee) =>
  (
    await test.app.db.query
      .selectFrom('pushSubscription')
      .select('endpoint')
      .where('accountId', '=', person.id)
      .execute()
  ).length

describe('a subscription', () => {
  it.each([404, 410, 403])('is forgotten when the service answers %i', async (status) => {
    await want()
    await subscribe('gone')
    await write()
    service.answerWith(status)
    await deliver()
    expect(await subscriptions()).toBe(0)
  })

  it('is forgotten when its key is no key', async () => {
    await want()
    const { endpoint } = service.subscribe('broken')
    const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
    ok(await test.call(calls.subscribePush, { body: { endpoint, keys } }, mentee))
    await write()
    await deliver()
    expect(await subscriptions()).toBe(0)
  })

  it.each([429, 500, 503])(
    'is kept, and the job tries again, when the service answers %i',
    async (status) => {
      await want()
      await subscribe('busy')
      await write()
      service.answerWith(status)
      await expect(deliver()).rejects.toThrow(String(status))
      expect(await subscriptions()).toBe(1)
      service.answerWith(201)
      await deliver()
      expect(service.received).toHaveLength(1)
    },
  )

  it('ends with the session that made it: by signing out and by another password', async () => {
    await subscribe('first')
    const body = { refreshToken: mentee.refreshToken }
    ok(await test.call(api.accounts.logoutMentee, { body }))
    expect(await subscriptions()).toBe(0)
    const [here, there] = [await signInMentee(test, mentee.email), await signInMentee(test, mentee.email)]
    await subscribe('here', here)
    await subscribe('there', there)
    const change = {
      password: testPassword,
      newPassword: 'quite another phrase',
      confirmPassword: 'quite another phrase',
    }
    ok(await test.call(calls.changePassword, { body: change }, here))
    expect(await subscriptions()).toBe(1)
  })

  it('goes over to the next person who uses the browser in the same role', async () => {
    const next = await newMentee(test)
    const browser = service.subscribe('shared')
    ok(await test.call(calls.subscribePush, { body: browser }, mentee))
    ok(await test.call(calls.subscribePush, { body: browser }, next))
    expect([await subscriptions(mentee), await subscriptions(next)]).toEqual([0, 1])
    ok(await test.call(calls.unsubscribePush, { body: { endpoint: browser.endpoint } }, mentee))
    expect(await subscriptions(next)).toBe(1)
    ok(await test.call(calls.unsubscribePush, { body: { endpoint: browser.endpoint } }, next))
    expect(await subscriptions(next)).toBe(0)
  })

  it('is kept for the ten browsers that a person used last', async () => {
    const inOrder = async (device: string) => {
      await subscribe(device)
      await test.app.clock.moveTo(test.app.db, after(test.app.clock.now(), minutesMs(1)))
    }
    for (let device = 0; device < 10; device++) await inOrder(`device-${device}`)
    await inOrder('device-0')
    await inOrder('device-10')
    const { rows } = await test.app.db.pool.query<{ endpoint: string }>(
      'select endpoint from push_subscription where account_id = $1 order by created_at',
      [mentee.id],
    )
    const kept = [2, 3, 4, 5, 6, 7, 8, 9, 0, 10].map(
      (device) => service.subscribe(`device-${device}`).endpoint,
    )
    expect(rows.map(({ endpoint }) => endpoint)).toEqual(kept)
  })

  it.each([
    'http://fcm.googleapis.com/x',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user@fcm.googleapis.com/x',
    'https://evil.example/push.apple.com',
  ])('is refused at %s, which is no push service', async (endpoint) => {
    const { keys } = service.subscribe('x')
    const response = await test.call(calls.subscribePush, { body: { endpoint, keys } }, mentee)
    expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  })

  it.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
  ])('is taken at %s', async (endpoint) => {
    const { keys } = service.subscribe('y')
    ok(await test.call(calls.subscribePush, { body: { endpoint, keys } }, mentee))
  })
})
