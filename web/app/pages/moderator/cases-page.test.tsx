import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeLogin } from '../../lib/auth-storage.ts'
import { queryClient } from '../../lib/query-client.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { caseOf, claimOf, listOf } from '../../testing/case-samples.ts'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { deliver } from '../../testing/fake-socket.ts'
import { moderatorLogin } from '../../testing/logins.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import CasesPage from './cases-page.tsx'
import ModeratorLayout from './moderator-layout.tsx'

beforeEach(() => {
  queryClient.clear()
  toast.dismiss()
})
afterEach(() => void vi.unstubAllGlobals())

const second = caseOf({
  _id: '0198a000-0000-7000-8000-0000000000c9',
  kind: 'refund',
  subject: 'Refund of November',
  dueAt: new Date(Date.now() - 5 * 3_600_000).toISOString(),
})
const show = (at = '/moderator/cases') =>
  renderInArea(<CasesPage />, { login: moderatorLogin, at, path: '/moderator/cases' })
const rowOf = (name: RegExp) => screen.findByRole('link', { name })

it('lists what waits with its kind, people and due time; what is overdue says so', async () => {
  fakeServer(() => ({ status: 200, body: listOf([second, caseOf()]) }))
  show()
  const overdue = within(await rowOf(/Refund of November/))
  expect(overdue.getByText('Refund request')).toBeTruthy()
  expect(overdue.getByText('Overdue by 5 h')).toBeTruthy()
  const other = within(await rowOf(/Asked for money/))
  expect(other.getByText(/Neha Rao about Vikram Iyer/)).toBeTruthy()
  expect(other.getByText('Due in 3 h')).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Tickets 3 open' })).toBeTruthy()
})

it('keeps kind, status, mine and search in the address, and asks by them', async () => {
  const requests = fakeServer(() => ({ status: 200, body: listOf([caseOf()]) }))
  show('/moderator/cases?kind=ticket&mine=true&search=rao')
  await rowOf(/Asked for money/)
  expect(requests[0]!.url).toContain('kind=ticket&status=open&mine=true&search=rao')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Mine' }).checked).toBe(true)
  const link = await rowOf(/Asked for money/)
  expect(link.getAttribute('href')).toContain('?kind=ticket&mine=true&search=rao')
  await userEvent.click(screen.getByRole('radio', { name: 'Decided' }))
  await waitFor(() => expect(requests.at(-1)!.url).toContain('status=decided'))
  expect(screen.getByText('What was decided, the last due first.')).toBeTruthy()
})

it('is worked through by j and k, claims and releases by c, opens by o', async () => {
  const requests = fakeServer(({ method, url }) => {
    if (method === 'POST')
      return { status: 200, body: { case: { ...second, claimedBy: claimOf('Mira Sen', true) } } }
    if (method === 'DELETE') return { status: 200, body: { case: second } }
    return { status: 200, body: listOf(url.includes('limit=1') ? [] : [caseOf(), second]) }
  })
  show()
  await rowOf(/Asked for money/)
  await userEvent.keyboard('j')
  expect(document.activeElement!.textContent).toContain('Asked for money')
  await userEvent.keyboard('jj')
  expect(document.activeElement!.textContent).toContain('Refund of November')
  await userEvent.keyboard('c')
  expect(await screen.findByText(/^Claimed by you until/)).toBeTruthy()
  expect(requests.findLast(({ method }) => method !== 'GET')).toMatchObject({
    method: 'POST',
    url: expect.stringContaining(second._id),
  })
  await userEvent.keyboard('c')
  await waitFor(() => expect(screen.queryByText(/^Claimed by you/)).toBeNull())
  await userEvent.keyboard('k')
  expect(document.activeElement!.textContent).toContain('Asked for money')
  await userEvent.keyboard('o')
  expect(await screen.findByText('elsewhere')).toBeTruthy()
})

it('goes to the search by /, where letters are letters, and shows its keys by ?', async () => {
  fakeServer(() => ({ status: 200, body: listOf([caseOf()]) }))
  show()
  await rowOf(/Asked for money/)
  await userEvent.keyboard('/')
  const search = screen.getByRole<HTMLInputElement>('searchbox')
  expect(document.activeElement).toBe(search)
  await userEvent.keyboard('jo')
  expect(search.value).toBe('jo')
  search.blur()
  await userEvent.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Keys of this page' }))
  await userEvent.click(dialog.getByRole('checkbox'))
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await userEvent.keyboard('j')
  expect(document.activeElement!.tagName).not.toBe('A')
})

