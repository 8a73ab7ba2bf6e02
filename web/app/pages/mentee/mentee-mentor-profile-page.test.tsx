import type { Mentor } from '@marga/contract/mentors'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { forgetChosenTime, readChosenTime } from '../../features/mentors/chosen-time.ts'
import { queryClient } from '../../lib/query-client.ts'
import { sharedKeys } from '../../lib/query-keys.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { conversationOf, mentorId } from '../../testing/chat-samples.ts'
import { enrollmentOf } from '../../testing/enrollment-samples.ts'
import { fakeLocation } from '../../testing/fake-location.ts'
import { errorResponse, fakeServer, type SeenRequest } from '../../testing/fake-server.ts'
import { menteeLogin } from '../../testing/logins.ts'
import { mentorOf } from '../../testing/mentor-samples.ts'
import Page from './mentee-mentor-profile-page.tsx'

afterEach(() => void vi.unstubAllGlobals())

const enrollment = enrollmentOf({ _id: 'e1' })
const ok = (body: object, status = 200) => ({ status, body })
type Answer = ReturnType<typeof ok> | 'network-failure'

/** The reading calls of the page; `others` answers what its buttons ask. */
function serve(
  isEnrollmentActive: boolean,
  others: (request: SeenRequest) => Answer = () => ok({}),
  mentor: Partial<Mentor> = {},
  times: object[] = [],
) {
  return fakeServer((request) => {
    const { url } = request
    if (url.includes('/mentor/profile/')) {
      return ok({
        mentorData: mentorOf({ expertise: ['Go', 'C++', 'SQL', 'Rust', 'Linux'], ...mentor }),
        isEnrollmentActive,
        enrollment: isEnrollmentActive ? enrollment : null,
        ownReview: null,
        canReview: isEnrollmentActive,
      })
    }
    if (url.endsWith('/waitlist')) return ok({ places: [] })
    if (url.includes('/availability/')) return ok({ times })
    if (url.includes('/reviews/'))
      return ok({
        reviews: [],
        nextCursor: null,
        summary: { rating: null, count: 0, byStars: [0, 0, 0, 0, 0] },
      })
    if (url.includes('/unread')) return ok({ unreadConversations: 0, communities: [{ mentorId, unread: 3 }] })
    return others(request)
  })
}
const open = (query = '') =>
  renderInArea(<Page />, {
    at: `/mentees/browse/mentor/profile/${mentorId}${query}`,
    path: '/mentees/browse/mentor/profile/:mentorId',
  })
// The panel stands twice: beside the text on wide screens, above it on small ones.
const first = async (role: string, name: string | RegExp) => (await screen.findAllByRole(role, { name }))[0]!

it('shows name, title@ firm, at most four areas of interest and the bio', async () => {
  serve(false)
  open()
  expect(await screen.findByRole('heading', { name: 'Ananya Krishnan' })).toBeTruthy()
  expect(screen.getByText('Staff Engineer@ Rangoli Systems')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Areas of interest' }).textContent).toBe('GoC++SQLRust')
  expect(screen.getByText('Twelve years of backends.')).toBeTruthy()
})

it('offers what a month holds, and Subscribe, to whoever is not enrolled', async () => {
  serve(false)
  open()
  for (const line of [
    '4 calls per month (60 min per call)',
    'Unlimited Q&A via chat',
    'Responses in 24 hours or less',
    /^Flat fee/,
  ]) {
    expect((await screen.findAllByText(line)).length).toBeGreaterThan(0)
  }
  expect(await first('button', 'Subscribe')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Community/ })).toBeNull()
})

it('says of how many answers its figures are, and leads to how they are measured', async () => {
  serve(false, undefined, { response: { medianMinutes: 176, within24hPercent: 97, count: 42 } })
  open()
  expect((await screen.findByText(/42 answers in 90 days/)).parentElement!.textContent).toBe(
    'Answers in about 3 hours, 97% within 24 hours (42 answers in 90 days)',
  )
  const { href } = screen.getByRole('link', { name: 'How we measure this' }) as HTMLAnchorElement
  expect(href).toMatch(/\/faq#answer-times$/)
})

it('says from when on a mentor of few answers has figures', async () => {
  serve(false)
  open()
  expect((await screen.findByText(/Answer time: new/)).textContent).toBe(
    'Answer time: new, shown after 10 answers in 90 days',
  )
})

it('leads from the promise of the offer to how it is measured', async () => {
  serve(false)
  open()
  const { href } = (await first('link', 'How we measure answers')) as HTMLAnchorElement
  expect(href).toMatch(/\/faq#answer-times$/)
})

it('says beside Subscribe where no call can be booked, and only there', async () => {
  serve(false)
  open()
  expect((await screen.findAllByText('No times on offer right now')).length).toBeGreaterThan(0)
  expect(await first('button', 'Subscribe')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Next free times' })).toBeNull()
  cleanup()
  serve(false, undefined, { nextAvailableAt: '2026-12-20T10:00:00.000Z' })
  open()
  expect(await first('heading', 'Next free times')).toBeTruthy()
  expect(screen.getAllByText('None in the next 14 days.').length).toBeGreaterThan(0)
  expect(screen.queryByText('No times on offer right now')).toBeNull()
})

it('leads on a 201 to the checkout page that the answer names', async () => {
  const { assign } = fakeLocation('/mentees')
  const requests = serve(false, () => ok({ url: 'https://pay.example/c/1' }, 201))
  open()
  await userEvent.click(await first('button', 'Subscribe'))
  await vi.waitFor(() => expect(assign.mock.calls).toEqual([['https://pay.example/c/1']]))
  expect(requests.findLast(({ method }) => method !== 'GET')).toMatchObject({
    url: '/api/mentees/create-checkout',
    body: { mentorPriceId: 'price_1', menteeId: menteeLogin.userId, mentorId },
  })
})

it('can be pressed again by whoever comes back from the payment page to this one as it was left', async () => {
  const { assign } = fakeLocation()
  serve(false, () => ok({ url: 'https://pay.example/c/1' }, 201))
  open()
  const button = await first('button', 'Subscribe')
  await userEvent.click(button)
  await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce())
  fireEvent(window, new PageTransitionEvent('pageshow', { persisted: false }))
  await userEvent.click(button)
  expect(assign).toHaveBeenCalledOnce()
  fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }))
  await userEvent.click(await first('button', 'Subscribe'))
  await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(2))
})

