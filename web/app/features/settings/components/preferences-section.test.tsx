import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { type FakePush, fakePush, leaveFakePush } from '../../../testing/fake-push.ts'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { menteeLogin } from '../../../testing/logins.ts'
import { PreferencesSection } from './preferences-section.tsx'

let push: FakePush

beforeEach(() => {
  push = fakePush()
})
afterEach(leaveFakePush)

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

it('says which browsers show notices: an eleventh takes the place of the one that was not used for longest', async () => {
  open()
  expect(await screen.findByText('Notifications appear in the 10 browsers that you used last.')).toBeTruthy()
})

it('tells a browser that refuses from a connection that fails', async () => {
  open(errorResponse(500, 'internal'))
  await screen.findByText(notHere)
  push.permission = 'denied'
  await userEvent.click(await messages())
  expect(await screen.findByText('This browser does not allow notifications')).toBeTruthy()
  push.permission = 'granted'
  await userEvent.click(await messages())
  expect(await screen.findByText('Notifications could not be turned on')).toBeTruthy()
  expect((await messages()).getAttribute('aria-checked')).toBe('false')
})
