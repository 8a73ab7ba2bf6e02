import type { Conversation } from '@marga/contract/chat'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useChatLive } from '../../features/chat/hooks/use-chat-live.ts'
import { setOwnTimeZone } from '../../lib/dates.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import {
  awaitingOf,
  conversationId,
  conversationOf,
  fullMessageOf,
  messageOf,
  questionOf,
} from '../../testing/chat-samples.ts'
import { errorResponse, fakeServer, type SeenRequest } from '../../testing/fake-server.ts'
import { deliver } from '../../testing/fake-socket.ts'
import { mentorLogin } from '../../testing/logins.ts'
import MentorInboxPage from './inbox-page.tsx'

const messageId = '0198a000-0000-7000-8000-0000000000d2'
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

const person = (firstName: string, id: string, given: Partial<Conversation> = {}) => {
  const [pair] = conversationOf().participants
  const mentee = { ...pair!.mentee, firstName }
  const message = { ...messageOf(1, { from: 'mentee' }), conversation: id }
  return conversationOf({
    _id: id,
    participants: [{ ...pair!, mentee }],
    lastMessage: message,
    updatedAt: '2026-11-21T12:30:00.000Z',
    ...given,
  })
}
const late = person('Latika', conversationId, {
  awaiting: questionOf('2026-11-20T12:30:00.000Z', { isLate: true }),
})
const soon = person('Sunil', 'soon', { awaiting: questionOf('2026-11-21T12:30:00.000Z') })
const paused = person('Padma', 'paused', {
  awaiting: questionOf('2026-11-21T12:30:00.000Z', {
    dueAt: '2026-12-04T12:30:00.000Z',
    standstill: { because: 'vacation', until: '2026-12-03T18:30:00.000Z' },
  }),
})
const answered = person('Anil', 'answered', { awaiting: awaitingOf({ side: 'mentee' }) })
const quiet = person('Quiet', 'quiet', { lastMessage: null, updatedAt: '2026-11-20T04:00:00.000Z' })

type Answer = { status: number; body: unknown } | undefined
type Lists = { mentor?: readonly Conversation[]; mentee?: readonly Conversation[] }

function serve(lists: Lists, special: (request: SeenRequest) => Answer = () => undefined) {
  return fakeServer((request) => {
    const { url, method } = request
    const answer = special(request)
    if (answer) return answer
    if (url.includes('/blocked-people')) return { status: 200, body: { people: [] } }
    if (url.includes('/conversations?')) {
      const query = new URL(url, 'http://x').searchParams
      const name = query.get('menteeName') ?? ''
      const all = lists[query.get('turn') as keyof Lists] ?? []
      const conversations = all.filter(({ participants: [pair] }) => pair!.mentee.firstName.includes(name))
      return { status: 200, body: { conversations, nextCursor: null } }
    }
    if (method === 'GET') return { status: 200, body: { messages: [], hasMore: false } }
    return { status: 200, body: {} }
  })
}
const open = (id?: string) =>
  renderInArea(<MentorInboxPage />, {
    login: mentorLogin,
    at: `/mentors/connect/inbox${id ? `/${id}` : ''}`,
    path: '/mentors/connect/inbox/:conversationId?',
  })

/** What the layout around every page keeps current. */
function Live() {
  useChatLive(
    { role: 'mentor', userId: mentorLogin.userId },
    { findOpen: () => undefined, onOpen: () => undefined },
  )
  return null
}

const section = (name: string) => screen.findByRole('region', { name })
const textsOf = (region: HTMLElement) =>
  within(region)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

it('says that nothing can be written, and no reason that may not be so', async () => {
  const closed = person('Latika', conversationId, { canSend: false })
  const empty = person('Quiet', 'quiet', { canSend: false, lastMessage: null })
  serve({ mentee: [closed, empty] }, ({ url }) =>
    url.endsWith(`/conversations/${conversationId}`)
      ? { status: 200, body: { conversation: closed } }
      : undefined,
  )
  open(conversationId)
  expect((await screen.findByText(/cannot write to each other/)).textContent).toBe(
    'You and Latika cannot write to each other at the moment.',
  )
  expect(textsOf(await section('Everyone else')).join()).toContain('No messages.')
})

it('has those that wait for an answer over the others, each with how many there are', async () => {
  const requests = serve({ mentor: [late, soon, paused], mentee: [answered, quiet] })
  open()
  const waiting = await section('Needs reply')
  expect(within(waiting).getByRole('heading').parentElement!.textContent).toContain('3 conversations')
  expect(textsOf(waiting).map((text) => text!.slice(0, 5))).toEqual(['Latik', 'Sunil', 'Padma'])
  const others = await section('Everyone else')
  expect(waiting.compareDocumentPosition(others)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(within(others).getByRole('heading').parentElement!.textContent).toContain('2 conversations')
  expect(textsOf(others).map((text) => text!.slice(0, 5))).toEqual(['Anil ', 'Quiet'])
  expect(within(waiting).getByRole('link', { name: 'Response times' }).getAttribute('href')).toBe(
    '/mentors/response-times',
  )
  expect(requests.filter(({ url }) => url.includes('turn=')).map(({ body }) => body)).toEqual([
    { mentorId: mentorLogin.userId },
    { mentorId: mentorLogin.userId },
  ])
})

it('says of each since when they wait, how long is left, what is late and what stands still', async () => {
  serve({ mentor: [late, soon, paused], mentee: [answered] })
  open()
  const [first, second, third] = textsOf(await section('Needs reply'))
  expect(first).toContain('since Fri 20 Nov')
  expect(first).toContain('Late since yesterday, 6:00 pm')
  expect(second).toContain('since yesterday')
  expect(second).toContain('5 h left, due today, 6:00 pm')
  expect(third).toContain('Paused while you are away until Thu 3 Dec')
  expect(textsOf(await section('Everyone else'))[0]).not.toMatch(/left|Late|Paused|since/)
})

it('keeps what is left of the time true while the page is open', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now })
  serve({ mentor: [soon] })
  open()
  expect(textsOf(await section('Needs reply'))[0]).toContain('5 h left')
  act(() => void vi.advanceTimersByTime(61_000))
  expect(textsOf(await section('Needs reply'))[0]).toContain('4 h left')
  act(() => void vi.advanceTimersByTime(5 * 3_600_000))
  expect(textsOf(await section('Needs reply'))[0]).toContain('Late since today, 6:00 pm')
})

