import type { WaitingQuestion } from '@marga/contract/response-times'
import type { Slot } from '@marga/contract/slots'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeLogin } from '../../lib/auth-storage.ts'
import { setOwnTimeZone } from '../../lib/dates.ts'
import { queryClient } from '../../lib/query-client.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { mentorLogin } from '../../testing/logins.ts'
import { mentorOf } from '../../testing/mentor-samples.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import { slotOf } from '../../testing/slot-samples.ts'
import MentorHomePage from './mentor-home-page.tsx'
import MentorLayout from './mentor-layout.tsx'

beforeEach(() => {
  queryClient.clear()
  toast.dismiss()
})
afterEach(() => {
  cleanup()
  setOwnTimeZone(null)
  vi.unstubAllGlobals()
})

const toastTexts = () =>
  [...document.querySelectorAll('[data-sonner-toast]')].map(({ textContent }) => textContent)

async function openArea(unreadConversations = 0) {
  storeLogin(mentorLogin)
  fakeServer(({ url }) => {
    if (url.includes('/unread')) return { status: 200, body: { unreadConversations, communities: [] } }
    if (url.includes('/notifications/'))
      return { status: 200, body: { notifications: [], isRead: true, nextCursor: null } }
    return { status: 200, body: {} }
  })
  renderSite([{ path: '/mentors', Component: MentorLayout }], '/mentors')
  await screen.findAllByRole('link', { name: /Connect/ })
}

it('has Home, Scheduler, Connect with the unread count, and Tickets', async () => {
  await openArea(3)
  await screen.findAllByText('3 unread conversations')
  const [bar] = screen.getAllByRole('navigation', { name: 'Main' })
  const links = within(bar!).getAllByRole('link')
  expect(links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual([
    'Home /mentors',
    'Scheduler /mentors/scheduler',
    'Connect33 unread conversations /mentors/connect/inbox/',
    'Tickets /mentors/tickets',
  ])
})

it('has a profile menu of profile, subscribed mentees, tickets and Logout', async () => {
  await openArea()
  await userEvent.click(screen.getByRole('button', { name: `Profile menu of ${mentorLogin.name}` }))
  const menu = within(await screen.findByRole('menu'))
  const items = menu.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(items.slice(0, 2)).toEqual(['Profile', 'Subscribed mentees'])
  expect(items).toContain('Tickets')
  expect(items.at(-1)).toBe('Logout')
})

type Waiting = { conversationId: string; firstName: string; dueInHours: number }

async function openHome(works: boolean, waiting: Waiting[] = [], coming: Slot[] = []) {
  const profileData = {
    ...mentorOf(),
    email: 'a@b.in',
    isEmailVerified: true,
    phone: '9876543210',
    locale: null,
  }
  const enrollmentObject = [
    { date: '2026-11-20', count: 0 },
    { date: '2026-11-21', count: 2 },
  ]
  fakeServer(({ url }) => {
    if (url.includes('edit-profile')) return { status: 200, body: { profileData } }
    if (!works) return errorResponse(500, 'internal')
    if (url.includes('/time-requests')) return { status: 200, body: { requests: [] } }
    if (url.includes('daily-enrollment')) return { status: 200, body: { enrollmentObject } }
    if (url.includes('todays-live')) return { status: 200, body: { sessionDetails: [] } }
    if (url.includes('/response/'))
      return {
        status: 200,
        body: { response: null, answers: 0, late: [], waiting: waiting.map(questionOfMentee) },
      }
    return { status: 200, body: { allTimeSlots: coming, unreadConversations: 0, communities: [] } }
  })
  renderInArea(
    <Suspense>
      <MentorHomePage />
    </Suspense>,
    { login: mentorLogin },
  )
  await screen.findByRole('heading', { level: 1 })
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const questionOfMentee = ({ conversationId, firstName, dueInHours }: Waiting): WaitingQuestion => ({
  conversationId,
  menteeId: { _id: conversationId, firstName, lastName: 'Rao', profileImageUrl: null },
  since: inHours(dueInHours - 24),
  dueAt: inHours(dueInHours),
  isLate: dueInHours <= 0,
  standstill: null,
})

it('lists whose answer is late or due today, with the way into the conversation, then who waits besides, and since when', async () => {
  // Sunday 22 November, 1:00 pm in India.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T07:30:00.000Z') })
  setOwnTimeZone('Asia/Kolkata')
  await openHome(true, [
    { conversationId: 'c1', firstName: 'Latika', dueInHours: -19 },
    { conversationId: 'c2', firstName: 'Sunil', dueInHours: 5 },
    { conversationId: 'c3', firstName: 'Meera', dueInHours: 20 },
  ])
  const due = within(await screen.findByRole('region', { name: 'Answers due today' }))
  const [first, second, third, ...rest] = await due.findAllByRole('listitem')
  expect(first!.textContent).toContain('Late since yesterday, 6:00 pm')
  expect(second!.textContent).toContain('5 h left, due today, 6:00 pm')
  expect(third!.textContent).toContain('Meera RaoSince today, 9:00 am')
  expect(rest).toEqual([])
  expect(due.getByRole('link', { name: /Sunil Rao/ }).getAttribute('href')).toBe('/mentors/connect/inbox/c2')
  const later = within(due.getByRole('region', { name: 'Due later' }))
  expect(later.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([third!.textContent])
  expect(due.queryByText(/more due/)).toBeNull()
  expect(due.getByRole('link', { name: 'Response times' }).getAttribute('href')).toBe(
    '/mentors/response-times',
  )
})

it('shows the first six of many that are due', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T07:30:00.000Z') })
  setOwnTimeZone('Asia/Kolkata')
  const many = Array.from({ length: 8 }, (_, index) => `c${index}`)
  await openHome(
    true,
    many.map((conversationId) => ({ conversationId, firstName: conversationId, dueInHours: 5 })),
  )
  const due = within(await screen.findByRole('region', { name: 'Answers due today' }))
  expect(await due.findAllByRole('listitem')).toHaveLength(6)
  expect(due.getByText(/^2 more due today\./)).toBeTruthy()
  expect(due.getByRole('link', { name: 'Open the inbox' }).getAttribute('href')).toBe(
    '/mentors/connect/inbox',
  )
})

it('is kind where nothing is due today, and says what comes next', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T07:30:00.000Z') })
  setOwnTimeZone('Asia/Kolkata')
  await openHome(true)
  expect(await screen.findByText('No one is waiting for you.')).toBeTruthy()
  cleanup()
  await openHome(true, [{ conversationId: 'c3', firstName: 'Meera', dueInHours: 20 }])
  expect((await screen.findByText(/^Nothing is due today/)).textContent).toBe(
    'Nothing is due today. 1 person waits, the next answer is due tomorrow, 9:00 am.',
  )
})

it('welcomes the mentor above the chart of enrolled mentees and the sessions of 24 hours', async () => {
  await openHome(true)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`Welcome, ${mentorLogin.name}`)
  expect(await screen.findByRole('heading', { name: 'Enrolled mentees over time' })).toBeTruthy()
  expect(await screen.findByText('2 enrolled mentees today')).toBeTruthy()
  expect(screen.getAllByText(/24 hours/).length).toBeGreaterThan(0)
})

