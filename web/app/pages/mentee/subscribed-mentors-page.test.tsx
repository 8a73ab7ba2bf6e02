import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../testing/area-stub.tsx'
import { refundRequestOf } from '../../testing/dispute-samples.ts'
import { draftsKept } from '../../testing/drafts-kept.ts'
import { enrollmentOf } from '../../testing/enrollment-samples.ts'
import { errorResponse, fakeServer, type SeenRequest } from '../../testing/fake-server.ts'
import SubscribedMentorsPage from './subscribed-mentors-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const enrollment = enrollmentOf({ renewsAt: inDays(20), unusedRupees: 4500 })

type Given = { enrollments?: unknown[]; requests?: unknown[]; answer?: (request: SeenRequest) => unknown }

function show({ enrollments = [enrollment], requests = [], answer }: Given = {}) {
  const seen = fakeServer((request) => {
    const special =
      request.method === 'GET' && !request.url.includes('/calls') ? undefined : answer?.(request)
    if (special) return special as ReturnType<typeof errorResponse>
    return { status: 200, body: { allMentorsSubscribed: enrollments, refundRequests: requests } }
  })
  renderInArea(
    <Suspense>
      <SubscribedMentorsPage />
    </Suspense>,
    { at: '/mentees/subscribed-mentors' },
  )
  return seen
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))

it('shows calls beyond the month with until when', async () => {
  const extraCalls = [{ count: 1, usableUntil: '2026-12-22T04:00:00.000Z', source: 'returned' }]
  show({ enrollments: [{ ...enrollment, callsLeft: 3, extraCalls }] })
  expect(await screen.findByText('and 1 more until Tue 22 Dec')).toBeTruthy()
  expect(screen.getByText('3')).toBeTruthy()
})

it('tells where each call went, a page at a time', async () => {
  const call = (_id: string, given: object) => ({
    _id,
    source: 'period',
    status: 'spent',
    price: 1500,
    grantedAt: '2026-11-21T04:00:00.000Z',
    usableUntil: '2026-12-21T04:00:00.000Z',
    slotId: null,
    history: [{ at: '2026-11-21T04:00:00.000Z', what: 'granted', why: 'You paid for the month.' }],
    ...given,
  })
  const seen = show({
    answer: ({ url }) => ({
      status: 200,
      body: url.includes('cursor=more')
        ? { calls: [call('c2', { source: 'bonus', status: 'free', price: 0 })], nextCursor: null }
        : { calls: [call('c1', {})], nextCursor: 'more' },
    }),
  })
  await press('Where your calls went')
  const sheet = await dialog()
  expect(await sheet.findByText('You have 4 calls left this month.')).toBeTruthy()
  expect(await sheet.findByText('You paid for the month.')).toBeTruthy()
  expect(sheet.getByText('Used')).toBeTruthy()
  expect(sheet.getByText('₹1,500')).toBeTruthy()
  await userEvent.click(sheet.getByRole('button', { name: 'Show earlier calls' }))
  expect(await sheet.findByText('Free of charge · usable until December 21st 2026')).toBeTruthy()
  expect(seen.filter(({ url }) => url.includes(`/enrollments/${enrollment._id}/calls`))).toHaveLength(2)
})

it('pauses for so many days, having said what that does, and shows what is refused', async () => {
  const paused = { ...enrollment, pausedFrom: inDays(20), pausedUntil: inDays(30), renewsAt: inDays(30) }
  let isFirst = true
  const seen = show({
    answer: () => {
      const refused = errorResponse(409, 'pause_used', 'You can pause once in 90 days.')
      const given = isFirst ? refused : { status: 200, body: { enrollment: paused } }
      isFirst = false
      return given
    },
  })
  await press('Pause')
  const form = await dialog()
  fireEvent.change(await form.findByLabelText('Days'), { target: { value: '40' } })
  await userEvent.click(form.getByRole('button', { name: 'Pause the subscription' }))
  expect(await form.findByText('Choose 7 to 30 days.')).toBeTruthy()
  fireEvent.change(form.getByLabelText('Days'), { target: { value: '10' } })
  expect(form.getByRole('status').textContent).toMatch(/^It renews on .* instead of .* but not write or book/)
  await userEvent.click(form.getByRole('button', { name: 'Pause the subscription' }))
  expect((await form.findByRole('alert')).textContent).toBe('You can pause once in 90 days.')
  await userEvent.click(form.getByRole('button', { name: 'Pause the subscription' }))
  expect(await screen.findByText('Subscription paused')).toBeTruthy()
  const posts = seen.filter(({ method }) => method === 'POST')
  expect(posts.map(({ body }) => body)).toEqual([{ days: 10 }, { days: 10 }])
})

