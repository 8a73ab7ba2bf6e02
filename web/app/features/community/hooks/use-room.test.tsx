import type { CommunityMessage } from '@marga/contract/community'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { storeLogin } from '../../../lib/auth-storage.ts'
import { mentorId } from '../../../testing/chat-samples.ts'
import { fakeConnection } from '../../../testing/fake-connection.ts'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { deliver } from '../../../testing/fake-socket.ts'
import { menteeLogin } from '../../../testing/logins.ts'
import { useRoom } from './use-room.ts'

afterEach(() => void vi.unstubAllGlobals())

const messageOf = (seq: number): CommunityMessage => ({
  _id: `0198a000-0000-7000-8000-0000000000${10 + seq}`,
  mentorId,
  sender: {
    senderId: { _id: mentorId, firstName: 'Ananya', lastName: 'Krishnan', profileImageUrl: null },
    senderType: 'mentor',
  },
  message: `text ${seq}`,
  createdAt: '2026-11-21T06:00:00.000Z',
  clientMessageId: null,
  seq,
  isDeleted: false,
})

it('counts messages as read only while somebody looks, and reports them once somebody does again', async () => {
  storeLogin(menteeLogin)
  let hasFocus = true
  vi.spyOn(document, 'hasFocus').mockImplementation(() => hasFocus)
  const look = (next: boolean) =>
    act(async () => {
      hasFocus = next
      window.dispatchEvent(new Event(next ? 'focus' : 'blur'))
    })
  const requests = fakeServer(({ method }) => ({
    status: 200,
    body: method === 'PATCH' ? { unread: 0 } : { messages: [messageOf(1)], members: 2, hasMore: false },
  }))
  const reported = () =>
    requests.filter(({ method }) => method === 'PATCH').map(({ body }) => (body as { seq: number }).seq)
  const client = new QueryClient()
  const { result } = renderHook(() => useRoom('mentee', mentorId), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await waitFor(() => expect(reported()).toEqual([1]))
  await look(false)
  await deliver('community', messageOf(2))
  await waitFor(() => expect(result.current.query.data?.messages.at(-1)?.seq).toBe(2))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(reported()).toEqual([1])
  await look(true)
  await waitFor(() => expect(reported()).toEqual([1, 2]))
})

it('tells anew how far the room was read once the connection is back', async () => {
  storeLogin(menteeLogin)
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  const { become } = fakeConnection('mentee')
  let isCut = true
  const requests = fakeServer(({ method }) => {
    // One that is not repeated by itself.
    if (method === 'PATCH' && isCut) return errorResponse(500, 'internal')
    const room = { messages: [messageOf(1)], members: 2, hasMore: false }
    return { status: 200, body: method === 'PATCH' ? { unread: 0 } : room }
  })
  const reports = () => requests.filter(({ method }) => method === 'PATCH').length
  const client = new QueryClient()
  renderHook(() => useRoom('mentee', mentorId), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await waitFor(() => expect(reports()).toBe(1))
  isCut = false
  await become('connected')
  await waitFor(() => expect(reports()).toBe(2))
  await become('disconnected')
  await become('connected')
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(reports()).toBe(2)
})
