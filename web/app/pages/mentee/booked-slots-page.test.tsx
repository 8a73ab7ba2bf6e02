import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { formatShortMoment } from '../../lib/dates.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { contestOf } from '../../testing/dispute-samples.ts'
import { draftsKept } from '../../testing/drafts-kept.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { slotOf } from '../../testing/slot-samples.ts'
import BookedSlotsPage from './booked-slots-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

const past = (status: 'completed' | 'cancelled', text = '') => {
  const slot = slotOf({ status, start: '2026-11-20T10:00:00.000Z', end: '2026-11-20T11:00:00.000Z' })
  fakeServer(({ url }) =>
    url.includes('/live-notes/')
      ? { status: 200, body: { text, version: 1, updatedAt: null } }
      : { status: 200, body: { bookedSlots: [slot], nextCursor: null, contests: [] } },
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

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const booked = slotOf({
  status: 'booked',
  start: inDays(3),
  end: inDays(3.05),
  bookingId: 'b1',
  movesLeft: 2,
  freeUntil: inDays(2.5),
  callId: 'c1',
})

function upcoming(slot = booked, at = '/mentees/booked-slots', cancelled: unknown = {}) {
  const requests = fakeServer(({ method, url }) => {
    if (method === 'PATCH') return { status: 200, body: cancelled }
    if (url.includes('/move-proposals')) return { status: 200, body: { proposals: [] } }
    if (url.includes('/contests')) return { status: 200, body: { contests: [] } }
    const isPast = url.includes('when=past')
    return { status: 200, body: { bookedSlots: isPast ? [] : [slot], nextCursor: null } }
  })
  renderInArea(
    <Suspense>
      <BookedSlotsPage />
    </Suspense>,
    { at, path: '/mentees/booked-slots' },
  )
  return requests
}
const describedBy = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent

it('says beside each button what it will do', async () => {
  upcoming()
  expect(describedBy(await screen.findByRole('button', { name: /^Move the session/ }))).toBe(
    'Can be moved 2 more times',
  )
  expect(describedBy(screen.getByRole('button', { name: /^Cancel the session/ }))).toBe(
    `Cancel by ${formatShortMoment(booked.freeUntil!)}, and you keep the call`,
  )
})

it.each([
  [{ freeUntil: inDays(-0.1) }, 'Cancelling now uses the call'],
  [{ freeUntil: null }, 'Cancelling does not give the call back'],
])('says so when cancelling %o gives nothing back', async (given, note) => {
  upcoming({ ...booked, ...given })
  const button = await screen.findByRole('button', { name: /^Cancel the session/ })
  expect(describedBy(button)).toBe(note)
})

it('does not offer to move what was moved twice', async () => {
  upcoming({ ...booked, movesLeft: 0 })
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^Move the session/ })
  expect(button.disabled).toBe(true)
  expect(describedBy(button)).toBe('Cannot be moved again')
})

