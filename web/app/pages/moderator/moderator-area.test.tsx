import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { storeLogin } from '../../lib/stored-logins.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { BackButton } from '../../testing/back-button.tsx'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { deliver } from '../../testing/fake-socket.ts'
import { moderatorLogin } from '../../testing/logins.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import { slotOf } from '../../testing/slot-samples.ts'
import AuditLogPage from './audit-log-page.tsx'
import FailedRefundsPage from './failed-refunds-page.tsx'
import MenteeDossierPage from './mentee-dossier-page.tsx'
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
  const log = await screen.findByRole('menuitem', { name: 'What moderators did' })
  expect(log.getAttribute('href')).toBe('/moderator/audit-log')
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
    return { status: 200, body: { mentorRequests: [], nextCursor: null, total: 25 } }
  })
  renderInArea(<ModeratorHomePage />, { login: moderatorLogin })
  expect(await screen.findByRole('heading', { name: 'Daily enrollments' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Daily new mentees' })).toBeTruthy()
  // The number of those who wait, not of those that were fetched.
  expect(await screen.findByText('25')).toBeTruthy()
})

it('says "Error Fetching Mentees List" when the list cannot be had', async () => {
  fakeServer(() => refusal(500, 'internal'))
  renderInArea(<MenteesListPage />, { login: moderatorLogin })
  expect((await screen.findAllByText('Error Fetching Mentees List')).length).toBeGreaterThan(0)
  await waitFor(() =>
    expect(document.querySelector('[data-sonner-toast]')?.textContent).toBe('Error Fetching Mentees List'),
  )
})

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
  decision: null,
  isAccusedBlocked: false,
}
const effects = { subscriptions: 20, refundRupees: 12500, bookedSessions: 0, openTimes: 0, openTickets: 3 }

it('says "User Blocked" once a ticket has led to a block', async () => {
  const reported = { text: 'Pay me in cash', at: '2026-11-20T04:00:00.000Z' }
  const earlier = [
    { ...ticket, _id: 't2', subject: 'Again' },
    { ...ticket, _id: 't3', subject: 'Before', status: 'dismissed' },
  ]
  const requests = fakeServer(({ method, url }) => {
    if (method === 'PATCH') return { status: 200, body: { data: { ...ticket, status: 'actioned' } } }
    if (url.endsWith('/mentors/m1/block-effects')) return { status: 200, body: { effects } }
    if (url.includes('/tickets/t1')) return { status: 200, body: { ticket, reported, earlier } }
    return { status: 200, body: { responseFromDb: [ticket], nextCursor: null } }
  })
  renderInArea(<TicketsPage />, {
    login: moderatorLogin,
    at: '/moderator/tickets?ticket=t1',
    path: '/moderator/tickets',
  })
  expect((await screen.findByRole('figure')).textContent).toMatch(/^Vikram wrote, .*Pay me in cash$/)
  await userEvent.click(screen.getByRole('button', { name: 'Block Vikram' }))
  expect(await screen.findByText(/^All 20 subscriptions end now; .*₹12,500 in all/)).toBeTruthy()
  const log = screen.getByRole('link', { name: 'log of what moderators did' })
  expect(log.getAttribute('href')).toBe('/moderator/audit-log')
  const others = screen.getByRole<HTMLInputElement>('checkbox', {
    name: 'Close 1 other open ticket about Vikram too',
  })
  expect(others.checked).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Block and close' }))
  expect(await screen.findByText('User Blocked')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PATCH')).toMatchObject({
    body: { ticketId: 't1', action: 'block', alsoTicketIds: ['t2'] },
  })
})

