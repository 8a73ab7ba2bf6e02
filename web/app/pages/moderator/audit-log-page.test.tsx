import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { moderatorLogin } from '../../testing/logins.ts'
import { blockEntry } from '../../testing/moderator-samples.ts'
import AuditLogPage from './audit-log-page.tsx'

beforeEach(() => {
  queryClient.clear()
  toast.dismiss()
})
afterEach(() => void vi.unstubAllGlobals())

const noModerators = { status: 200, body: { moderators: [], invitations: [] } }
const dev = {
  _id: 'x',
  name: 'Dev Rao',
  email: 'dev@example.in',
  isTwoFactorOn: true,
  createdAt: '2026-11-01T04:00:00.000Z',
  isYou: true,
}

it('has the log: who did what to whom by name, with links to them, page after page', async () => {
  const second = {
    ...blockEntry,
    _id: 'a2',
    moderatorName: null,
    action: 'dismiss',
    about: null,
    ticketId: 't1',
    note: null,
  }
  fakeServer(({ url }) => {
    if (url.endsWith('/moderators')) return noModerators
    return url.includes('cursor=next')
      ? { status: 200, body: { entries: [second], nextCursor: null } }
      : { status: 200, body: { entries: [blockEntry], nextCursor: 'next' } }
  })
  renderInArea(<AuditLogPage />, { login: moderatorLogin })
  const name = await screen.findByRole('link', { name: 'Vikram Iyer' })
  expect(name.getAttribute('href')).toBe('/moderator/mentors-list/m1')
  expect(name.closest('li')!.textContent).toMatch(/^Dev Rao blocked Vikram Iyer, mentorAsked for money\./)
  await userEvent.click(screen.getByRole('button', { name: 'Show earlier' }))
  const ticketLink = await screen.findByRole('link', { name: 'The ticket' })
  expect(ticketLink.getAttribute('href')).toBe('/moderator/tickets?ticket=t1')
  expect(ticketLink.closest('li')!.textContent).toContain(
    'dismissed a case about someone whose account is gone',
  )
})

it('says beside the button that a further page failed, keeps what is there, and tries again', async () => {
  let fails = true
  fakeServer(({ url }) => {
    if (url.endsWith('/moderators')) return noModerators
    if (!url.includes('cursor=next'))
      return { status: 200, body: { entries: [blockEntry], nextCursor: 'next' } }
    if (fails) return errorResponse(500, 'internal')
    const second = { ...blockEntry, _id: 'a2', note: 'Asked again.' }
    return { status: 200, body: { entries: [second], nextCursor: null } }
  })
  renderInArea(<AuditLogPage />, { login: moderatorLogin })
  await userEvent.click(await screen.findByRole('button', { name: 'Show earlier' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Could not be loaded. Try again.')
  expect(screen.getByText(/Asked for money\./)).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Show earlier' }))
  expect(await screen.findByText(/Asked again\./)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('begins the log anew when a further page is refused for its cursor', async () => {
  let given = 'of-an-older-release'
  const requests = fakeServer(({ url }) => {
    if (url.endsWith('/moderators')) return noModerators
    const cursor = new URL(url, 'http://x').searchParams.get('cursor')
    if (!cursor) return { status: 200, body: { entries: [blockEntry], nextCursor: given } }
    if (cursor !== 'known')
      return errorResponse(400, 'invalid_request', 'x', { fields: { cursor: 'Is not one' } })
    const second = { ...blockEntry, _id: 'a2', note: 'Asked again.' }
    return { status: 200, body: { entries: [second], nextCursor: null } }
  })
  renderInArea(<AuditLogPage />, { login: moderatorLogin })
  const button = await screen.findByRole('button', { name: 'Show earlier' })
  await userEvent.click(button)
  await screen.findByRole('alert')
  given = 'known'
  await userEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await userEvent.click(button)
  expect(await screen.findByText(/Asked again\./)).toBeTruthy()
  const refused = requests.filter(({ url }) => url.includes('of-an-older-release'))
  expect(refused).toHaveLength(1)
})

it('is filtered by act, moderator, words and days, which stand in the address', async () => {
  const requests = fakeServer(({ url }) =>
    url.endsWith('/moderators')
      ? { status: 200, body: { moderators: [dev], invitations: [] } }
      : { status: 200, body: { entries: [], nextCursor: null } },
  )
  renderInArea(<AuditLogPage />, {
    login: moderatorLogin,
    at: '/moderator/audit-log?action=block&moderator=x&search=rude',
    path: '/moderator/audit-log',
  })
  expect(await screen.findByText('Nothing matches these filters')).toBeTruthy()
  const asked = () =>
    Object.fromEntries(
      new URL(requests.findLast(({ url }) => url.includes('audit-log'))!.url, 'http://x').searchParams,
    )
  expect(asked()).toEqual({ action: 'block', moderatorId: 'x', search: 'rude' })
  expect(screen.getByLabelText<HTMLInputElement>('Words').value).toBe('rude')
  await userEvent.selectOptions(screen.getByLabelText('What was done'), 'Invited a moderator')
  await waitFor(() => expect(asked().action).toBe('invite'))
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('Nothing so far')).toBeTruthy()
  expect(asked()).toEqual({})
})

it('is downloaded with the same filters', async () => {
  const requests = fakeServer(({ url }) => {
    if (url.endsWith('/moderators')) return noModerators
    if (url.includes('/export'))
      return { status: 200, body: { csv: 'When\r\n', entries: 2, isComplete: false } }
    return { status: 200, body: { entries: [blockEntry], nextCursor: null } }
  })
  const createObjectURL = vi.fn((_: Blob) => 'blob:x')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }))
  renderInArea(<AuditLogPage />, {
    login: moderatorLogin,
    at: '/moderator/audit-log?action=block',
    path: '/moderator/audit-log',
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }))
  expect(await screen.findByText('The newest 2 entries were downloaded')).toBeTruthy()
  expect(createObjectURL.mock.calls[0]![0].size).toBe(6)
  expect(requests.find(({ url }) => url.includes('/export'))!.url).toContain('?action=block')
})

it('tells of what was done to nobody', async () => {
  const invited = { ...blockEntry, action: 'invite', about: null, note: 'Invitation 0193' }
  fakeServer(({ url }) =>
    url.endsWith('/moderators')
      ? noModerators
      : { status: 200, body: { entries: [invited], nextCursor: null } },
  )
  renderInArea(<AuditLogPage />, { login: moderatorLogin })
  const note = await screen.findByText('Invitation 0193')
  expect(note.closest('li')!.textContent).toMatch(/^Dev Rao invited a moderator Invitation 0193/)
})
