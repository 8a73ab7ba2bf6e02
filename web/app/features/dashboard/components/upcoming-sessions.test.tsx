import type { Slot } from '@marga/contract/slots'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UpcomingSessions } from './upcoming-sessions.tsx'

const session = {
  _id: 'slot-1',
  start: '2026-11-21T10:00:00.000Z',
  end: '2026-11-21T11:00:00.000Z',
  title: 'My CV',
  menteeId: { _id: 'mentee', firstName: 'Rohan', lastName: 'Kamat', profileImageUrl: null },
} as Slot

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T09:49:50.000Z') }))
afterEach(() => void vi.useRealTimers())

test('the Go Live button appears by itself when the room opens, and leads there in a new window', () => {
  render(
    <UpcomingSessions
      sessions={[session]}
      timeZone="Asia/Kolkata"
      roomHref={(slotId) => `https://host.test/mentors/connect/live/${slotId}`}
    />,
  )
  expect(screen.queryByRole('link', { name: 'Go Live' })).toBeNull()
  expect(screen.getByText('Times are in India Standard Time (GMT+5:30).')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(10_000))
  const link = screen.getByRole('link', { name: 'Go Live' })
  expect(link.getAttribute('href')).toBe('https://host.test/mentors/connect/live/slot-1')
  expect(link.getAttribute('target')).toBe('_blank')
})

test('dates read "MMMM Do YYYY", in the table and on a narrow page', () => {
  render(<UpcomingSessions sessions={[session]} timeZone="Asia/Kolkata" roomHref={() => '/'} />)
  expect(screen.getByText('November 21st 2026')).toBeTruthy()
  expect(screen.getByText('November 21st 2026,')).toBeTruthy()
})
