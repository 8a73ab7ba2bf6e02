import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readDraft, storeDraft } from '../../lib/drafts.ts'
import { clearWritings } from '../../lib/writings.ts'
import { renderInArea } from '../../testing/area-stub.tsx'
import { conversationId, conversationOf, fullMessageOf, messageOf } from '../../testing/chat-samples.ts'
import { enrollmentOf } from '../../testing/enrollment-samples.ts'
import { errorResponse, fakeServer, type SeenRequest } from '../../testing/fake-server.ts'
import { menteeLogin } from '../../testing/logins.ts'
import InboxPage from './inbox-page.tsx'

// What jsdom cannot do.
beforeEach(() => {
  Element.prototype.scrollTo = () => undefined
})
afterEach(() => void vi.unstubAllGlobals())

type Answer = { status: number; body: unknown } | 'network-failure' | undefined
const ok = (body: object, status = 200) => ({ status, body })

/** One conversation with a message; `special` answers otherwise where it wants to. */
const serve = (special: (request: SeenRequest) => Answer = () => undefined) =>
  fakeServer((request) => {
    const answer = special(request)
    if (answer) return answer
    const { url, method } = request
    if (url.includes('/blocked-people')) return ok({ people: [] })
    if (url.includes('/subscribed-mentors/')) return ok({ allMentorsSubscribed: [] })
    if (url.includes('/conversations?') || (url.endsWith('/conversations') && method === 'POST'))
      return ok({ conversations: [conversationOf()], nextCursor: null })
    if (url.includes('/conversations/')) return ok({ conversation: conversationOf() })
    if (method === 'POST')
      return ok({ responseFromMessageCreation: fullMessageOf(messageOf(2, { from: 'mentee' })) }, 201)
    return ok({ messages: [messageOf(1)], hasMore: false })
  })
const open = (id?: string) =>
  renderInArea(<InboxPage />, {
    at: `/mentees/connect/inbox${id ? `/${id}` : ''}`,
    path: '/mentees/connect/inbox/:conversationId?',
  })

it.each([
  ['active', { status: 'active' }, /moment\.$/],
  ['ended', { status: 'ended' }, /An active subscription opens the conversation again\.$/],
  ['ended, of a mentor who is gone', { status: 'ended', canSubscribeAgain: false }, /moment\.$/],
] as const)(
  'says that nothing can be written, with a subscription that is %s',
  async (_, enrollment, end) => {
    serve(({ url }) => {
      if (url.includes('/subscribed-mentors/'))
        return ok({ allMentorsSubscribed: [enrollmentOf(enrollment)] })
      if (!/conversations(\?|$)/.test(url)) return undefined
      return ok({ conversations: [conversationOf({ canSend: false })], nextCursor: null })
    })
    open(conversationId)
    const note = await screen.findByText(/cannot write to each other at the moment/)
    await vi.waitFor(() => expect(note.textContent).toMatch(end))
  },
)

it('asks to choose a conversation where the address names none', async () => {
  const requests = serve()
  open()
  expect(await screen.findByText('Choose a conversation to read and answer it.')).toBeTruthy()
  expect((await screen.findByRole('link', { name: /Ananya Krishnan/ })).getAttribute('href')).toBe(
    `/mentees/connect/inbox/${conversationId}`,
  )
  expect(requests[0]!.body).toEqual({ menteeId: menteeLogin.userId })
})

it('says "No conversation id" for an id that is not one of the own conversations', async () => {
  serve(({ url }) => (url.includes('/conversations/') ? errorResponse(404, 'not_found') : undefined))
  open('0198a000-0000-7000-8000-0000000000ff')
  expect((await screen.findAllByText(/^No conversation id/)).length).toBeGreaterThan(0)
})

it.each([429, 500])('asks again for a conversation that could not be opened (%i)', async (status) => {
  const olderId = '0198a000-0000-7000-8000-0000000000c9'
  let isBroken = true
  serve(({ url }) => {
    if (!url.endsWith(`/conversations/${olderId}`)) return undefined
    return isBroken
      ? errorResponse(status, 'internal')
      : ok({ conversation: conversationOf({ _id: olderId }) })
  })
  open(olderId)
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('link', { name: 'Back to all conversations' }).getAttribute('href')).toBe(
    '/mentees/connect/inbox',
  )
  expect(screen.queryByText(/^No conversation id/)).toBeNull()
  isBroken = false
  await userEvent.click(again)
  expect(await screen.findByLabelText('Message to Ananya')).toBeTruthy()
})

it('opens the conversation of the address although the list cannot be loaded', async () => {
  serve(({ url, method }) =>
    method === 'POST' && url.includes('/conversations') ? errorResponse(500, 'internal') : undefined,
  )
  open(conversationId)
  expect(await screen.findByLabelText('Message to Ananya')).toBeTruthy()
})

