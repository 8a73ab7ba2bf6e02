import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeLogin } from '../../lib/auth-storage.ts'
import { queryClient } from '../../lib/query-client.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { deliver } from '../../testing/fake-socket.ts'
import { moderatorLogin } from '../../testing/logins.ts'
import { listedMentee } from '../../testing/moderator-samples.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import MenteesListPage from './mentees-list-page.tsx'
import ModeratorLayout from './moderator-layout.tsx'

beforeEach(() => {
  queryClient.clear()
  toast.dismiss()
})
afterEach(() => void vi.unstubAllGlobals())

it('says "Error Fetching Mentees List" when the list cannot be had', async () => {
  fakeServer(() => errorResponse(500, 'internal'))
  renderInArea(<MenteesListPage />, { login: moderatorLogin })
  expect((await screen.findAllByText('Error Fetching Mentees List')).length).toBeGreaterThan(0)
  await waitFor(() =>
    expect(document.querySelector('[data-sonner-toast]')?.textContent).toBe('Error Fetching Mentees List'),
  )
})

it('says once, beside the button, that further mentees cannot be had', async () => {
  fakeServer(({ url }) =>
    url.includes('cursor=next')
      ? errorResponse(500, 'internal')
      : { status: 200, body: { mentees: [listedMentee], nextCursor: 'next' } },
  )
  renderInArea(<MenteesListPage />, { login: moderatorLogin })
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Could not be loaded. Try again.')
  expect(document.querySelector('[data-sonner-toast]')).toBeNull()
})

it('shows in the list everything that there is no column for on a small screen, and leads to the person', async () => {
  fakeServer(() => ({ status: 200, body: { mentees: [listedMentee], nextCursor: null } }))
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
      return { status: 200, body: { mentees: [{ ...listedMentee, isBlocked }], nextCursor: null } }
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

it('keeps the note of a block that failed, and lets go of it when another moderator was first', async () => {
  let code = 'internal'
  fakeServer(({ method }) =>
    method === 'PATCH'
      ? errorResponse(code === 'internal' ? 500 : 409, code, `It is ${code}.`)
      : { status: 200, body: { mentees: [listedMentee], nextCursor: null } },
  )
  renderInArea(<MenteesListPage />, { login: moderatorLogin })
  await userEvent.click((await screen.findAllByRole('button', { name: /^Block/ }))[0]!)
  const dialog = within(await screen.findByRole('alertdialog'))
  const note = dialog.getByRole<HTMLTextAreaElement>('textbox')
  await userEvent.type(note, 'Asked for money.')
  await userEvent.click(dialog.getByRole('button', { name: 'Block mentee' }))
  expect(await screen.findByText('Please try again later')).toBeTruthy()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(note.isConnected && note.value).toBe('Asked for money.')
  code = 'already_decided'
  await userEvent.click(dialog.getByRole('button', { name: 'Block mentee' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

it('keeps the note of a block that was closed with Escape', async () => {
  fakeServer(() => ({ status: 200, body: { mentees: [listedMentee], nextCursor: null } }))
  renderInArea(<MenteesListPage />, { login: moderatorLogin })
  const open = async () => {
    await userEvent.click((await screen.findAllByRole('button', { name: /^Block/ }))[0]!)
    return screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Note/ })
  }
  await userEvent.type(await open(), 'Asked for money.')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect((await open()).value).toBe('Asked for money.')
})