it('says no balance above the calls of a paused subscription', async () => {
  show({
    enrollments: [{ ...enrollment, pausedFrom: inDays(-1), pausedUntil: inDays(9) }],
    answer: () => ({ status: 200, body: { calls: [], nextCursor: null } }),
  })
  await press('Where your calls went')
  const sheet = await dialog()
  expect(await sheet.findByText('Your calls with Ananya')).toBeTruthy()
  expect(sheet.queryByText(/calls left/)).toBeNull()
})

it('is read-only while it is paused, and says what ending the pause costs', async () => {
  const lasting = { count: 1, usableUntil: inDays(20), source: 'returned' }
  const over = { count: 1, usableUntil: inDays(5), source: 'rollover' }
  const paused = {
    ...enrollment,
    ...{ pausedFrom: inDays(-1), pausedUntil: inDays(9), extraCalls: [over, lasting] },
  }
  const seen = show({
    enrollments: [paused],
    answer: () => ({ status: 200, body: { enrollment } }),
  })
  expect(await screen.findByText('Paused')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Book a session' })).toBeNull()
  expect(screen.getByText(/^No calls to book until /)).toBeTruthy()
  expect(screen.getAllByText(/extra calls? until /).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^then 1 extra call until /),
  ])
  expect(screen.queryByText(/calls left/)).toBeNull()
  await press('End the pause')
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/begins now, and ₹6,000 is charged/)).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'End the pause' }))
  expect(await screen.findByText('The pause has ended')).toBeTruthy()
  expect(seen.find(({ method }) => method === 'DELETE')?.url).toBe(
    `/api/mentees/enrollments/${enrollment._id}/pause`,
  )
})

it('asks for a refund with a reason, having said what goes back and what ends', async () => {
  const seen = show({
    answer: () => ({ status: 201, body: { refundRequest: refundRequestOf() } }),
  })
  await press('Ask for a refund')
  const form = await dialog()
  expect((await form.findByText('₹4,500')).closest('li')?.textContent).toContain(
    'Up to ₹4,500 goes back the way you paid',
  )
  expect(form.getByText(/has 72 hours to agree/)).toBeTruthy()
  await userEvent.type(form.getByLabelText('Why do you ask for it?'), 'I have moved to')
  await userEvent.keyboard('{Escape}')
  await press('Ask for a refund')
  // What was not sent is there again.
  const again = await dialog()
  await userEvent.type(again.getByLabelText('Why do you ask for it?'), ' another field.')
  await userEvent.click(again.getByRole('button', { name: 'Ask for the refund' }))
  expect(await screen.findByText('Refund requested')).toBeTruthy()
  expect(draftsKept()).toEqual([])
  expect(seen.find(({ method }) => method === 'POST')).toMatchObject({
    url: '/api/mentees/refund-requests',
    body: { enrollmentId: enrollment._id, reason: 'I have moved to another field.' },
  })
})

it('shows own requests with their status, and offers no second while one waits', async () => {
  show({ requests: [refundRequestOf({ enrollmentId: enrollment._id })] })
  expect(await screen.findByText('You asked for ₹4,500 back')).toBeTruthy()
  expect(screen.getByText('Waiting for an answer')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ask for a refund' })).toBeNull()
})

it('says of a request that closed by itself what went back and why, and of no moderator', async () => {
  const closed = { enrollmentId: enrollment._id, status: 'refunded', amount: 6000 } as const
  const closedBecause = 'The subscription is over for another reason.'
  show({ requests: [refundRequestOf({ ...closed, closedBecause })] })
  expect(await screen.findByText('You asked for a refund: ₹6,000 goes back')).toBeTruthy()
  expect(screen.getByText(closedBecause)).toBeTruthy()
  expect(screen.queryByText('The moderator decided')).toBeNull()
})

it('says what a moderator decided', async () => {
  show({ requests: [refundRequestOf({ enrollmentId: enrollment._id, status: 'refused', decision: 'No.' })] })
  expect(await screen.findByText('The moderator decided')).toBeTruthy()
  expect(screen.getByText('No.')).toBeTruthy()
})
