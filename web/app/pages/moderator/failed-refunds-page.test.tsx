import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { moderatorLogin } from '../../testing/logins.ts'
import { accusedId } from '../../testing/moderator-samples.ts'
import FailedRefundsPage from './failed-refunds-page.tsx'

beforeEach(() => {
  queryClient.clear()
  toast.dismiss()
})
afterEach(() => void vi.unstubAllGlobals())

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

it('lists the refunds that came back, and marks one as paid once it is said how', async () => {
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

it('keeps what was written when marking fails, and lets go of it when another moderator was first', async () => {
  let code = 'internal'
  fakeServer(({ method }) =>
    method === 'PATCH'
      ? errorResponse(code === 'internal' ? 500 : 409, code, `It is ${code}.`)
      : { status: 200, body: { failedRefunds: [refund] } },
  )
  renderInArea(<FailedRefundsPage />, { login: moderatorLogin })
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as paid back' }))
  const dialog = within(await screen.findByRole('dialog'))
  const note = dialog.getByLabelText<HTMLTextAreaElement>(/How was it paid back/)
  await userEvent.type(note, 'By bank transfer.')
  await userEvent.click(dialog.getByRole('button', { name: 'Mark as paid back' }))
  expect(await screen.findByText('Please try again later')).toBeTruthy()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(note.isConnected && note.value).toBe('By bank transfer.')
  code = 'already_decided'
  await userEvent.click(dialog.getByRole('button', { name: 'Mark as paid back' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('keeps what was written when the question is closed with Escape', async () => {
  fakeServer(() => ({ status: 200, body: { failedRefunds: [refund] } }))
  renderInArea(<FailedRefundsPage />, { login: moderatorLogin })
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as paid back' }))
    return screen.findByLabelText<HTMLTextAreaElement>(/How was it paid back/)
  }
  await userEvent.type(await open(), 'By bank transfer.')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await open()).value).toBe('By bank transfer.')
})
