import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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
let permission: NotificationPermission
let subscription: ReturnType<typeof subscriptionFor> | null
let subscribed: unknown[]
let isRegistered: boolean

const subscriptionFor = (key: ArrayBuffer) => ({
  options: { applicationServerKey: key },
  toJSON: () => ({ endpoint: 'https://push.example/x', keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: async () => {
    subscription = null
    return true
  },
})

/** A browser that can show notices, and answers the question as `permission` says. */
beforeEach(() => {
  permission = 'granted'
  subscription = null
  subscribed = []
  isRegistered = false
  const registration = {
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async (options: { applicationServerKey: Uint8Array }) => {
        subscribed.push(options)
        subscription = subscriptionFor(options.applicationServerKey.buffer as ArrayBuffer)
        return subscription
      },
    },
  }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
    requestPermission: async () => permission,
  })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async () => {
        isRegistered = true
      },
      ready: Promise.resolve(registration),
      getRegistration: async () => (isRegistered ? registration : undefined),
    },
  })
  storeLogin(menteeLogin)
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  localStorage.clear()
})

const server = () => fakeServer(() => ({ status: 200, body: { message: 'ok' } }))
const wanted = async () => true
const notWanted = async () => false

describe('switching notices on', () => {
  it('asks, subscribes with the installation key and tells the server', async () => {
    const calls = server()
    expect(await subscribe('mentee', pushKey)).toBe(true)
    expect(subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: new Uint8Array([4, 0, 1]) }])
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
    permission = 'denied'
    expect(await subscribe('mentee', pushKey)).toBe(false)
    expect([calls.length, isRegistered]).toEqual([0, false])
  })

  it('makes a new subscription when the installation has another key', async () => {
    server()
    isRegistered = true
    subscription = subscriptionFor(new Uint8Array([9]).buffer)
    await subscribe('mentee', pushKey)
    expect(subscribed).toHaveLength(1)
    subscription = subscriptionFor(keyBytes)
    await subscribe('mentee', pushKey)
    expect(subscribed).toHaveLength(1)
  })

  it('leaves no subscription in the browser of which the server knows nothing', async () => {
    fakeServer(() => errorResponse(500, 'internal'))
    isRegistered = true
    await expect(subscribe('mentee', pushKey)).rejects.toThrow()
    expect(subscribed).toHaveLength(1)
    expect(await isSubscribed()).toBe(false)
    subscription = subscriptionFor(keyBytes)
    await expect(subscribe('mentee', pushKey)).rejects.toThrow()
    expect(await isSubscribed()).toBe(true)
  })
})

describe('after a sign-in', () => {
  it('the subscription of this browser goes over to the new session', async () => {
    const calls = server()
    isRegistered = true
    subscription = subscriptionFor(keyBytes)
    await renewSubscription('mentee', pushKey, notWanted)
    expect(calls).toHaveLength(1)
  })

  it('notices go on that the account wants and this browser allows, though signing out has ended them', async () => {
    const calls = server()
    isRegistered = true
    subscription = subscriptionFor(keyBytes)
    await unsubscribe()
    expect(await isSubscribed()).toBe(false)
    await renewSubscription('mentee', pushKey, wanted)
    expect([calls.length, subscribed.length, await isSubscribed()]).toEqual([1, 1, true])
  })

  it('nobody is asked, and nothing is begun that the account does not want', async () => {
    const calls = server()
    await renewSubscription('mentee', pushKey, notWanted)
    permission = 'default'
    await renewSubscription('mentee', pushKey, wanted)
    isRegistered = true
    subscription = subscriptionFor(keyBytes)
    await renewSubscription('mentee', pushKey, wanted)
    expect([calls.length, subscribed]).toEqual([0, []])
  })
})

it('after signing out the browser has no subscription', async () => {
  isRegistered = true
  subscription = subscriptionFor(keyBytes)
  await unsubscribe()
  expect(subscription).toBeNull()
})

it('is offered only where it was never asked, and once', () => {
  expect(canPromptForPush()).toBe(false)
  permission = 'default'
  expect(canPromptForPush()).toBe(true)
  dismissPrompt()
  expect(canPromptForPush()).toBe(false)
})

it('is not there in a browser that cannot', async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  expect(canPush()).toBe(false)
  expect(await subscribe('mentee', pushKey)).toBe(false)
})
