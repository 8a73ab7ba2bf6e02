import type { Mentor } from '@marga/contract/mentors'
import type { WaitlistPlace } from '@marga/contract/waitlist'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setOwnTimeZone } from '../../lib/dates.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { mentorId } from '../../testing/chat-samples.ts'
import { errorResponse, fakeServer, type SeenRequest } from '../../testing/fake-server.ts'
import { mentorOf } from '../../testing/mentor-samples.ts'
import Page from './mentee-mentor-profile-page.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T07:30:00.000Z') })
  setOwnTimeZone('Asia/Kolkata')
})
afterEach(() => {
  setOwnTimeZone(null)
  vi.unstubAllGlobals()
})

const ok = (body: object) => ({ status: 200, body })
const full = { isFull: true, placesLeft: 0, waiting: 2 }
const waiting: WaitlistPlace = { mentorId, position: 3, offeredUntil: null }

type Given = {
  mentor?: Partial<Mentor>
  places?: WaitlistPlace[]
  special?: (request: SeenRequest) => { status: number; body: unknown } | undefined
}

function open({ mentor = { capacity: full }, places = [], special = () => undefined }: Given = {}) {
  const seen = fakeServer((request) => {
    const { url } = request
    const answer = special(request)
    if (answer) return answer
    if (url.endsWith('/waitlist')) return ok({ places })
    if (url.includes('/mentor/profile/'))
      return ok({
        mentorData: mentorOf(mentor),
        isEnrollmentActive: false,
        enrollment: null,
        ownReview: null,
        canReview: false,
      })
    if (url.includes('/availability/')) return ok({ times: [] })
    return ok({
      reviews: [],
      nextCursor: null,
      summary: { rating: null, count: 0, byStars: [0, 0, 0, 0, 0] },
    })
  })
  renderInArea(<Page />, {
    at: `/mentees/browse/mentor/profile/${mentorId}`,
    path: '/mentees/browse/mentor/profile/:mentorId',
  })
  return seen
}
// The panel stands twice: beside the text on wide screens, above it on small ones.
const first = async (name: string) => (await screen.findAllByRole('button', { name }))[0]!
const noSubscribe = () => expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull()

it('lets a mentee join the waitlist of a full mentor, in the stead of subscribing', async () => {
  const seen = open({ special: ({ method }) => (method === 'PUT' ? ok(waiting) : undefined) })
  expect((await screen.findAllByText(/2 waiting\. It costs nothing/)).length).toBeGreaterThan(0)
  noSubscribe()
  await userEvent.click(await first('Join the waitlist'))
  expect((await screen.findAllByText('number 3')).length).toBeGreaterThan(0)
  expect(seen.find(({ method }) => method === 'PUT')!.url).toBe(`/api/mentees/waitlist/${mentorId}`)
})

it('says which number a mentee is, and lets them leave', async () => {
  let places = [waiting]
  open({
    special: ({ url, method }) => {
      if (method === 'DELETE') places = []
      if (method === 'DELETE') return ok({ message: 'ok' })
      return url.endsWith('/waitlist') ? ok({ places }) : undefined
    },
  })
  const text = (await screen.findAllByText('number 3'))[0]!.parentElement!.textContent
  expect(text).toBe('You are number 3 on the waitlist.')
  noSubscribe()
  await userEvent.click(await first('Leave the waitlist'))
  expect(await first('Join the waitlist')).toBeTruthy()
})

it('offers no waitlist while it is not known whether a mentee waits, and asks again', async () => {
  let isBroken = true
  open({
    places: [waiting],
    special: ({ url }) =>
      isBroken && url.endsWith('/waitlist') ? errorResponse(500, 'internal', 'It broke.') : undefined,
  })
  const again = await first('Try again')
  expect(screen.queryByRole('button', { name: 'Join the waitlist' })).toBeNull()
  isBroken = false
  await userEvent.click(again)
  expect((await screen.findAllByText('number 3')).length).toBeGreaterThan(0)
})

it('says until when a place is kept, with Subscribe', async () => {
  open({ places: [{ ...waiting, position: 1, offeredUntil: '2026-11-24T12:30:00.000Z' }] })
  expect((await screen.findAllByText('Tue 24 Nov, 6:00 pm'))[0]!.parentElement!.textContent).toBe(
    'A place is kept for you until Tue 24 Nov, 6:00 pm.',
  )
  expect(await first('Subscribe')).toBeTruthy()
})

it('offers Subscribe while there are places', async () => {
  open({ mentor: { capacity: { isFull: false, placesLeft: 2, waiting: 0 } } })
  expect(await first('Subscribe')).toBeTruthy()
  expect(screen.getByText('2 places left')).toBeTruthy()
})

it('turns to the waitlist when the last place has gone before the payment', async () => {
  open({
    mentor: {},
    special: ({ method }) => (method === 'POST' ? errorResponse(409, 'full') : undefined),
  })
  await userEvent.click(await first('Subscribe'))
  expect(await first('Join the waitlist')).toBeTruthy()
  expect(document.querySelector('[data-sonner-toast]')).toBeNull()
})

it('says why nothing is sold by a mentor without a time to book', async () => {
  open({
    mentor: {},
    special: ({ method }) => (method === 'POST' ? errorResponse(409, 'no_times') : undefined),
  })
  await userEvent.click(await first('Subscribe'))
  // Beside each Subscribe, of which a screen shows one.
  const [alert] = await screen.findAllByRole('alert')
  expect(alert!.textContent).toMatch(/Nothing was charged.*no time to book in the next 14 days/)
  await waitFor(() => expect(document.querySelector('[data-sonner-toast]')).toBeNull())
})