it('says how to come to a conversation while there is none', async () => {
  serve(({ url }) =>
    url.includes('/conversations') ? ok({ conversations: [], nextCursor: null }) : undefined,
  )
  open()
  expect(await screen.findByRole('heading', { name: 'No conversation yet' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse mentors' })).toBeTruthy()
})

it('says "Somethng went wrong from conversation fetching api" when the list cannot be loaded', async () => {
  serve(({ url }) => (url.includes('/conversations') ? errorResponse(500, 'internal') : undefined))
  open()
  const text = 'Somethng went wrong from conversation fetching api'
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
})

it('says "Something Went wrong" when the messages cannot be loaded', async () => {
  serve(({ url, method }) =>
    url.includes(conversationId) && method === 'GET' ? errorResponse(500, 'internal') : undefined,
  )
  open(conversationId)
  expect((await screen.findAllByText('Something Went wrong')).length).toBeGreaterThan(0)
})

it('sends the message with the id of its sender', async () => {
  const requests = serve()
  open(conversationId)
  await userEvent.type(await screen.findByLabelText('Message to Ananya'), 'Hello{Enter}')
  await vi.waitFor(() => {
    const sent = requests.find(({ method, url }) => method === 'POST' && url.endsWith(conversationId))
    expect(sent?.body).toMatchObject({ message: 'Hello', sender: menteeLogin.userId })
  })
})

it('says "Something went Wrong from the Send API" when a message is not taken', async () => {
  serve(({ url, method }) =>
    url.endsWith(conversationId) && method === 'POST' ? errorResponse(500, 'internal') : undefined,
  )
  open(conversationId)
  await userEvent.type(await screen.findByLabelText('Message to Ananya'), 'Hello{Enter}')
  expect(await screen.findByText('Something went Wrong from the Send API')).toBeTruthy()
})

it('lets each message of the other be reported, by Tab and the arrow keys too, and none of the own', async () => {
  const [first, own, last] = [messageOf(1), messageOf(2, { from: 'mentee' }), messageOf(3)]
  serve(({ url, method }) =>
    method === 'GET' && !url.includes('/conversations') && !url.includes('/blocked-people')
      ? ok({ messages: [first, own, last], hasMore: false })
      : undefined,
  )
  open(conversationId)
  const links = await screen.findAllByRole('link', { name: 'Report this message' })
  expect(
    links.map((link) => new URLSearchParams(link.getAttribute('href')!.split('?')[1]).get('id')),
  ).toEqual([first._id, last._id])
  expect(links[1]!.getAttribute('href')).toBe(
    `/mentees/tickets?${new URLSearchParams({
      about: last.sender.senderId._id,
      kind: 'message',
      id: last._id,
      at: last.createdAt,
    })}`,
  )
  expect(links.map((link) => link.tabIndex)).toEqual([-1, 0])
  links[1]!.focus()
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(links[0])
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(links[1])
})

it('makes links of web addresses and of nothing else', async () => {
  const text = 'Read https://example.org/a, not javascript:alert(1) or <b>this</b>'
  serve(({ url, method }) =>
    method === 'GET' && url.includes(conversationId)
      ? ok({ messages: [{ ...messageOf(1), message: text }], hasMore: false })
      : undefined,
  )
  open(conversationId)
  const link = await screen.findByRole('link', { name: 'https://example.org/a' })
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://example.org/a',
    '_blank',
    'noopener noreferrer nofollow',
  ])
  expect(link.parentElement!.textContent).toContain(text)
  expect(link.parentElement!.querySelectorAll('a, b')).toHaveLength(1)
})

it('keeps what was being written in a conversation, by account, until it is sent or signed out', async () => {
  serve()
  const { unmount } = open(conversationId)
  await userEvent.type(await screen.findByLabelText('Message to Ananya'), 'Half a thou')
  unmount()
  const again = open(conversationId)
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Message to Ananya')
  expect(field.value).toBe('Half a thou')
  expect(readDraft({ role: 'mentee', userId: 'another' }, conversationId)).toBe('')
  await userEvent.type(field, 'ght{Enter}')
  again.unmount()
  const owner = { role: 'mentee' as const, userId: menteeLogin.userId }
  expect(readDraft(owner, conversationId)).toBe('')
  storeDraft(owner, conversationId, 'Another')
  clearWritings(owner)
  expect(readDraft(owner, conversationId)).toBe('')
})

it('marks a conversation unread, by key too, and closes it so that it stays so', async () => {
  const read = { ...conversationOf(), lastMessage: messageOf(1), unreadCount: 0 }
  const requests = serve(({ url, method, body }) => {
    if (method === 'PATCH' && (body as { isRead?: boolean }).isRead === false)
      return ok({ conversation: { ...read, unreadCount: 1 } })
    return url.includes('/conversations?') || url.endsWith('/conversations')
      ? ok({ conversations: [read], nextCursor: null })
      : undefined
  })
  open(conversationId)
  await screen.findByLabelText('Message to Ananya')
  const control = await screen.findByRole('button', {
    name: 'Mark the conversation with Ananya Krishnan as unread',
  })
  control.focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('1 unread message')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PATCH')).toMatchObject({
    url: `/api/chats/mentee-messages/conversations/${conversationId}`,
    body: { conversationId, isRead: false },
  })
  expect(screen.queryByLabelText('Message to Ananya')).toBeNull()
})

it.each([
  [true, 'offers to book a session with a mentor'],
  [false, 'offers no booking with a mentor whose subscription has ended'],
])('(can write: %s) %s', async (canSend) => {
  const conversation = conversationOf({ canSend })
  serve(({ url }) => {
    if (/\/conversations(?:\?|$)/.test(url)) return ok({ conversations: [conversation], nextCursor: null })
    return url.endsWith(`/conversations/${conversationId}`) ? ok({ conversation }) : undefined
  })
  open(conversationId)
  await userEvent.click(await screen.findByRole('button', { name: 'More about Ananya' }))
  expect(await screen.findByRole('menuitem', { name: 'Profile' })).toBeTruthy()
  expect(screen.queryAllByRole('menuitem', { name: 'Book a session' })).toHaveLength(canSend ? 1 : 0)
})
