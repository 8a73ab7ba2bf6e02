import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { storeLogin } from '../../lib/stored-logins.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { moderatorLogin } from '../../testing/logins.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import MenteesListPage from './mentees-list-page.tsx'
import ModeratorHomePage from './moderator-home-page.tsx'
import ModeratorLayout from './moderator-layout.tsx'
import TicketsPage from './tickets-page.tsx'

vi.mock('socket.io-client', () => import('../../testing/fake-socket.ts'))

beforeEach(() => {
  queryClient.clear()
  toast.dismiss()
})
afterEach(() => void vi.unstubAllGlobals())

it('has Home, Tickets, Mentees List, Mentors List, Mentor Applicants and Logout', async () => {
  storeLogin(moderatorLogin)
  fakeServer(() => ({ status: 200, body: { notifications: [], isRead: true, nextCursor: null } }))
  renderSite([{ path: '/moderator', Component: ModeratorLayout }], '/moderator')
  const [bar] = await screen.findAllByRole('navigation', { name: 'Main' })
  const links = within(bar!).getAllByRole('link')
  expect(links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual([
    'Home /moderator',
    'Tickets /moderator/tickets',
    'Mentees List /moderator/mentees-list',
    'Mentors List /moderator/mentors-list',
    'Mentor Applicants /moderator/mentor-applicants',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Profile menu of Mira Sen' }))
  expect(await screen.findByRole('menuitem', { name: 'Logout' })).toBeTruthy()
})

it('shows daily enrollments and daily new mentees as charts', async () => {
  const days = [
    { date: '2026-11-20', count: 1 },
    { date: '2026-11-21', count: 4 },
  ]
  fakeServer(({ url }) => {
    if (url.includes('daily-enrollments')) return { status: 200, body: { dailyEnrollmentData: days } }
    if (url.includes('daily-new-mentees')) return { status: 200, body: { newMenteeDetail: days } }
    return { status: 200, body: { mentorRequests: [], nextCursor: null } }
  })
  renderInArea(<ModeratorHomePage />, { login: moderatorLogin })
  expect(await screen.findByRole('heading', { name: 'Daily enrollments' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Daily new mentees' })).toBeTruthy()
})

it('says "Error Fetching Mentees List" when the list cannot be had', async () => {
  fakeServer(() => refusal(500, 'internal'))
  renderInArea(<MenteesListPage />, { login: moderatorLogin })
  expect((await screen.findAllByText('Error Fetching Mentees List')).length).toBeGreaterThan(0)
  await waitFor(() =>
    expect(document.querySelector('[data-sonner-toast]')?.textContent).toBe('Error Fetching Mentees List'),
  )
})

it('says "User Blocked" once a ticket has led to a block', async () => {
  const accusedId = { _id: 'm1', firstName: 'Vikram', lastName: 'Iyer', profileImageUrl: null }
  const ticket = {
    _id: 't1',
    ticketId: 't1',
    complaint: { accusedId },
    raisedBy: { ...accusedId, _id: 'm2', firstName: 'Neha', role: 'mentee' },
    subject: 'Asked for money',
    content: 'Outside of the product.',
    context: { kind: 'message', id: 'x' },
    status: 'open',
    createdAt: '2026-11-21T04:00:00.000Z',
  }
  const reported = { text: 'Pay me in cash', at: '2026-11-20T04:00:00.000Z' }
  const requests = fakeServer(({ method, url }) => {
    if (method === 'PATCH') return { status: 200, body: { data: { ...ticket, status: 'actioned' } } }
    if (url.includes('/tickets/t1')) return { status: 200, body: { ticket, reported, earlier: [] } }
    return { status: 200, body: { responseFromDb: [ticket], nextCursor: null } }
  })
  renderInArea(<TicketsPage />, {
    login: moderatorLogin,
    at: '/moderator/tickets?ticket=t1',
    path: '/moderator/tickets',
  })
  expect((await screen.findByRole('figure')).textContent).toMatch(/^Vikram wrote, .*Pay me in cash$/)
  await userEvent.click(screen.getByRole('button', { name: 'Block Vikram' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Block and close' }))
  expect(await screen.findByText('User Blocked')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PATCH')).toMatchObject({
    body: { ticketId: 't1', action: 'block' },
  })
})
