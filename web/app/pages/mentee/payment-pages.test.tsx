import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { afterEach, expect, it, vi } from 'vitest'
import { forgetChosenTime, storeChosenTime } from '../../features/mentors/chosen-time.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { enrollmentOf } from '../../testing/enrollment-samples.ts'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { menteeLogin } from '../../testing/logins.ts'
import { mentorOf } from '../../testing/mentor-samples.ts'
import { slotOf } from '../../testing/slot-samples.ts'
import PaymentFailedPage from './payment-failed-page.tsx'
import PaymentSuccessPage from './payment-success-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

const success = () =>
  renderInArea(<PaymentSuccessPage />, {
    at: '/mentees/payment/success/pay_1',
    path: '/mentees/payment/success/:paymentId',
  })
const enrollment = enrollmentOf({ _id: 'e1' })
const withFace = {
  ...enrollment,
  mentorId: { ...enrollment.mentorId, profileImageUrl: '/uploads/demo/face.webp' },
}

it.each([
  ['?message=Your%20card%20was%20declined.', 'Your card was declined.'],
  ['', 'An error occurred during the payment process.'],
])('the failed page says "Payment Failed" with the message of %j, and leads home', async (query, text) => {
  renderInArea(<PaymentFailedPage />, {
    at: `/mentees/payment/failed${query}`,
    path: '/mentees/payment/failed',
  })
  expect(await screen.findByRole('heading', { name: 'Payment Failed' })).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/mentees')
})

it('the failed page offers another try with the mentor of the address', async () => {
  const requests = fakeServer(() => ({
    status: 200,
    body: { mentorData: mentorOf(), isEnrollmentActive: false, enrollment: null },
  }))
  renderInArea(<PaymentFailedPage />, {
    at: '/mentees/payment/failed?message=declined&mentor=m1',
    path: '/mentees/payment/failed',
  })
  const link = await screen.findByRole('link', { name: `Try again with ${mentorOf().firstName}` })
  expect(link.getAttribute('href')).toBe('/mentees/browse/mentor/profile/m1')
  expect(requests[0]!.url).toBe('/api/mentees/mentor/profile/m1')
})

it('the success page asks the server about its payment, and says what was bought', async () => {
  const requests = fakeServer(() => ({ status: 200, body: { enrollment } }))
  success()
  expect(await screen.findByRole('heading', { name: 'Payment received' })).toBeTruthy()
  expect(screen.getByText(/4 calls and unlimited chat until December 21st 2026/)).toBeTruthy()
  expect(requests[0]).toMatchObject({
    url: '/api/mentees/enrollment-success',
    body: { menteeId: menteeLogin.userId, paymentId: 'pay_1' },
  })
})

it('the success page says of a subscription that is over, or could not begin, that nothing runs', async () => {
  fakeServer(() => ({ status: 200, body: { enrollment: { ...enrollment, status: 'ended', callsLeft: 0 } } }))
  success()
  expect(await screen.findByRole('heading', { name: 'You are not subscribed' })).toBeTruthy()
  expect(screen.queryByText(/You are subscribed/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Chat with/ })).toBeNull()
})

it('the success page shows the face of the mentor and the first free hours, each one press from its booking', async () => {
  const { _id, firstName } = enrollment.mentorId
  const hours = [21, 22, 23, 24].map((day) =>
    slotOf({ _id: `s${day}`, status: 'open', start: `2030-11-${day}T10:00:00.000Z` }),
  )
  const taken = slotOf({ _id: 'taken', status: 'booked', start: '2030-11-20T10:00:00.000Z' })
  fakeServer(({ url }) => ({
    status: 200,
    body: url.includes('/timeslots/') ? { timeSlots: [taken, ...hours] } : { enrollment: withFace },
  }))
  success()
  const first = within(await screen.findByRole('region', { name: `${firstName}’s first free hours` }))
  expect(first.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    [21, 22, 23].map(
      (day) => `/mentees/schedules?mentor=${_id}&at=${encodeURIComponent(`2030-11-${day}T10:00:00.000Z`)}`,
    ),
  )
  expect(document.querySelector('img')!.getAttribute('src')).toContain('/uploads/demo/face.webp')
})

it('its Home button asks once more, and says "Error Excecuting the Operation" when that fails', async () => {
  const told = vi.spyOn(toast, 'error')
  const requests = fakeServer(() => errorResponse(404, 'not_found', 'There is no such payment.'))
  success()
  expect(await screen.findByRole('heading', { name: 'Not confirmed' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Home' }))
  // The toast belongs to the layout, which outlives the page.
  expect(await screen.findByText('elsewhere')).toBeTruthy()
  expect(told).toHaveBeenCalledExactlyOnceWith('Error Excecuting the Operation', {
    description: 'There is no such payment.',
  })
  expect(requests).toHaveLength(2)
})

it('its Home button leads nobody home who has gone on before the answer came', async () => {
  const told = vi.spyOn(toast, 'error')
  let resolveAnswer!: (value: ReturnType<typeof errorResponse>) => void
  const answer = new Promise<ReturnType<typeof errorResponse>>((resolve) => {
    resolveAnswer = resolve
  })
  fakeServer((_, count) => (count === 1 ? errorResponse(404, 'not_found') : answer))
  renderInArea(
    <>
      <PaymentSuccessPage />
      <Link to="/mentees/settings">Settings</Link>
    </>,
    {
      at: '/mentees/payment/success/pay_1',
      path: '/mentees/payment/success/:paymentId',
      others: [{ path: '/mentees/settings', element: <p>the settings</p> }],
    },
  )
  expect(await screen.findByRole('heading', { name: 'Not confirmed' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Home' }))
  await userEvent.click(screen.getByRole('link', { name: 'Settings' }))
  expect(await screen.findByText('the settings')).toBeTruthy()
  told.mockClear()
  resolveAnswer(errorResponse(404, 'not_found'))
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
  expect(screen.getByText('the settings')).toBeTruthy()
})

it('the success page leads to the booking of the time that was pressed before paying', async () => {
  fakeServer(() => ({ status: 200, body: { enrollment } }))
  storeChosenTime({
    menteeId: menteeLogin.userId,
    mentorId: enrollment.mentorId._id,
    start: '2099-12-20T10:00:00.000Z',
  })
  success()
  const link = (await screen.findByRole('link', { name: /^Book .*20 Dec/ })) as HTMLAnchorElement
  const { pathname, searchParams } = new URL(link.href)
  expect([pathname, searchParams.get('mentor'), searchParams.get('at')]).toEqual([
    '/mentees/schedules',
    enrollment.mentorId._id,
    '2099-12-20T10:00:00.000Z',
  ])
  forgetChosenTime()
})

it('says of a payment that is looked at later how many calls are left, one of them, too', async () => {
  fakeServer(({ url }) =>
    url.includes('enrollment-success')
      ? { status: 200, body: { enrollment: { ...enrollment, callsLeft: 1 } } }
      : { status: 200, body: { timeSlots: [], allMentorsSubscribed: [] } },
  )
  success()
  expect(await screen.findByText(/: 1 call and unlimited chat/)).toBeTruthy()
})
