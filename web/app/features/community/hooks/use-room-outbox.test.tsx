import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { storeLogin } from '../../../lib/auth-storage.ts'
import { readDraft, storeDraft } from '../../../lib/drafts.ts'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { menteeLogin } from '../../../testing/logins.ts'
import { useRoomOutbox } from './use-room-outbox.ts'

const written = (clientMessageId: string) => ({
  clientMessageId,
  threadId: 'asha',
  text: `text ${clientMessageId}`,
  createdAt: '2026-11-21T06:00:00.000Z',
})

it('keeps a message that failed until the person sends it again, and lets later ones through', async () => {
  storeLogin(menteeLogin)
  let isDown = true
  const requests = fakeServer(({ body }) => {
    const { clientMessageId } = body as { clientMessageId: string }
    if (isDown && clientMessageId === 'a') return errorResponse(403, 'not_enrolled')
    const sender = { senderId: { _id: menteeLogin.userId }, senderType: 'mentee' }
    const data = { _id: clientMessageId, mentorId: 'asha', seq: requests.length, clientMessageId, sender }
    return { status: 200, body: { data } }
  })
  const { result } = renderHook(() => useRoomOutbox({ role: 'mentee', userId: menteeLogin.userId }), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    ),
  })
  const unsent = () => result.current.list().map(({ clientMessageId, state }) => [clientMessageId, state])
  act(() => {
    result.current.add(written('a'))
    result.current.add(written('b'))
  })
  await waitFor(() => expect(unsent()).toEqual([['a', 'failed']]))
  expect(Object.keys(localStorage).filter((key) => key.startsWith('marga.unsent'))).toEqual([])

  isDown = false
  act(() => result.current.retry('a'))
  await waitFor(() => expect(unsent()).toEqual([]))
  expect(requests.map(({ body }) => (body as { clientMessageId: string }).clientMessageId)).toEqual([
    'a',
    'b',
    'a',
  ])
})

it('leaves what failed as a draft of its room, before what stands there, and also what fails later', async () => {
  storeLogin(menteeLogin)
  const owner = { role: 'mentee', userId: menteeLogin.userId } as const
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  fakeServer(async ({ body }) => {
    if ((body as { clientMessageId: string }).clientMessageId === 'b') await answered
    return errorResponse(503, 'unavailable')
  })
  const { result, unmount } = renderHook(() => useRoomOutbox(owner), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    ),
  })
  act(() => result.current.add(written('a')))
  await waitFor(() => expect(result.current.list().map(({ state }) => state)).toEqual(['failed']))
  act(() => result.current.add(written('b')))
  storeDraft(owner, 'community.asha', 'half a sentence')
  unmount()
  expect(readDraft(owner, 'community.asha')).toBe('text a\n\nhalf a sentence')
  answer()
  await waitFor(() => expect(readDraft(owner, 'community.asha')).toBe('text b\n\ntext a\n\nhalf a sentence'))
})