it.each([
  ['409', errorResponse(409, 'already_subscribed'), 'You are already subscribed to this Mentor'],
  ['another status', errorResponse(502, 'payment_provider_unavailable'), 'Somthing unexpected happend'],
  ['no page to lead to', ok({ url: 'nowhere' }, 201), 'something went wrong'],
])('says the fixed text when subscribing ends with %s', async (_, answer, text) => {
  serve(false, () => answer)
  open()
  await userEvent.click(await first('button', 'Subscribe'))
  expect(await screen.findByText(text)).toBeTruthy()
})

it('offers Community, Chat and "Schedule a live Session" to the enrolled', async () => {
  serve(true)
  open()
  const community = await first('link', /^Community/)
  expect(community.getAttribute('href')).toBe(`/mentees/community/${mentorId}`)
  expect((await screen.findAllByText('3 unread Community messages')).length).toBeGreaterThan(0)
  expect(await first('button', 'Chat')).toBeTruthy()
  expect((await first('link', 'Schedule a live Session')).getAttribute('href')).toBe(
    `/mentees/schedules?mentor=${mentorId}`,
  )
  expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull()
})

it('opens the inbox of the conversation with that mentor', async () => {
  const requests = serve(true, () => ok({ conversations: conversationOf() }))
  open()
  await userEvent.click(await first('button', 'Chat'))
  expect(await screen.findByText('elsewhere')).toBeTruthy()
  expect(requests.find(({ url }) => url === '/api/chats/mentee-messages/open')?.body).toEqual({ mentorId })
})

it('says "Some error" when the chat could not be opened', async () => {
  serve(true, () => errorResponse(500, 'internal'))
  open()
  await userEvent.click(await first('button', 'Chat'))
  expect(await screen.findByText('Some error')).toBeTruthy()
})

it('leads to a ticket about the profile', async () => {
  serve(false)
  open()
  const link = await screen.findByRole('link', { name: 'Report this profile' })
  expect(link.getAttribute('href')).toBe(`/mentees/tickets?about=${mentorId}&kind=profile&id=${mentorId}`)
})

it('says of an address that never was a mentor’s what is so, and nothing of a subscription', async () => {
  fakeServer(() => errorResponse(404, 'not_found'))
  open()
  expect(await screen.findByText('Mentor not found')).toBeTruthy()
  expect(screen.getByText(/The link may be wrong/)).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/subscri|refund/i)
})

it('promises no refund where the mentor may only be suspended, so that the subscription goes on', async () => {
  serve(false)
  open()
  await screen.findByRole('heading', { name: 'Ananya Krishnan' })
  fakeServer(() => errorResponse(404, 'not_found'))
  await queryClient.refetchQueries({ queryKey: sharedKeys.mentorProfile(mentorId) })
  expect(await screen.findByText('This mentor is no longer available')).toBeTruthy()
  expect(document.body.textContent).toMatch(/listed under Subscribed mentors/)
  expect(document.body.textContent).not.toMatch(/has ended|refund/)
})

const free = { start: '2099-12-20T10:00:00.000Z', end: '2099-12-20T11:00:00.000Z', type: 'session' }
const withTimes = (isEnrolled: boolean) =>
  serve(isEnrolled, undefined, { nextAvailableAt: free.start }, [free])

it('leads from a free time to its booking: by Subscribe, with the time kept meanwhile', async () => {
  withTimes(false)
  open()
  const link = (await first('link', /choose this time/)) as HTMLAnchorElement
  expect(new URL(link.href).searchParams.get('at')).toBe(free.start)
  cleanup()
  withTimes(false)
  open(`?at=${free.start}`)
  expect((await screen.findAllByText(/Subscribe, and you can book this time right away/)).length).toBe(2)
  expect((await first('link', /choose this time/)).getAttribute('aria-current')).toBe('true')
  expect(readChosenTime(menteeLogin.userId, mentorId)).toBe(free.start)
  forgetChosenTime()
})

it('says where the pressed time is not free any more', async () => {
  withTimes(false)
  open('?at=2099-12-21T10:00:00.000Z')
  expect((await screen.findAllByText(/This time is not free/)).length).toBe(2)
  forgetChosenTime()
})

it('takes a subscriber from the pressed time straight to its booking', async () => {
  withTimes(true)
  open(`?at=${free.start}`)
  expect(await screen.findByText('elsewhere')).toBeTruthy()
})
