import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { contestOf, refundRequestOf } from '../../testing/dispute-samples.ts'
import { draftsKept } from '../../testing/drafts-kept.ts'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { moderatorLogin } from '../../testing/logins.ts'
import { ticket as ticketSample } from '../../testing/moderator-samples.ts'
import TicketsPage from './tickets-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

const ticketOf = (disputeKind: 'contest' | 'refund') => ({ ...ticketSample, context: null, disputeKind })
const contest = contestOf({ status: 'with_moderator', answer: 'I was on time.' })
const refundRequest = refundRequestOf({ status: 'with_moderator' })

function show(dispute: { kind: 'contest' | 'refund' }) {
  const ticket = ticketOf(dispute.kind)
  const requests = fakeServer(({ method }) =>
    method === 'PATCH'
      ? { status: 200, body: { data: { ...ticket, status: 'actioned' } } }
      : { status: 200, body: { ticket, reported: null, earlier: [], dispute } },
  )
  showTicket()
  return requests
}
const showTicket = () =>
  renderInArea(<TicketsPage />, {
    login: moderatorLogin,
    at: '/moderator/tickets?ticket=t1',
    path: '/moderator/tickets',
  })
const details = async () => within(await screen.findByRole('region', { name: 'The dispute' }))

it('carries a badge in the list', async () => {
  const responseFromDb = [
    ticketOf('contest'),
    { ...ticketOf('refund'), _id: 't2' },
    { ...ticketSample, _id: 't3' },
  ]
  fakeServer(() => ({ status: 200, body: { responseFromDb, nextCursor: null } }))
  renderInArea(<TicketsPage />, { login: moderatorLogin })
  expect(await screen.findByText('Contest')).toBeTruthy()
  expect(screen.getByText('Refund request')).toBeTruthy()
})

it('shows what is known of a contest, and gives the call back with a reason', async () => {
  const requests = show({ kind: 'contest', contest } as never)
  const dispute = await details()
  expect(dispute.getByText('Neither of them was in the room.')).toBeTruthy()
  expect(dispute.getByText('I was on time.')).toBeTruthy()
  const meaning = 'Neha gets the call back, and the session counts as missed by Vikram.'
  expect(screen.getByText(meaning)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Give the call back' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Give the call back' }))
  expect(await dialog.findByText('Give the reason.')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Reason'), 'The record shows it.')
  await userEvent.click(dialog.getByRole('button', { name: 'Give the call back' }))
  expect(await screen.findByText('The call is given back')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
    ticketId: 't1',
    action: 'return_call',
    note: 'The record shows it.',
  })
})

it('shows the amount of a refund, and refuses with a reason; blocking stays possible', async () => {
  const requests = show({ kind: 'refund', refundRequest } as never)
  const dispute = await details()
  expect(dispute.getByText('₹4,500')).toBeTruthy()
  expect(dispute.getByText('Vikram wrote nothing.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Refund ₹4,500' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Block Vikram' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Refuse' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Reason'), 'The month was used.')
  await userEvent.click(dialog.getByRole('button', { name: 'Refuse' }))
  expect(await screen.findByText('Refused')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ action: 'refuse' })
})

it('blocks nobody whose account was deleted, and says why', async () => {
  const ticket = { ...ticketSample, isAccusedDeleted: true }
  fakeServer(() => ({ status: 200, body: { ticket, reported: null, earlier: [], dispute: null } }))
  showTicket()
  expect(await screen.findByText(/there is no one to sanction/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Block/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Dismiss' })).toBeTruthy()
})

it('keeps each reason that was closed with Escape until it is sent', async () => {
  show({ kind: 'refund', refundRequest } as never)
  const open = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name }))
    return within(await screen.findByRole('dialog')).getByLabelText<HTMLTextAreaElement>('Reason')
  }
  await userEvent.type(await open('Refuse'), 'The month was')
  await userEvent.keyboard('{Escape}')
  expect((await open('Refund ₹4,500')).value).toBe('')
  await userEvent.keyboard('{Escape}')
  const again = await open('Refuse')
  expect(again.value).toBe('The month was')
  await userEvent.type(again, ' used.')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Refuse' }))
  expect(await screen.findByText('Refused')).toBeTruthy()
  await waitFor(() => expect(draftsKept()).toEqual([]))
})

it('keeps the reason when deciding fails', async () => {
  const ticket = ticketOf('contest')
  fakeServer(({ method }) =>
    method === 'PATCH'
      ? errorResponse(500, 'internal', 'Broken.')
      : { status: 200, body: { ticket, reported: null, earlier: [], dispute: { kind: 'contest', contest } } },
  )
  const page = { at: '/moderator/tickets?ticket=t1', path: '/moderator/tickets' }
  renderInArea(<TicketsPage />, { login: moderatorLogin, ...page })
  await userEvent.click(await screen.findByRole('button', { name: 'Refuse' }))
  const dialog = within(await screen.findByRole('dialog'))
  const reason = dialog.getByLabelText<HTMLTextAreaElement>('Reason')
  await userEvent.type(reason, 'The record shows it.')
  await userEvent.click(dialog.getByRole('button', { name: 'Refuse' }))
  expect(await screen.findByText('Please try again later')).toBeTruthy()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(reason.isConnected && reason.value).toBe('The record shows it.')
})
