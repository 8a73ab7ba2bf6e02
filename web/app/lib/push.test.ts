import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakePush, fakePush, holdSubscription, leaveFakePush } from '../testing/fake-push.ts'
import { errorResponse, fakeServer } from '../testing/fake-server.ts'
import { menteeLogin } from '../testing/logins.ts'
import { storeLogin } from './auth-storage.ts'
import {
  canPromptForPush,
  canPush,
  dismissPrompt,
  isSubscribed,
  renewSubscription,
  subscribe,
  unsubscribe,
} from './push.ts'

const pushKey = 'BAAB'
const keyBytes = new Uint8Array([4, 0, 1]).buffer
let push: FakePush

beforeEach(() => {
  push = fakePush()
  storeLogin(menteeLogin)
})
afterEach(() => {
  leaveFakePush()
  localStorage.clear()
})

const server = () => fakeServer(() => ({ status: 200, body: { message: 'ok' } }))
const wanted = async () => true
const notWanted = async () => false

describe('switching notices on', () => {
  it('asks, subscribes with the installation key and tells the server', async () => {
    const calls = server()
    expect(await subscribe('mentee', pushKey)).toBe(true)
    expect(push.subscribed).toEqual([
      { userVisibleOnly: true, applicationServerKey: new Uint8Array([4, 0, 1]) },
    ])
    expect(calls).toMatchObject([
      {
        method: 'PUT',
        url: '/api/mentees/push-subscriptions',
        body: { endpoint: 'https://push.example/x', keys: { p256dh: 'p', auth: 'a' } },
      },
    ])
  })

  it('does nothing when the person refuses', async () => {
    const calls = server()
    push.permission = 'denied'
    expect(await subscribe('mentee', pushKey)).toBe(false)
    expect([calls.length, push.isRegistered]).toEqual([0, false])
  })

  it('makes a new subscription when the installation has another key', async () => {
    server()
    holdSubscription(push, new Uint8Array([9]).buffer)
    await subscribe('mentee', pushKey)
    expect(push.subscribed).toHaveLength(1)
    holdSubscription(push, keyBytes)
    await subscribe('mentee', pushKey)
    expect(push.subscribed).toHaveLength(1)
  })

  it('leaves no subscription in the browser of which the server knows nothing', async () => {
    fakeServer(() => errorResponse(500, 'internal'))
    await expect(subscribe('mentee', pushKey)).rejects.toThrow()
    expect(push.subscribed).toHaveLength(1)
    expect(await isSubscribed()).toBe(false)
    holdSubscription(push, keyBytes)
    await expect(subscribe('mentee', pushKey)).rejects.toThrow()
    expect(await isSubscribed()).toBe(true)
  })
})

describe('after a sign-in', () => {
  it('the subscription of this browser goes over to the new session', async () => {
    const calls = server()
    holdSubscription(push, keyBytes)
    await renewSubscription('mentee', pushKey, notWanted)
    expect(calls).toHaveLength(1)
  })

  it('notices go on that the account wants and this browser allows, though signing out has ended them', async () => {
    const calls = server()
    holdSubscription(push, keyBytes)
    await unsubscribe()
    expect(await isSubscribed()).toBe(false)
    await renewSubscription('mentee', pushKey, wanted)
    expect([calls.length, push.subscribed.length, await isSubscribed()]).toEqual([1, 1, true])
  })

  it('nobody is asked, and nothing is begun that the account does not want', async () => {
    const calls = server()
    await renewSubscription('mentee', pushKey, notWanted)
    push.permission = 'default'
    await renewSubscription('mentee', pushKey, wanted)
    holdSubscription(push, keyBytes)
    await renewSubscription('mentee', pushKey, wanted)
    expect([calls.length, push.subscribed]).toEqual([0, []])
  })
})

it('after signing out the browser has no subscription, and shows no notice of who was signed in', async () => {
  holdSubscription(push, keyBytes)
  push.notices = [{ close: () => void push.notices.pop() }]
  await unsubscribe()
  expect(push.notices).toEqual([])
  expect(push.subscription).toBeNull()
})

it('is offered only where it was never asked, and once', () => {
  expect(canPromptForPush()).toBe(false)
  push.permission = 'default'
  expect(canPromptForPush()).toBe(true)
  dismissPrompt()
  expect(canPromptForPush()).toBe(false)
})

it('is not there in a browser that cannot', async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  expect(canPush()).toBe(false)
  expect(await subscribe('mentee', pushKey)).toBe(false)
})
