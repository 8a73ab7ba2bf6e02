import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../testing/area-stub.tsx'
import { conversationId, conversationOf, messageOf } from '../../testing/chat-samples.ts'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { mentorLogin } from '../../testing/logins.ts'
import MentorInboxPage from './inbox-page.tsx'

beforeEach(() => {
  Element.prototype.scrollTo = () => undefined
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const named = (firstName: string, id: string, unreadCount: number) => {
  const [pair] = conversationOf().participants
  const participants = [{ ...pair!, mentee: { ...pair!.mentee, firstName } }]
  return conversationOf({ _id: id, participants, unreadCount, canSend: true, lastMessage: messageOf(1) })
}

function open(kept: string[], at = '') {
  let savedReplies = kept
  fakeServer(({ url, method, body }) => {
    if (url.includes('/saved-replies')) {
      if (method === 'PUT') savedReplies = (body as { savedReplies: string[] }).savedReplies
      return { status: 200, body: { savedReplies } }
    }
    if (url.includes('turn=mentor')) return { status: 200, body: { conversations: [], nextCursor: null } }
    if (url.includes('/conversations?')) {
      const conversations = [named('Latika', conversationId, 2), named('Sunil', 'read', 0)]
      return { status: 200, body: { conversations, nextCursor: null } }
    }
    if (url.includes('/conversations/'))
      return { status: 200, body: { conversation: named('Latika', conversationId, 0) } }
    return { status: 200, body: { messages: [], hasMore: false, people: [] } }
  })
  const base = '/mentors/connect/inbox'
  renderInArea(<MentorInboxPage />, {
    login: mentorLogin,
    at: `${base}${at}`,
    path: `${base}/:conversationId?`,
  })
  return {
    saved: () => savedReplies,
    /** On another device. */
    keep: (reply: string) => {
      savedReplies = [...savedReplies, reply]
    },
  }
}

it('shows what is unread alone, as long as that is wanted', async () => {
  open([])
  await screen.findByRole('link', { name: /Sunil/ })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Unread only' }))
  expect(screen.queryByRole('link', { name: /Sunil/ })).toBeNull()
  expect(screen.getByRole('link', { name: /Latika/ })).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Unread only' }))
  expect(screen.getByRole('link', { name: /Sunil/ })).toBeTruthy()
})

it('puts a saved reply behind what is written, where it can still be changed', async () => {
  open(['Book an hour.'], `/${conversationId}`)
  const field = (await screen.findByRole('textbox', { name: /Message to/ })) as HTMLTextAreaElement
  await userEvent.type(field, 'Hello')
  await userEvent.click(screen.getByRole('button', { name: 'Saved replies' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Book an hour.' }))
  await waitFor(() => expect(field.value).toBe('Hello\nBook an hour.'))
})

it('keeps what stands in the field, and lets one go', async () => {
  const { saved } = open(['Old one.'], `/${conversationId}`)
  await userEvent.type(await screen.findByRole('textbox', { name: /Message to/ }), 'Send me the code.')
  await userEvent.click(screen.getByRole('button', { name: 'Saved replies' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Saved replies' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Save reply' }))
  await waitFor(() => expect(saved()).toEqual(['Old one.', 'Send me the code.']))
  await userEvent.click(await dialog.findByRole('button', { name: 'Delete “Old one.”' }))
  await waitFor(() => expect(saved()).toEqual(['Send me the code.']))
})

it('leaves a reply that was saved on another device, when one is kept and when one is let go here', async () => {
  const { saved, keep } = open(['Old one.'], `/${conversationId}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Saved replies' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Saved replies' }))
  await dialog.findByRole('button', { name: 'Old one.' })
  keep('From the telephone.')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete “Old one.”' }))
  await waitFor(() => expect(saved()).toEqual(['From the telephone.']))
  keep('Another.')
  await userEvent.type(dialog.getByLabelText('New reply'), 'Mine.')
  await userEvent.click(dialog.getByRole('button', { name: 'Save reply' }))
  await waitFor(() => expect(saved()).toEqual(['From the telephone.', 'Another.', 'Mine.']))
})

it('lets two go in quick succession, and keeps what is being typed', async () => {
  const { saved } = open(['First.', 'Second.', 'Third.'], `/${conversationId}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Saved replies' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Saved replies' }))
  const typed = await dialog.findByLabelText<HTMLTextAreaElement>('New reply')
  await userEvent.type(typed, 'Half a rep')
  // Without waiting for the first to be answered.
  fireEvent.click(dialog.getByRole('button', { name: 'Delete “First.”' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Delete “Second.”' }))
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Second.' })).toBeNull())
  expect(saved()).toEqual(['Third.'])
  expect(dialog.getByRole('button', { name: 'Third.' })).toBeTruthy()
  expect(dialog.getByLabelText<HTMLTextAreaElement>('New reply').value).toBe('Half a rep')
  await userEvent.type(dialog.getByLabelText('New reply'), 'ly.')
  await userEvent.click(dialog.getByRole('button', { name: 'Save reply' }))
  await waitFor(() => expect(saved()).toEqual(['Third.', 'Half a reply.']))
  await waitFor(() => expect(dialog.getByLabelText<HTMLTextAreaElement>('New reply').value).toBe(''))
})

it('leads on to those that are not loaded yet while none of the loaded ones is unread, and says when all are read', async () => {
  const pages = [[named('Sunil', 'read', 0)], [named('Latika', 'unread', 2)]]
  fakeServer(({ url }) => {
    if (!url.includes('/conversations?')) return { status: 200, body: {} }
    if (url.includes('turn=mentor')) return { status: 200, body: { conversations: [], nextCursor: null } }
    const isSecond = url.includes('cursor=more')
    const body = { conversations: pages[isSecond ? 1 : 0], nextCursor: isSecond ? null : 'more' }
    return { status: 200, body }
  })
  const show = () => {
    const path = '/mentors/connect/inbox'
    renderInArea(<MentorInboxPage />, { login: mentorLogin, at: path, path })
    return screen.findByRole('link', { name: /Sunil/ })
  }
  await show()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Unread only' }))
  expect(screen.getByText('None of the conversations loaded so far are unread.')).toBeTruthy()
  expect(screen.queryByText("You're all caught up")).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('link', { name: /Latika/ })).toBeTruthy()
  expect(screen.queryByText(/^None of the/)).toBeNull()
  cleanup()
  pages[1] = []
  await show()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Unread only' }))
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect((await screen.findByRole('status')).textContent).toBe("You're all caught up")
})

it('says once, beside the button, that further conversations cannot be had', async () => {
  fakeServer(({ url }) => {
    if (!url.includes('/conversations?')) return { status: 200, body: {} }
    if (url.includes('turn=mentor')) return { status: 200, body: { conversations: [], nextCursor: null } }
    if (url.includes('cursor=more')) return errorResponse(500, 'internal')
    return { status: 200, body: { conversations: [named('Sunil', 'read', 0)], nextCursor: 'more' } }
  })
  const path = '/mentors/connect/inbox'
  renderInArea(<MentorInboxPage />, { login: mentorLogin, at: path, path })
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Could not be loaded. Try again.')
  expect(screen.getByRole('link', { name: /Sunil/ })).toBeTruthy()
  expect(document.querySelector('[data-sonner-toast]')).toBeNull()
})