it('says after cancelling what the server made of the call, and nothing else', async () => {
  const call = {
    effect: 'freed',
    usableUntil: '2026-12-22T04:00:00.000Z',
    refundRupees: 0,
    bonusUntil: null,
    balance: { callsLeft: 3, extraCalls: [] },
  }
  upcoming(booked, undefined, { data: booked, isCallReturned: true, call })
  await userEvent.click(await screen.findByRole('button', { name: /^Cancel the session/ }))
  expect(await screen.findByText(/with \w+\. You keep the call\.$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel booking' }))
  expect(
    await screen.findByText(
      'The call is yours again, until December 22nd 2026. You have 3 calls left this month.',
    ),
  ).toBeTruthy()
})

it('leads to the session that a link names', async () => {
  upcoming(booked, `/mentees/booked-slots?slot=${booked._id}`)
  await screen.findByRole('button', { name: /^Move the session/ })
  expect(document.activeElement?.tagName).toBe('LI')
  expect(document.activeElement?.textContent).toContain('Live session')
})

it('shows a past session to which the link of a contest leads', async () => {
  const slot = slotOf({ status: 'missed', missedBy: 'both', start: inDays(-1), end: inDays(-0.95) })
  const contest = contestOf({ slotId: slot._id, text: 'I was there at ten.' })
  fakeServer(({ url }) => {
    if (url.includes('/contests')) return { status: 200, body: { contests: [contest] } }
    const isPast = url.includes('when=past')
    return { status: 200, body: { bookedSlots: isPast ? [slot] : [], nextCursor: null } }
  })
  renderInArea(
    <Suspense>
      <BookedSlotsPage />
    </Suspense>,
    { at: `/mentees/booked-slots?contest=${contest._id}`, path: '/mentees/booked-slots' },
  )
  expect(await screen.findByText('I was there at ten.')).toBeTruthy()
  expect(screen.getByText('Neither of you was in the room.')).toBeTruthy()
  expect(screen.getByText(/^The mentor can answer until .* Silence counts as agreed\.$/)).toBeTruthy()
})

it('leads to a past session that is on no first page', async () => {
  const sessionOn = (day: number) => {
    const date = `2026-11-0${day}`
    const given = { start: `${date}T10:00:00.000Z`, end: `${date}T11:00:00.000Z` }
    return slotOf({ _id: `0198a000-0000-7000-8000-00000000000${day}`, status: 'completed', ...given })
  }
  const linked = sessionOn(1)
  fakeServer(({ url }) => {
    if (url.includes('/contests')) return { status: 200, body: { contests: [] } }
    if (!url.includes('when=past')) return { status: 200, body: { bookedSlots: [], nextCursor: null } }
    const asked = new URL(url, 'http://x').searchParams.get('cursor')
    const day = asked ? Number(asked) : 3
    return { status: 200, body: { bookedSlots: [sessionOn(day)], nextCursor: day > 1 ? `${day - 1}` : null } }
  })
  renderInArea(
    <Suspense>
      <BookedSlotsPage />
    </Suspense>,
    { at: `/mentees/booked-slots?slot=${linked._id}`, path: '/mentees/booked-slots' },
  )
  const time = await screen.findByText(/^November 1st 2026,/, { selector: 'time' })
  await vi.waitFor(() => expect(document.activeElement).toBe(time.closest('li')))
})

it('stays at what is to come where the session of a link is nowhere, as once it was moved', async () => {
  const requests = upcoming(booked, '/mentees/booked-slots?slot=0198a000-0000-7000-8000-0000000000ff')
  expect(await screen.findByRole('button', { name: /^Move the session/ })).toBeTruthy()
  await vi.waitFor(() => expect(requests.some(({ url }) => url.includes('when=past'))).toBe(true))
  await screen.findByRole('button', { name: /^Move the session/ })
  expect(screen.getByRole('tab', { name: 'Upcoming' }).getAttribute('aria-selected')).toBe('true')
})

it('contests a session once it is told what that does', async () => {
  const slot = slotOf({ status: 'missed', missedBy: 'mentee', start: inDays(-1), end: inDays(-0.95) })
  const requests = fakeServer(({ method, url }) => {
    if (method === 'POST') return { status: 201, body: { contest: contestOf() } }
    if (url.includes('/contests')) return { status: 200, body: { contests: [] } }
    return { status: 200, body: { bookedSlots: [slot], nextCursor: null } }
  })
  renderInArea(
    <Suspense>
      <BookedSlotsPage />
    </Suspense>,
    { at: '/mentees/booked-slots?when=past', path: '/mentees/booked-slots' },
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Contest the session/ }))
  expect(screen.queryByRole('link', { name: 'This is wrong' })).toBeNull()
  expect(await screen.findByText(/does not answer in 72 hours, the call is yours again/)).toBeTruthy()
  await userEvent.type(screen.getByLabelText('What happened?'), 'Too short')
  await userEvent.click(screen.getByRole('button', { name: 'Contest' }))
  expect(await screen.findByText('Write at least 20 characters.')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: /^Contest the session/ }))
  // What was not sent is there again.
  await userEvent.type(await screen.findByLabelText('What happened?'), ', but now long enough.')
  await userEvent.click(screen.getByRole('button', { name: 'Contest' }))
  expect(await screen.findByText('Session contested')).toBeTruthy()
  expect(draftsKept()).toEqual([])
  expect(requests.find(({ method }) => method === 'POST')).toMatchObject({
    url: '/api/mentees/contests',
    body: { slotId: slot._id, text: 'Too short, but now long enough.' },
  })
})