it('offers a ticket no longer that another tab has decided, and says who decided, when and why', async () => {
  storeLogin(moderatorLogin)
  let isDecided = false
  const decided = {
    ...ticket,
    status: 'dismissed',
    decision: { by: 'Dev Rao', at: '2026-11-21T05:00:00.000Z', note: 'No proof.' },
  }
  fakeServer(({ url }) => {
    if (url.includes('/tickets/t1'))
      return { status: 200, body: { ticket: isDecided ? decided : ticket, reported: null, earlier: [] } }
    return { status: 200, body: { notifications: [], isRead: true, nextCursor: null } }
  })
  const element = (
    <>
      <ModeratorLayout />
      <QueryClientProvider client={queryClient}>
        <TicketsPage />
      </QueryClientProvider>
    </>
  )
  renderSite([{ path: '/moderator', element }], '/moderator?ticket=t1')
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
  await screen.findByRole('alertdialog')
  isDecided = true
  await deliver('cases', { kind: 'ticket' })
  expect(await screen.findByText(/^Dismissed by Dev Rao on November 21st 2026 at/)).toBeTruthy()
  expect(screen.getByText('No proof.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
})

it('says "Open tickets, oldest first" of the open ones only', async () => {
  const requests = fakeServer(() => ({ status: 200, body: { responseFromDb: [ticket], nextCursor: null } }))
  renderInArea(<TicketsPage />, { login: moderatorLogin, at: '/moderator/tickets' })
  expect(await screen.findByText('Newest first')).toBeTruthy()
  expect(screen.queryByText('Open tickets, oldest first')).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Open' }))
  expect(await screen.findByText('Open tickets, oldest first')).toBeTruthy()
  await waitFor(() => expect(requests.at(-1)!.url).toContain('status=open'))
})

it('goes back to the filter before, of tickets and of people', async () => {
  for (const [page, answer] of [
    [<TicketsPage key="tickets" />, { responseFromDb: [ticket], nextCursor: null }],
    [<MenteesListPage key="mentees" />, { mentees: [listed], nextCursor: null }],
  ] as const) {
    fakeServer(() => ({ status: 200, body: answer }))
    const { unmount } = renderInArea(
      <>
        <BackButton />
        {page}
      </>,
      { login: moderatorLogin },
    )
    const choices = () => screen.getAllByRole<HTMLInputElement>('radio')
    await waitFor(() => expect(choices()[0]!.checked).toBe(true))
    await userEvent.click(choices()[1]!)
    await userEvent.click(choices()[2]!)
    await waitFor(() => expect(choices()[2]!.checked).toBe(true))
    await userEvent.click(screen.getByRole('button', { name: 'Back of the browser' }))
    await waitFor(() => expect(choices()[1]!.checked).toBe(true))
    unmount()
  }
})

const listed = {
  _id: 'm2',
  firstName: 'Neha',
  lastName: 'Rao',
  email: 'neha@example.in',
  phone: '9876543210',
  profileImageUrl: null,
  isBlocked: false,
  createdAt: '2026-11-01T04:00:00.000Z',
}
const blocked = {
  _id: 'a1',
  moderatorId: 'x',
  moderatorName: 'Dev Rao',
  action: 'block',
  subjectId: 'm1',
  about: { ...accusedId, role: 'mentor' },
  ticketId: null,
  note: 'Asked for money.',
  createdAt: '2026-11-21T05:00:00.000Z',
}

it('shows in the list everything that there is no column for on a small screen, and leads to the person', async () => {
  fakeServer(() => ({ status: 200, body: { mentees: [listed], nextCursor: null } }))
  renderInArea(<MenteesListPage />, { login: moderatorLogin })
  const link = await screen.findByRole('link', { name: 'Neha Rao' })
  expect(link.getAttribute('href')).toBe('/moderator/mentees-list/m2')
  const small = within(link.closest('td')!)
  for (const text of ['neha@example.in', '9876543210', 'Joined November 1st 2026', 'Active'])
    expect(small.getByText(text)).toBeTruthy()
})

it('shows in a list that is open whom another tab has blocked', async () => {
  storeLogin(moderatorLogin)
  let isBlocked = false
  fakeServer(({ url }) => {
    if (url.includes('/mentees'))
      return { status: 200, body: { mentees: [{ ...listed, isBlocked }], nextCursor: null } }
    return { status: 200, body: { notifications: [], isRead: true, nextCursor: null } }
  })
  const element = (
    <>
      <ModeratorLayout />
      <QueryClientProvider client={queryClient}>
        <MenteesListPage />
      </QueryClientProvider>
    </>
  )
  renderSite([{ path: '/moderator', element }], '/moderator')
  const row = (await screen.findByRole('link', { name: 'Neha Rao' })).closest('tr')!
  expect(within(row).getAllByText('Active')).not.toHaveLength(0)
  isBlocked = true
  await deliver('cases', { kind: 'person' })
  expect(await within(row).findAllByText('Blocked')).not.toHaveLength(0)
})

it('has a page of one person: tickets about and by them, subscriptions, sessions, what moderators did', async () => {
  const start = '2026-11-20T04:00:00.000Z'
  const mentee = {
    ...listed,
    enrollments: [{ _id: 'e1', with: accusedId, status: 'active', startedAt: start, amount: 6000 }],
    bookings: [
      {
        ...slotOf({ status: 'missed', missedBy: 'mentor', start, end: '2026-11-20T05:00:00.000Z' }),
        mentorId: accusedId,
        title: 'First call',
      },
    ],
    tickets: [
      ticket,
      {
        ...ticket,
        _id: 't9',
        subject: 'Rude',
        complaint: { accusedId: listed },
        raisedBy: { ...accusedId, role: 'mentor' },
      },
    ],
    acts: [{ ...blocked, about: { ...listed, role: 'mentee' } }],
  }
  fakeServer(() => ({ status: 200, body: { mentee } }))
  renderInArea(<MenteeDossierPage />, {
    login: moderatorLogin,
    at: '/moderator/mentees-list/m2',
    path: '/moderator/mentees-list/:menteeId',
  })
  expect(await screen.findByRole('heading', { name: 'Neha Rao' })).toBeTruthy()
  const part = (name: string) => within(screen.getByRole('heading', { name }).parentElement!.parentElement!)
  expect(part('Tickets about Neha').getByText('Rude')).toBeTruthy()
  expect(part('Tickets that Neha raised').getByText('Asked for money')).toBeTruthy()
  const mentor = part('Subscriptions').getByRole('link', { name: 'Vikram Iyer' })
  expect(mentor.getAttribute('href')).toBe('/moderator/mentors-list/m1')
  expect(part('Sessions').getByText('Missed by the mentor')).toBeTruthy()
  expect(part('What moderators did').getByText('Asked for money.')).toBeTruthy()
})

it('has the log: who did what to whom by name, with links to them, page after page', async () => {
  const second = {
    ...blocked,
    _id: 'a2',
    moderatorName: null,
    action: 'dismiss',
    about: null,
    ticketId: 't1',
    note: null,
  }
  fakeServer(({ url }) =>
    url.includes('cursor=next')
      ? { status: 200, body: { entries: [second], nextCursor: null } }
      : { status: 200, body: { entries: [blocked], nextCursor: 'next' } },
  )
  renderInArea(<AuditLogPage />, { login: moderatorLogin })
  const name = await screen.findByRole('link', { name: 'Vikram Iyer' })
  expect(name.getAttribute('href')).toBe('/moderator/mentors-list/m1')
  expect(name.closest('li')!.textContent).toMatch(/^Dev Rao blocked Vikram Iyer, mentorAsked for money\./)
  await userEvent.click(screen.getByRole('button', { name: 'Show earlier' }))
  const ticketLink = await screen.findByRole('link', { name: 'The ticket' })
  expect(ticketLink.getAttribute('href')).toBe('/moderator/tickets?ticket=t1')
  expect(ticketLink.closest('li')!.textContent).toContain(
    'dismissed a ticket about someone whose account is gone',
  )
})

it('lists the refunds that came back, and marks one as paid once it is said how', async () => {
  const refund = {
    _id: 're_1',
    paymentId: 'pi_1',
    amount: 6000,
    reason: 'declined',
    noticedAt: '2026-11-20T04:00:00.000Z',
    menteeId: { ...accusedId, _id: 'm2', firstName: 'Neha' },
    mentorId: null,
    settledAt: null,
  }
  let settledAt: string | null = null
  const requests = fakeServer(({ method }) => {
    if (method === 'PATCH') settledAt = '2026-11-21T04:00:00.000Z'
    const body = method === 'PATCH' ? { data: refund } : { failedRefunds: [{ ...refund, settledAt }] }
    return { status: 200, body }
  })
  renderInArea(<FailedRefundsPage />, { login: moderatorLogin })
  const link = await screen.findByRole('link', { name: 'Neha Iyer' })
  expect(link.getAttribute('href')).toBe('/moderator/mentees-list/m2')
  expect(screen.getByText(/Payment pi_1/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Mark as paid back' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Mark as paid back' }))
  expect(dialog.getByText('Say how it was paid back.')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText(/How was it paid back/), 'By bank transfer.')
  await userEvent.click(dialog.getByRole('button', { name: 'Mark as paid back' }))
  expect(await screen.findByText('Paid back November 21st 2026')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PATCH')).toMatchObject({
    body: { refundId: 're_1', note: 'By bank transfer.' },
  })
})
