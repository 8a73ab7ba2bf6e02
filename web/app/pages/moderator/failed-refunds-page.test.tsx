import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { moderatorLogin } from '../../testing/logins.ts'
import { accusedId } from '../../testing/moderator-samples.ts'
import FailedRefundsPage from './failed-refunds-page.tsx'

beforeEach(() => {
  queryClient.clear()
  toast.dismiss()
})
afterEach(() => void vi.unstubAllGlobals())

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
