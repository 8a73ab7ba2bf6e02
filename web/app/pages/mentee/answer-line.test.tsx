import type { Awaiting, Conversation } from '@marga/contract/chat'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useChatLive } from '../../features/chat/hooks/use-chat-live.ts'
import { setOwnTimeZone } from '../../lib/dates.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import {
  awaitingOf,
  conversationId,
  conversationOf,
  mentorId,
  messageOf,
  questionOf,
} from '../../testing/chat-samples.ts'
import { enrollmentOf } from '../../testing/enrollment-samples.ts'
import { errorResponse, fakeServer, type SeenRequest } from '../../testing/fake-server.ts'
import { deliver } from '../../testing/fake-socket.ts'
import { menteeLogin } from '../../testing/logins.ts'
import { mentorCardOf } from '../../testing/mentor-samples.ts'
import InboxPage from './inbox-page.tsx'

// Sunday 22 November, 1:00 pm in India.
const now = new Date('2026-11-22T07:30:00.000Z')
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  setOwnTimeZone('Asia/Kolkata')
  Element.prototype.scrollTo = () => undefined
})
afterEach(() => {
  cleanup()
  setOwnTimeZone(null)
  vi.unstubAllGlobals()
})

const enrollment = enrollmentOf({ mentorId: mentorCardOf({ _id: mentorId }), unusedRupees: 3100 })
const question = messageOf(1, { from: 'mentee', at: '2026-11-21T12:30:00.000Z' })
const answer = messageOf(2, { at: '2026-11-22T06:00:00.000Z' })
const asked = (given: Partial<Awaiting> = {}, since = '2026-11-21T12:30:00.000Z'): Conversation =>
  conversationOf({ lastMessage: question, awaiting: questionOf(since, given) })
const eightDaysAgo = '2026-11-14T07:00:00.000Z'

type Answer = { status: number; body: unknown } | Promise<{ status: number; body: unknown }> | undefined

function Live() {
  useChatLive(
    { role: 'mentee', userId: menteeLogin.userId },
    { findOpen: () => conversationId, onOpen: () => undefined },
  )
  return null
}

function open(
  conversation: Conversation,
  special: (request: SeenRequest) => Answer = () => undefined,
  enrollments = [enrollment],
) {
  const requests = fakeServer((request) => {
    const { url, method } = request
    const given = special(request)
    if (given) return given
    if (url.includes('/blocked-people')) return { status: 200, body: { people: [] } }
    if (url.includes('/subscribed-mentors/'))
      return { status: 200, body: { allMentorsSubscribed: enrollments } }
    if (url.includes('/conversations?'))
      return { status: 200, body: { conversations: [conversation], nextCursor: null } }
    if (method === 'GET') return { status: 200, body: { messages: [question], hasMore: false } }
    return { status: 200, body: {} }
  })
  renderInArea(
    <>
      <Live />
      <InboxPage />
    </>,
    { at: `/mentees/connect/inbox/${conversationId}`, path: '/mentees/connect/inbox/:conversationId?' },
  )
  return requests
}
const thread = async () => within(await screen.findByRole('region', { name: 'Conversation with Ananya' }))
const row = async () => (await screen.findByRole('link', { name: /Ananya Krishnan/ })).textContent

it('says by when the mentor answers, in the list and over the field, and asks for no list of half', async () => {
  const requests = open(asked())
  expect((await (await thread()).findByText(/^Ananya answers/)).textContent).toBe(
    'Ananya answers within 24 hours: by Sun 22 Nov, 6:00 pm',
  )
  expect(await row()).toContain('Answer due by Sun 22 Nov, 6:00 pm')
  expect(screen.queryByRole('button', { name: 'Not answered?' })).toBeNull()
  expect(requests.filter(({ url }) => url.includes('/conversations?'))).toHaveLength(1)
  expect(requests.some(({ url }) => url.includes('turn='))).toBe(false)
})

it('says calmly that an answer is late, and from when on the subscription can be ended', async () => {
  open(asked({ isLate: true }, '2026-11-20T12:30:00.000Z'))
  expect((await (await thread()).findByText('This answer is late.')).parentElement!.textContent).toBe(
    'This answer is late. It was due Sat 21 Nov, 6:00 pm. If none comes by Fri 27 Nov, 6:00 pm, you can end your subscription with a refund.',
  )
  expect(await row()).toContain('Answer is late')
  expect(screen.queryByRole('button', { name: 'End with a refund' })).toBeNull()
})

it('promises nothing that comes after the end of the subscription', async () => {
  const endingBefore = (endsAt: string) => [
    { ...enrollment, status: 'ending' as const, renewsAt: null, endsAt },
  ]
  open(asked(), undefined, endingBefore('2026-11-22T12:00:00.000Z'))
  expect(await (await thread()).findByText(/^Your subscription ends/)).toHaveProperty(
    'textContent',
    'Your subscription ends on Sun 22 Nov, 5:30 pm, before an answer is due.',
  )
  expect(screen.queryByText(/answers within/)).toBeNull()
  cleanup()
  open(
    asked({ isLate: true }, '2026-11-20T12:30:00.000Z'),
    undefined,
    endingBefore('2026-11-27T12:00:00.000Z'),
  )
  const line = (await (await thread()).findByText('This answer is late.')).parentElement!
  await waitFor(() => expect(line.textContent).toBe('This answer is late. It was due Sat 21 Nov, 6:00 pm. '))
})

