import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeLogin } from '../../lib/auth-storage.ts'
import { queryClient } from '../../lib/query-client.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { deliver } from '../../testing/fake-socket.ts'
import { moderatorLogin } from '../../testing/logins.ts'
import { ticket } from '../../testing/moderator-samples.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import ModeratorLayout from './moderator-layout.tsx'
import TicketsPage from './tickets-page.tsx'

beforeEach(() => {
  queryClient.clear()
  toast.dismiss()
})
afterEach(() => void vi.unstubAllGlobals())

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

it('says where there are more tickets about the person than it shows, and that those stay open', async () => {
  const shown = (of: object) => {
    fakeServer(({ url }) =>
      url.endsWith('/block-effects')
        ? { status: 200, body: { effects } }
        : { status: 200, body: { ticket, reported: null, dispute: null, ...of } },
    )
    const page = { login: moderatorLogin, at: '/moderator/tickets?ticket=t1', path: '/moderator/tickets' }
    return renderInArea(<TicketsPage />, page)
  }
  const earlier = [
    { ...ticket, _id: 't2' },
    { ...ticket, _id: 't3' },
  ]
  const { unmount } = shown({ earlier, shortened: [] })
  await screen.findByText('Others about Vikram')
  expect(screen.queryByText(/There are more/)).toBeNull()
  unmount()
  queryClient.clear()
  shown({ earlier, shortened: ['earlier'] })
  expect(await screen.findByText(/^There are more than these 2\./)).toBeTruthy()
  const all = screen.getByRole('link', { name: 'All about Vikram' })
  expect(all.getAttribute('href')).toBe('/moderator/mentors-list/m1')
  await userEvent.click(screen.getByRole('button', { name: 'Block Vikram' }))
  expect(await screen.findByText('There are more, which stay open.')).toBeTruthy()
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

it('keeps the note of a decision that failed, so that it can be sent again', async () => {
  let isDown = true
  const requests = fakeServer(({ method }) => {
    if (method !== 'PATCH') return { status: 200, body: { ticket, reported: null, earlier: [] } }
    if (isDown) return errorResponse(500, 'internal', 'Broken.')
    return { status: 200, body: { data: { ...ticket, status: 'dismissed' } } }
  })
  const page = { at: '/moderator/tickets?ticket=t1', path: '/moderator/tickets' }
  renderInArea(<TicketsPage />, { login: moderatorLogin, ...page })
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
  await userEvent.type(await screen.findByRole('textbox'), 'No proof.')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss ticket' }))
  expect(await screen.findByText('Please try again later')).toBeTruthy()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('No proof.')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss ticket' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests.findLast(({ method }) => method === 'PATCH')).toMatchObject({ body: { note: 'No proof.' } })
})

it('keeps the note of a decision that was closed with Escape until it is sent', async () => {
  const requests = fakeServer(({ method }) =>
    method === 'PATCH'
      ? { status: 200, body: { data: { ...ticket, status: 'dismissed' } } }
      : { status: 200, body: { ticket, reported: null, earlier: [], dispute: null } },
  )
  const page = { at: '/moderator/tickets?ticket=t1', path: '/moderator/tickets' }
  renderInArea(<TicketsPage />, { login: moderatorLogin, ...page })
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
    return screen.findByRole<HTMLTextAreaElement>('textbox')
  }
  await userEvent.type(await open(), 'No proof.')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect((await open()).value).toBe('No proof.')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss ticket' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests.findLast(({ method }) => method === 'PATCH')).toMatchObject({ body: { note: 'No proof.' } })
  expect((await open()).value).toBe('')
})
