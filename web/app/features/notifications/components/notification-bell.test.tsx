import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { menteeLogin } from '../../../testing/logins.ts'
import { NotificationBell } from './notification-bell.tsx'

afterEach(() => void vi.unstubAllGlobals())

async function openBell() {
  const owner = { role: 'mentee', userId: menteeLogin.userId } as const
  renderInArea(<NotificationBell owner={owner} conversationHref={(id) => `/inbox/${id}`} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications' }))
}

it('says that nothing is new only once that is known', async () => {
  let give = () => {}
  const isGiven = new Promise<void>((resolve) => {
    give = resolve
  })
  fakeServer(async () => {
    await isGiven
    return { status: 200, body: { notifications: [], isRead: true, nextCursor: null } }
  })
  await openBell()
  expect(await screen.findByText('Loading...')).toBeTruthy()
  expect(screen.queryByText('No new notifications')).toBeNull()
  give()
  expect(await screen.findByText('No new notifications')).toBeTruthy()
})

it('says so when the notifications could not be fetched', async () => {
  fakeServer(() => errorResponse(500, 'internal', 'Please try again.'))
  await openBell()
  expect(await screen.findByText('Please try again.')).toBeTruthy()
  expect(screen.queryByText('No new notifications')).toBeNull()
})
