import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeLogin } from '../../lib/auth-storage.ts'
import { queryClient } from '../../lib/query-client.ts'
import { askAgainAfterSetUp } from '../../lib/use-two-step-required.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { BackButton } from '../../testing/back-button.tsx'
import { caseOf, listOf } from '../../testing/case-samples.ts'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { moderatorLogin } from '../../testing/logins.ts'
import { listedMentee, ticket } from '../../testing/moderator-samples.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import AuditLogPage from './audit-log-page.tsx'
import MenteesListPage from './mentees-list-page.tsx'
import ModeratorHomePage from './moderator-home-page.tsx'
import ModeratorLayout from './moderator-layout.tsx'
import TicketsPage from './tickets-page.tsx'

beforeEach(() => {
  queryClient.clear()
  toast.dismiss()
})
afterEach(() => void vi.unstubAllGlobals())

it('has Home, Cases with how many wait, Tickets, Mentees List, Mentors List, Mentor Applicants and Logout', async () => {
  storeLogin(moderatorLogin)
  fakeServer(({ url }) => ({
    status: 200,
    body: url.includes('/cases') ? listOf([]) : { notifications: [], isRead: true, nextCursor: null },
  }))
  renderSite([{ path: '/moderator', Component: ModeratorLayout }], '/moderator')
  const [bar] = await screen.findAllByRole('navigation', { name: 'Main' })
  await within(bar!).findByText('6 open cases, 1 overdue')
  const links = within(bar!).getAllByRole('link')
  expect(links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual([
    'Home /moderator',
    'Cases66 open cases, 1 overdue /moderator/cases',
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

const SettingsStandIn = () => <h1>Settings</h1>

it('leads to two-step sign-in, from wherever one goes, while nothing else opens before it is set up', async () => {
  storeLogin(moderatorLogin)
  let isSetUp = false
  fakeServer(({ url }) => {
    if (!isSetUp) return errorResponse(403, 'totp_setup_required', 'Set up two-step sign-in first.')
    const body = url.includes('/cases') ? listOf([]) : { notifications: [], isRead: true, nextCursor: null }
    return { status: 200, body: { ...body, dailyEnrollmentData: [], newMenteeDetail: [], total: 0 } }
  })
  const pages = [
    { index: true as const, Component: ModeratorHomePage },
    { path: 'settings', Component: SettingsStandIn },
  ]
  renderSite([{ path: '/moderator', Component: ModeratorLayout, children: pages }], '/moderator')
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeTruthy()
  await userEvent.click(screen.getAllByRole('link', { name: 'Home' })[0]!)
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeTruthy()
  expect(screen.queryByText(/Reconnecting/)).toBeNull()
  // Set up, what was refused is asked for again, and nothing leads back.
  isSetUp = true
  await askAgainAfterSetUp(queryClient)
  await userEvent.click(screen.getAllByRole('link', { name: 'Home' })[0]!)
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Settings' })).toBeNull())
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(screen.queryByRole('heading', { name: 'Settings' })).toBeNull()
})

it('shows what is due first, and daily enrollments and daily new mentees as charts', async () => {
  const days = [
    { date: '2026-11-20', count: 1 },
    { date: '2026-11-21', count: 4 },
  ]
  fakeServer(({ url }) => {
    if (url.includes('daily-enrollments')) return { status: 200, body: { dailyEnrollmentData: days } }
    if (url.includes('daily-new-mentees')) return { status: 200, body: { newMenteeDetail: days } }
    if (url.includes('/cases')) return { status: 200, body: listOf([caseOf()]) }
    return { status: 200, body: { mentorRequests: [], nextCursor: null, total: 25 } }
  })
  renderInArea(<ModeratorHomePage />, { login: moderatorLogin })
  expect(await screen.findByRole('heading', { name: 'Daily enrollments' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Daily new mentees' })).toBeTruthy()
  // The number of those who wait, not of those that were fetched.
  expect(await screen.findByText('25')).toBeTruthy()
  expect(await screen.findByRole('link', { name: /Asked for money.*Due in 3 h/ })).toBeTruthy()
})

it('goes back to the filter before, of tickets and of people', async () => {
  for (const [page, answer] of [
    [<TicketsPage key="tickets" />, { responseFromDb: [ticket], nextCursor: null }],
    [<MenteesListPage key="mentees" />, { mentees: [listedMentee], nextCursor: null }],
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

it('shows in the search box of people and of the log what a step back leads to', async () => {
  const active = () => userEvent.click(screen.getByRole('radio', { name: 'Active' }))
  const blocks = () => userEvent.selectOptions(screen.getByLabelText('What was done'), 'Blocked someone')
  const answer = { mentees: [listedMentee], entries: [], moderators: [], nextCursor: null }
  for (const [page, choose] of [
    [<MenteesListPage key="mentees" />, active],
    [<AuditLogPage key="log" />, blocks],
  ] as const) {
    const requests = fakeServer(() => ({ status: 200, body: answer }))
    const { unmount } = renderInArea(
      <>
        <BackButton />
        {page}
      </>,
      { login: moderatorLogin, at: '/moderator/list?search=asha', path: '/moderator/list' },
    )
    const box = await screen.findByRole<HTMLInputElement>('searchbox')
    await choose()
    await userEvent.clear(box)
    await userEvent.type(box, 'neha')
    await waitFor(() => expect(requests.at(-1)?.url).toContain('search=neha'))
    await userEvent.click(screen.getByRole('button', { name: 'Back of the browser' }))
    await waitFor(() => expect(box.value).toBe('asha'))
    unmount()
  }
})
