import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeLogin } from '../../lib/auth-storage.ts'
import { queryClient } from '../../lib/query-client.ts'
import { conversationId, fullMessageOf, menteeId, mentorId, messageOf } from '../../testing/chat-samples.ts'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { deliver } from '../../testing/fake-socket.ts'
import { menteeLogin } from '../../testing/logins.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import MenteeLayout from './mentee-layout.tsx'

const notificationOf = (given: object = {}) => ({
  _id: crypto.randomUUID(),
  type: 'message',
  content: 'You have reveived a message from Ananya',
  isRead: false,
  createdAt: new Date().toISOString(),
  conversationId,
  link: null,
  ...given,
})
let bell: { notifications: object[]; isRead: boolean }
let unread: { unreadConversations: number; communities: object[] }
let markRead: { status: number; body: object }

beforeEach(() => {
  bell = { notifications: [], isRead: true }
  unread = { unreadConversations: 0, communities: [] }
  markRead = { status: 200, body: { message: 'ok' } }
  queryClient.clear()
  toast.dismiss()
})
afterEach(() => void vi.unstubAllGlobals())

async function open(at = '/mentees') {
  storeLogin(menteeLogin)
  const requests = fakeServer(({ url, method }) => {
    if (url.includes('/unread')) return { status: 200, body: unread }
    if (url.includes('/notifications/'))
      return method === 'PATCH' ? markRead : { status: 200, body: { ...bell, nextCursor: null } }
    return { status: 200, body: {} }
  })
  renderSite([{ path: at, Component: MenteeLayout }], at)
  await screen.findAllByRole('link', { name: /Connect/ })
  return requests
}
const openBell = async () => userEvent.click(await screen.findByRole('button', { name: /^Notifications/ }))

it('has Home, Browse Mentors, Schedules and Connect with the unread count', async () => {
  unread.unreadConversations = 2
  await open()
  await screen.findAllByText('2 unread conversations')
  const [bar] = screen.getAllByRole('navigation', { name: 'Main' })
  expect(
    within(bar!)
      .getAllByRole('link')
      .map((link) => `${link.textContent} ${link.getAttribute('href')}`),
  ).toEqual([
    'Home /mentees',
    'Browse Mentors /mentees/browse/mentor',
    'Schedules /mentees/schedules',
    'Connect22 unread conversations /mentees/connect/inbox',
  ])
})

it('has a profile menu of profile, booked slots, subscribed mentors, favourites, tickets, settings and Logout', async () => {
  unread.communities = [{ mentorId, unread: 3 }]
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Profile menu of Neha Rao' }))
  const menu = await screen.findByRole('menu')
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Your Profile',
    'Booked slots',
    'Subscribed mentors33 unread Community messages',
    'Favourites',
    'Tickets',
    'Notifications',
    'Settings',
    'Logout',
  ])
})

it('says that there may be more unread than were counted in a Community', async () => {
  unread.communities = [
    { mentorId, unread: 100 },
    { mentorId: 'another', unread: 3 },
  ]
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Profile menu of Neha Rao' }))
  const item = await screen.findByRole('menuitem', { name: /^Subscribed mentors/ })
  expect(item.textContent).toBe('Subscribed mentors9+103 or more unread Community messages')
})

it('says "No new notifications" behind the bell when there are none', async () => {
  await open()
  await openBell()
  expect(await screen.findByText('No new notifications')).toBeTruthy()
  expect(screen.queryByTestId('unread-dot')).toBeNull()
})

it('shows a red dot while any is unread; opening the bell marks them read', async () => {
  bell = { notifications: [notificationOf()], isRead: false }
  const requests = await open()
  expect(await screen.findByTestId('unread-dot')).toBeTruthy()
  await openBell()
  expect(screen.queryByTestId('unread-dot')).toBeNull()
  const link = await screen.findByRole('link', { name: /You have reveived a message from Ananya/ })
  expect(link.getAttribute('href')).toBe(`/mentees/connect/inbox/${conversationId}`)
  expect(requests.filter(({ method }) => method === 'PATCH').map(({ url, body }) => [url, body])).toEqual([
    [`/api/mentees/notifications/${menteeLogin.userId}`, undefined],
  ])
})

it('says "Marking Notification as read Failed" when that fails, and shows the dot again', async () => {
  bell = { notifications: [notificationOf()], isRead: false }
  markRead = errorResponse(500, 'internal')
  await open()
  await screen.findByTestId('unread-dot')
  await openBell()
  expect(await screen.findByText('Marking Notification as read Failed')).toBeTruthy()
  expect(await screen.findByTestId('unread-dot')).toBeTruthy()
})

it('adds a notification that comes in and says "New Notification", once', async () => {
  await open()
  await openBell()
  const told = notificationOf({ type: 'alert', content: 'Your session is tomorrow.', conversationId: null })
  await deliver('notification', told)
  await deliver('notification', told)
  expect(await screen.findAllByText('New Notification')).toHaveLength(1)
  expect(screen.getByTestId('unread-dot')).toBeTruthy()
  expect(screen.getAllByText('Your session is tomorrow.', { selector: 'span' })).toHaveLength(1)
})

it('adds what the mentee did without a toast and without a dot', async () => {
  await open()
  await openBell()
  const own = { type: 'alert', content: 'You booked a session', conversationId: null, isRead: true }
  await deliver('notification', notificationOf(own))
  expect(await screen.findByText('You booked a session', { selector: 'span' })).toBeTruthy()
  expect(screen.queryByText('New Notification')).toBeNull()
  expect(screen.queryByTestId('unread-dot')).toBeNull()
})

it('says "Schedule changed by mentor" when the mentor changes the schedule', async () => {
  await open()
  const slotId = '0198a000-0000-7000-8000-0000000000d1'
  await deliver('scheduler', { mentorId, slotId, change: 'published', notification: notificationOf() })
  expect(await screen.findByText('Schedule changed by mentor')).toBeTruthy()
  expect(await screen.findByTestId('unread-dot')).toBeTruthy()
})

const ids = { m: '0198a000-0000-7000-8000-0000000000a1', n: '0198a000-0000-7000-8000-0000000000a2' }

it('says "New message from" the sender, once, and skips what the mentee wrote', async () => {
  await open()
  const own = fullMessageOf(messageOf(1, { from: 'mentee', id: ids.n }))
  expect(own.sender.senderId._id).toBe(menteeId)
  await deliver('messageReveived', { ...own, notification: null })
  const told = { ...fullMessageOf(messageOf(2, { id: ids.m })), notification: notificationOf() }
  await deliver('messageReveived', told)
  await deliver('messageReveived', told)
  expect(await screen.findAllByText(/^New message from/)).toHaveLength(1)
  expect(screen.getByText('New message from Ananya')).toBeTruthy()
})
