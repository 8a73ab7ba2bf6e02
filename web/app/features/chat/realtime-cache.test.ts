import { type InfiniteData, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createFreshQueryClient } from '../../lib/fresh-query-client.ts'
import { queryClient } from '../../lib/query-client.ts'
import { conversationId, conversationOf, fullMessageOf, messageOf } from '../../testing/chat-samples.ts'
import type { ConversationPage } from './chat-api.ts'
import { applyRead, chatKeys } from './queries.ts'
import { applyMessage, applyOwnReading, applyPresence } from './realtime.ts'

type Pages = InfiniteData<ConversationPage, string | undefined>
const pageOf = (unreadCount: number): Pages => ({
  pages: [{ conversations: [conversationOf({ unreadCount })], nextCursor: null }],
  pageParams: [undefined],
})

it.each([
  ['a message', (client: QueryClient) => applyMessage(client, 'mentee', fullMessageOf(messageOf(50)))],
  ['what was read here', (client: QueryClient) => applyOwnReading(client, 'mentee', conversationId)],
])('a list asks once more where %s was faster than the answer that is on its way', async (_what, apply) => {
  const client = createFreshQueryClient()
  const key = chatKeys.list('mentee')
  const answers: ((pages: Pages) => void)[] = []
  const queryFn = () => new Promise<Pages>((resolve) => void answers.push(resolve))
  client.setQueryData(key, pageOf(4))
  const stop = new QueryObserver(client, { queryKey: key, queryFn, staleTime: 0 }).subscribe(() => {})
  onTestFinished(stop)
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  apply(client)
  apply(client)
  answers[0]!(pageOf(4))
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]!(pageOf(0))
  await vi.waitFor(() => expect(client.getQueryState(key)?.fetchStatus).toBe('idle'))
  expect(client.getQueryData(key)).toEqual(pageOf(0))
  expect(answers).toHaveLength(2)
})

it('keeps what only events tell while no page shows it', () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    queryClient.clear()
  })
  const presence = { userId: 'asha', isOnline: true, lastSeenAt: null }
  applyPresence(queryClient, 'mentee', presence)
  applyRead(queryClient, 'mentee', { conversationId, seq: 7 })
  vi.advanceTimersByTime(3_600_000)
  expect(queryClient.getQueryData(chatKeys.presence('mentee', 'asha'))).toEqual(presence)
  expect(queryClient.getQueryData(chatKeys.readByOther('mentee', conversationId))).toBe(7)
})