it('says who has claimed a case when somebody else was quicker', async () => {
  const until = new Date(Date.now() + 29 * 60_000).toISOString()
  fakeServer(({ method }) =>
    method === 'POST'
      ? errorResponse(409, 'already_claimed', 'x', { claimedBy: 'Dev Rao', until })
      : { status: 200, body: listOf([caseOf()]) },
  )
  show()
  await rowOf(/Asked for money/)
  await userEvent.keyboard('jc')
  expect(await screen.findByText(/^Dev Rao is deciding this until/)).toBeTruthy()
})

it('shows another’s claim at once, and lets a decided one go', async () => {
  storeLogin(moderatorLogin)
  let cases = [caseOf(), second]
  fakeServer(({ url }) =>
    url.includes('/cases')
      ? { status: 200, body: listOf(cases) }
      : { status: 200, body: { notifications: [], isRead: true, nextCursor: null } },
  )
  const element = (
    <>
      <ModeratorLayout />
      <QueryClientProvider client={queryClient}>
        <CasesPage />
      </QueryClientProvider>
    </>
  )
  renderSite([{ path: '/moderator/cases', element }], '/moderator/cases')
  await rowOf(/Asked for money/)
  const { name, until } = claimOf('Dev Rao', false)
  await deliver('cases', { kind: 'ticket', caseId: caseOf()._id, claimedBy: { name, until } })
  expect(await screen.findByText(/^Claimed by Dev Rao until/)).toBeTruthy()
  cases = [second]
  await deliver('cases', { kind: 'ticket', caseId: caseOf()._id })
  await waitFor(() => expect(screen.queryByText('Asked for money')).toBeNull())
})

it('takes the event of an own claim, quicker than its answer, not for another’s', async () => {
  storeLogin(moderatorLogin)
  let answer: (() => void) | undefined
  const { name, until } = claimOf('Mira Sen', true)
  fakeServer(({ url }) =>
    url.includes('/cases')
      ? { status: 200, body: listOf([caseOf(), second]) }
      : { status: 200, body: { notifications: [], isRead: true, nextCursor: null } },
  )
  const others = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') return others(url, init)
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return new Response(JSON.stringify({ case: { ...caseOf(), claimedBy: { name, until, isYou: true } } }))
  })
  const element = (
    <>
      <ModeratorLayout />
      <QueryClientProvider client={queryClient}>
        <CasesPage />
      </QueryClientProvider>
    </>
  )
  renderSite([{ path: '/moderator/cases', element }], '/moderator/cases')
  await rowOf(/Asked for money/)
  await userEvent.keyboard('jc')
  await waitFor(() => expect(answer).toBeTruthy())
  await deliver('cases', { kind: 'ticket', caseId: caseOf()._id, claimedBy: { name, until } })
  await deliver('cases', { kind: 'ticket', caseId: second._id, claimedBy: { name: 'Dev Rao', until } })
  expect(await screen.findByText(/^Claimed by Dev Rao/)).toBeTruthy()
  expect(screen.queryByText(/^Claimed by Mira Sen/)).toBeNull()
  answer!()
  expect(await screen.findByText(/^Claimed by you until/)).toBeTruthy()
})

it('says that nothing waits, that nothing matches, and what failed', async () => {
  fakeServer(() => ({ status: 200, body: listOf([]) }))
  const { unmount } = show()
  expect(await screen.findByText('Nothing waits')).toBeTruthy()
  unmount()
  const { unmount: leaveDecided } = show('/moderator/cases?status=decided')
  expect(await screen.findByText('Nothing decided yet')).toBeTruthy()
  expect(screen.queryByText('Nothing waits')).toBeNull()
  leaveDecided()
  const { unmount: leave } = show('/moderator/cases?search=zzz')
  expect(await screen.findByText('No cases match')).toBeTruthy()
  leave()
  fakeServer(() => errorResponse(500, 'internal', 'Something went wrong on our side.'))
  show()
  expect(await screen.findByRole('alert')).toBeTruthy()
})

it('shows more when asked', async () => {
  fakeServer(({ url }) => ({
    status: 200,
    body: url.includes('cursor=next') ? listOf([second]) : listOf([caseOf()], 'next'),
  }))
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await rowOf(/Refund of November/)).toBeTruthy()
})
