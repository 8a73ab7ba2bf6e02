import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { mentor } from '../../../testing/dispute-samples.ts'
import { fakeServer } from '../../../testing/fake-server.ts'
import { menteeLogin } from '../../../testing/logins.ts'
import { PaymentList } from './payment-list.tsx'

afterEach(() => void vi.unstubAllGlobals())

const paymentOf = (given: object, index: number) => ({
  _id: `0198a000-0000-7000-8000-0000000000d${index}`,
  mentorId: mentor,
  amount: 6000,
  refundedAmount: 0,
  status: 'paid',
  isDisputed: false,
  paidAt: '2026-11-24T04:30:00.000Z',
  receiptUrl: null,
  ...given,
})

it('calls nothing paid that the bank has taken back', async () => {
  const payments = [
    {},
    { isDisputed: true },
    { status: 'refunded', refundedAmount: 6000, isDisputed: true },
    { status: 'failed' },
  ].map(paymentOf)
  fakeServer(() => ({ status: 200, body: { payments, nextCursor: null } }))
  renderInArea(<PaymentList userId={menteeLogin.userId} />, { at: '/mentees/settings' })
  const rows = await screen.findAllByRole('listitem')
  const labels = ['Paid', 'Disputed at the bank', 'Refunded', 'Failed']
  expect(rows.map(({ textContent }) => labels.find((label) => textContent!.includes(label)))).toEqual(labels)
})