it('searches by name in both lists', async () => {
  serve({ mentor: [late, soon], mentee: [answered, quiet] })
  open()
  const field = await screen.findByLabelText('Search conversations by name')
  await userEvent.type(field, 'Anil')
  await waitFor(() => expect(screen.queryByRole('link', { name: /Latika/ })).toBeNull())
  expect(await screen.findByRole('link', { name: /Anil/ })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Needs reply' })).toBeNull()
  await userEvent.clear(field)
  await userEvent.type(field, 'Zz')
  expect(await screen.findByText('No conversations with anyone of that name.')).toBeTruthy()
})

it('is kind where no one waits', async () => {
  serve({ mentee: [answered] })
  open()
  expect((await section('Needs reply')).textContent).toContain('No one is waiting for you.')
})

it('moves a conversation when a message or the server says whose turn it is', async () => {
  serve({ mentor: [soon], mentee: [{ ...late, awaiting: awaitingOf({ side: 'mentee' }) }] })
  renderInArea(
    <>
      <Live />
      <MentorInboxPage />
    </>,
    {
      login: mentorLogin,
      at: '/mentors/connect/inbox',
      path: '/mentors/connect/inbox/:conversationId?',
    },
  )
  expect(textsOf(await section('Everyone else'))).toHaveLength(1)
  const asks = messageOf(2, { from: 'mentee', at: now.toISOString(), id: messageId })
  const awaiting = questionOf(now.toISOString())
  await deliver('messageReveived', {
    ...fullMessageOf(asks, { ...late, lastMessage: asks, awaiting }),
    notification: null,
  })
  await waitFor(async () => expect(textsOf(await section('Needs reply'))).toHaveLength(2))
  expect(screen.queryByRole('region', { name: 'Everyone else' })).toBeNull()
  await deliver('awaiting', {
    conversationId,
    awaiting: { ...awaiting, dueAt: now.toISOString(), isLate: true },
  })
  await waitFor(async () =>
    expect(textsOf(await section('Needs reply'))[0]).toContain('Late since today, 1:00 pm'),
  )
  await deliver('awaiting', { conversationId, awaiting: awaitingOf() })
  await waitFor(async () => expect(textsOf(await section('Everyone else'))[0]).toContain('Latika'))
})

it('says above the field until when the answer is due, and takes it that none is needed', async () => {
  const settled = { ...soon, awaiting: awaitingOf() }
  const requests = serve({ mentor: [soon], mentee: [answered] }, ({ url }) =>
    url.endsWith('/settled') ? { status: 200, body: { conversation: settled } } : undefined,
  )
  open('soon')
  const thread = within(await section('Conversation with Sunil'))
  expect(thread.getByText(/^Answer due by/).textContent).toBe('Answer due by Sun 22 Nov, 6:00 pm (5 h left)')
  await userEvent.click(thread.getByRole('button', { name: 'No answer needed' }))
  expect(await screen.findByText(/^If Sunil sees it differently/)).toBeTruthy()
  expect(requests.find(({ url }) => url.endsWith('/settled'))).toMatchObject({
    method: 'POST',
    url: '/api/chats/mentor-messages/soon/settled',
  })
  await waitFor(async () => expect(textsOf(await section('Everyone else'))[0]).toContain('Sunil'))
  expect(thread.queryByText(/^Answer due by/)).toBeNull()
  // Before the field to write in, not at the top of the page.
  await waitFor(() =>
    expect(document.activeElement?.nextElementSibling?.querySelector('textarea')).toBeTruthy(),
  )
})

it('says why it still waits when that was not taken', async () => {
  serve({ mentor: [late] }, ({ url }) =>
    url.endsWith('/settled') ? errorResponse(404, 'not_found', 'It is not there.') : undefined,
  )
  open(conversationId)
  const thread = within(await section('Conversation with Latika'))
  expect(thread.getByText('Late').parentElement!.textContent).toBe('Late since yesterday, 6:00 pm')
  await userEvent.click(thread.getByRole('button', { name: 'No answer needed' }))
  expect(await screen.findByText('It still waits for your answer')).toBeTruthy()
  expect(await screen.findByText('It is not there.')).toBeTruthy()
  expect(thread.getByText('Late')).toBeTruthy()
})