it('says that the hours stand still while the mentor is away', async () => {
  const standstill = { because: 'vacation', until: '2026-12-03T18:30:00.000Z' } as const
  open(asked({ dueAt: '2026-12-04T12:30:00.000Z', standstill }))
  expect(await (await thread()).findByText(/^The 24 hours stand still/)).toHaveProperty(
    'textContent',
    'The 24 hours stand still while Ananya is away until Thu 3 Dec. Ananya answers by Fri 4 Dec, 6:00 pm.',
  )
  expect(await row()).toContain('Paused while Ananya is away until Thu 3 Dec')
})

it('ends a subscription with a refund after days of silence, asks once and says what has gone back', async () => {
  const requests = open(asked({ isLate: true }, eightDaysAgo), ({ url }) =>
    url.endsWith('/silence-refund')
      ? { status: 200, body: { enrollment: { ...enrollment, status: 'ended' }, refund: { amount: 2950 } } }
      : undefined,
  )
  await userEvent.click(await (await thread()).findByRole('button', { name: 'End with a refund' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/what is unused now/).textContent).toContain('₹3,100')
  expect(requests.some(({ url }) => url.endsWith('/silence-refund'))).toBe(false)
  await userEvent.click(dialog.getByRole('button', { name: 'End with a refund' }))
  expect(await screen.findByText('₹2,950 goes back to you')).toBeTruthy()
  expect(requests.find(({ url }) => url.endsWith('/silence-refund'))).toMatchObject({
    method: 'POST',
    url: `/api/mentees/enrollments/${enrollment._id}/silence-refund`,
  })
  // What it changes is asked for again.
  await waitFor(() =>
    expect(requests.filter(({ url }) => url.includes('/subscribed-mentors/')).length).toBeGreaterThan(1),
  )
  expect(requests.filter(({ url }) => url.includes('/conversations?')).length).toBeGreaterThan(1)
})

it('says what has gone back also when the event that the clock has ended comes before the response', async () => {
  let respond: (response: { status: number; body: unknown }) => void
  const response = new Promise<{ status: number; body: unknown }>((resolve) => {
    respond = resolve
  })
  open(asked({ isLate: true }, eightDaysAgo), ({ url }) =>
    url.endsWith('/silence-refund') ? response : undefined,
  )
  await userEvent.click(await (await thread()).findByRole('button', { name: 'End with a refund' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'End with a refund' }))
  await deliver('awaiting', { conversationId, awaiting: awaitingOf() })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End with a refund' })).toBeNull())
  respond!({
    status: 200,
    body: { enrollment: { ...enrollment, status: 'ended' }, refund: { amount: 2950 } },
  })
  expect(await screen.findByText('₹2,950 goes back to you')).toBeTruthy()
})

it('says why a refund was not given', async () => {
  open(asked({ isLate: true }, eightDaysAgo), ({ url }) =>
    url.endsWith('/silence-refund')
      ? errorResponse(409, 'not_silent', 'This needs seven days without an answer.')
      : undefined,
  )
  await userEvent.click(await (await thread()).findByRole('button', { name: 'End with a refund' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'End with a refund' }))
  expect(await screen.findByText('The subscription was not changed')).toBeTruthy()
  expect(await screen.findByText('This needs seven days without an answer.')).toBeTruthy()
})

const answered = conversationOf({
  lastMessage: answer,
  awaiting: awaitingOf({ side: 'mentee', since: answer.createdAt }),
})

async function sayNotAnswered() {
  await userEvent.click(await (await thread()).findByRole('button', { name: 'Not answered?' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'This was not answered' }))
}

it('lets the mentee say after an answer that it was none, and shows the old clock again', async () => {
  const restored = { ...answered, awaiting: questionOf('2026-11-21T12:30:00.000Z') }
  const requests = open(answered, ({ url }) =>
    url.endsWith('/not-answered') ? { status: 200, body: { conversation: restored } } : undefined,
  )
  await sayNotAnswered()
  expect(await screen.findByText('Ananya sees that you still wait')).toBeTruthy()
  expect(await (await thread()).findByText(/^Ananya answers within 24 hours/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Not answered?' })).toBeNull()
  expect(requests.find(({ url }) => url.endsWith('/not-answered'))).toMatchObject({
    method: 'POST',
    url: `/api/chats/mentee-messages/${conversationId}/not-answered`,
  })
})

it('explains that this can be said once a week', async () => {
  open(answered, ({ url }) =>
    url.endsWith('/not-answered')
      ? errorResponse(409, 'already_asked', 'You can say this once a week in a conversation.')
      : undefined,
  )
  await sayNotAnswered()
  expect(await screen.findByText('Ananya was not told')).toBeTruthy()
  expect(await screen.findByText('You can say this once a week in a conversation.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Not answered?' })).toBeTruthy()
})

it('offers that after a question that was settled, and to nobody who is not subscribed', async () => {
  open(conversationOf({ lastMessage: question }))
  expect(await (await thread()).findByRole('button', { name: 'Not answered?' })).toBeTruthy()
  cleanup()
  const requests = open(conversationOf({ lastMessage: question }), undefined, [
    { ...enrollment, status: 'ended' },
  ])
  await screen.findByLabelText('Message to Ananya')
  await waitFor(() => expect(requests.some(({ url }) => url.includes('/subscribed-mentors/'))).toBe(true))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByRole('button', { name: 'Not answered?' })).toBeNull()
})
