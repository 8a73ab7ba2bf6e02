import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../testing/area-stub.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { slotOf } from '../../testing/slot-samples.ts'
import BookedSlotsPage from './booked-slots-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

const past = (status: 'completed' | 'cancelled', text = '') => {
  const slot = slotOf({ status, start: '2026-11-20T10:00:00.000Z', end: '2026-11-20T11:00:00.000Z' })
  fakeServer(({ url }) =>
    url.includes('/live-notes/')
      ? { status: 200, body: { text, version: 1, updatedAt: null } }
      : { status: 200, body: { bookedSlots: [slot], nextCursor: null } },
  )
  renderInArea(
    <Suspense>
      <BookedSlotsPage />
    </Suspense>,
    { at: '/mentees/booked-slots?when=past', path: '/mentees/booked-slots' },
  )
}

it('leads from a past session to what was written down in it', async () => {
  past('completed', 'Read about the saga pattern.')
  await userEvent.click(await screen.findByRole('button', { name: 'Notes of November 20th 2026' }))
  expect(await screen.findByText('Read about the saga pattern.')).toBeTruthy()
})

it('says so when nothing was written', async () => {
  past('completed')
  await userEvent.click(await screen.findByRole('button', { name: /^Notes of/ }))
  expect(await screen.findByText('No notes were written in this session.')).toBeTruthy()
})

it('has no notes of a session that was cancelled', async () => {
  past('cancelled')
  expect(await screen.findByText('Cancelled')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Notes of/ })).toBeNull()
})

it('says when it was as "MMMM Do YYYY"', async () => {
  past('completed')
  expect(await screen.findByText(/^November 20th 2026,/, { selector: 'time' })).toBeTruthy()
})
