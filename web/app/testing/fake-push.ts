import { vi } from 'vitest'

/** A browser that can show notifications, and what it was asked. Ends with `leaveFakePush`. */
export type FakePush = {
  /** The person's answer. */
  permission: NotificationPermission
  subscription: ReturnType<typeof subscriptionFor> | null
  /** What subscriptions were made with, in order. */
  subscribed: unknown[]
  isRegistered: boolean
  /** Shown, and not put away. */
  notices: { close: () => void }[]
}

const subscriptionFor = (push: { subscription: unknown }, key: ArrayBuffer) => ({
  options: { applicationServerKey: key },
  toJSON: () => ({ endpoint: 'https://push.example/x', keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: async () => {
    push.subscription = null
    return true
  },
})

/** As if it had been subscribed before, with this key of an installation. */
export function holdSubscription(push: FakePush, key: ArrayBuffer) {
  push.isRegistered = true
  push.subscription = subscriptionFor(push, key)
}

export function fakePush(): FakePush {
  const push: FakePush = {
    permission: 'granted',
    subscription: null,
    subscribed: [],
    isRegistered: false,
    notices: [],
  }
  const registration = {
    getNotifications: async () => [...push.notices],
    pushManager: {
      getSubscription: async () => push.subscription,
      subscribe: async (options: { applicationServerKey: Uint8Array }) => {
        push.subscribed.push(options)
        push.subscription = subscriptionFor(push, options.applicationServerKey.buffer as ArrayBuffer)
        return push.subscription
      },
    },
  }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return push.permission
    },
    requestPermission: async () => push.permission,
  })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async () => {
        push.isRegistered = true
        return registration
      },
      ready: Promise.resolve(registration),
      getRegistration: async () => (push.isRegistered ? registration : undefined),
    },
  })
  return push
}

export function leaveFakePush() {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
}
