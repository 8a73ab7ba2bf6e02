import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { moderatorLogin } from '../../testing/logins.ts'
import { blockEntry } from '../../testing/moderator-samples.ts'
import AuditLogPage from './audit-log-page.tsx'

beforeEach(() => {
  queryClient.clear()
  toast.dismiss()
})
afterEach(() => void vi.unstubAllGlobals())

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
  fakeServer(({ url }) =>
    url.includes('cursor=next')
      ? { status: 200, body: { entries: [second], nextCursor: null } }
      : { status: 200, body: { entries: [blockEntry], nextCursor: 'next' } },
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
