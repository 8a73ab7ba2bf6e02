import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { connectionOf } from '../../../lib/socket.ts'
import { conversationId, menteeId, messageOf } from '../../../testing/chat-samples.ts'
import { fakeConnection } from '../../../testing/fake-connection.ts'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { useReading } from './use-reading.ts'

it('tells once more of what was read in a gap of the connection, and not of what the server knows', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  const { become } = fakeConnection('mentee')
  await become('connected')
  fakeServer(() => errorResponse(500, 'internal'))
  const emit = vi
    .spyOn(connectionOf('mentee'), 'emit')
    .mockResolvedValue({ ok: false, code: 'network', message: 'Lost' } as never)
  const client = new QueryClient()
  renderHook(() => useReading({ role: 'mentee', userId: menteeId }, conversationId, [messageOf(4)]), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const read = ['read', { conversationId, seq: 4 }]
  expect(emit.mock.calls).toEqual([read])
  await become('disconnected')
  emit.mockResolvedValue({ ok: true } as never)
  await become('connected')
  expect(emit.mock.calls).toEqual([read, read])
  await become('disconnected')
  await become('connected')
  expect(emit.mock.calls).toEqual([read, read])
})

it('says without a connection how far was read, and no further', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  await fakeConnection('mentee').become('connected')
  vi.spyOn(connectionOf('mentee'), 'emit').mockResolvedValue({ ok: false, code: 'network', message: 'Lost' })
  const requests = fakeServer(() => errorResponse(500, 'internal'))
  const client = new QueryClient()
  renderHook(() => useReading({ role: 'mentee', userId: menteeId }, conversationId, [messageOf(4)]), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await vi.waitFor(() =>
    expect(requests[0]).toMatchObject({ method: 'PATCH', body: { conversationId, seq: 4 } }),
  )
})
