import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { menteeLogin } from '../../../testing/logins.ts'
import { PreferencesSection } from './preferences-section.tsx'

let permission: NotificationPermission
let subscription: object | null

/** A browser that can show notices, has no subscription, and answers the question as `permission` says. */
beforeEach(() => {
  permission = 'granted'
  subscription = null
  const made = {
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint: 'https://push.example/x', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      subscription = null
      return true
    },
  }
  const registration = {
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async () => {
        subscription = made
        return made
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
      register: async () => registration,
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const email = { messages: true, bookings: true, reminders: true, payments: true, reviews: true }

/** Of an account that wants notices of messages, turned on somewhere else. */
function open(subscribing: { status: number; body: unknown } = { status: 200, body: { message: 'ok' } }) {
  const requests = fakeServer(({ url }) =>
    url.endsWith('/push-subscriptions')
      ? subscribing
      : { status: 200, body: { preferences: { email, push: { messages: true, reminders: false } } } },
  )
  renderInArea(<PreferencesSection of="mentee" userId={menteeLogin.userId} pushKey="BAAB" />)
  return requests
}
const notHere = 'On for your account, but not in this browser.'
const messages = () => screen.findByRole('switch', { name: 'Messages on this device' })

it('shows notices as off where this browser gets none, says so, and turns them on here', async () => {
  const requests = open()
  expect(await screen.findByText(notHere)).toBeTruthy()
  expect((await messages()).getAttribute('aria-checked')).toBe('false')
  await userEvent.click(await messages())
  await waitFor(async () => expect((await messages()).getAttribute('aria-checked')).toBe('true'))
  expect(screen.queryByText(notHere)).toBeNull()
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toContain(
    'PUT /api/mentees/push-subscriptions',
  )
})

it('tells a browser that refuses from a connection that fails', async () => {
  open(errorResponse(500, 'internal'))
  await screen.findByText(notHere)
  permission = 'denied'
  await userEvent.click(await messages())
  expect(await screen.findByText('This browser does not allow notifications')).toBeTruthy()
  permission = 'granted'
  await userEvent.click(await messages())
  expect(await screen.findByText('Notifications could not be turned on')).toBeTruthy()
  expect((await messages()).getAttribute('aria-checked')).toBe('false')
})