it('shows the session that is next, however far ahead, and how many mentees there are', async () => {
  const [start, end] = [inHours(90), inHours(91)]
  await openHome(true, [], [slotOf({ status: 'booked', start, end, title: 'My CV' })])
  expect(await screen.findByText(/^My CV with /)).toBeTruthy()
  expect(screen.queryByText('No sessions in the next 24 hours')).toBeNull()
  const mentees = await screen.findByRole('link', { name: /^2 ?Mentees$/ })
  expect(mentees.getAttribute('href')).toBe('/mentors/subscribed-mentees')
})

it('says how many days away the next session is by the calendar of the mentor’s zone', async () => {
  // Sunday 22 November, 1:00 pm in India.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T07:30:00.000Z') })
  const sessionIn = (hours: number) =>
    slotOf({ status: 'booked', start: inHours(hours), end: inHours(hours + 1) })
  await openHome(true, [], [sessionIn(43)])
  expect(await screen.findByText('Your next session, in 2 days')).toBeTruthy()
  cleanup()
  queryClient.clear()
  await openHome(true, [], [sessionIn(30)])
  expect(await screen.findByText('Your next session, tomorrow')).toBeTruthy()
})

it('neither counts nor shows as next a session that ended since the times were asked for', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: new Date('2026-11-22T07:30:00.000Z') })
  const [soon, later] = [1, 90].map((hours) =>
    slotOf({ _id: `s${hours}`, status: 'booked', start: inHours(hours), end: inHours(hours + 1) }),
  )
  await openHome(true, [], [soon!, later!])
  expect(await screen.findByText('Your next session, in 1 hour')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^2 ?Booked sessions ahead$/ })).toBeTruthy()
  vi.setSystemTime(new Date(later!.start).getTime() - 48 * 3_600_000)
  await act(() => vi.advanceTimersByTime(60_000))
  expect(await screen.findByText('Your next session, in 2 days')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^1 ?Booked sessions ahead$/ })).toBeTruthy()
})

it('says "Something went wrong...!!!" where the mentor’s home data cannot be had', async () => {
  await openHome(false)
  expect((await screen.findAllByText('Something went wrong...!!!')).length).toBeGreaterThan(0)
  await waitFor(() => expect(toastTexts()).toEqual(['Something went wrong...!!!']))
})
