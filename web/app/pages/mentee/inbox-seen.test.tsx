import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderInArea } from '../../testing/area-stub.tsx'
import { conversationId, conversationOf, messageOf } from '../../testing/chat-samples.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import InboxPage from './inbox-page.tsx'

// What jsdom cannot do.
beforeEach(() => {
  Element.prototype.scrollTo = () => undefined
})

it('says "Seen" of what the other has read, not of all that stands above an answer', async () => {
  const messages = [messageOf(1, { from: 'mentee' }), messageOf(2, { from: 'mentee' }), messageOf(3)]
  fakeServer(({ url, method }) => {
    if (method === 'GET' && url.includes(`-messages/${conversationId}`))
      return { status: 200, body: { messages, hasMore: false, readByOther: 1 } }
    if (url.includes('/blocked-people')) return { status: 200, body: { people: [] } }
    if (url.includes('/subscribed-mentors/')) return { status: 200, body: { allMentorsSubscribed: [] } }
    if (/conversations(\?|$)/.test(url))
      return { status: 200, body: { conversations: [conversationOf()], nextCursor: null } }
    return { status: 200, body: { conversation: conversationOf() } }
  })
  renderInArea(<InboxPage />, {
    at: `/mentees/connect/inbox/${conversationId}`,
    path: '/mentees/connect/inbox/:conversationId?',
  })
  const seen = await screen.findByText('Seen')
  expect(seen.closest('li')!.textContent).toContain(messages[0]!.message)
  expect(screen.getByText('Sent').closest('li')!.textContent).toContain(messages[1]!.message)
})
