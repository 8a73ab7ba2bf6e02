import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, onTestFinished, vi } from 'vitest'
import { conversationId, messageOf } from '../../testing/chat-samples.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { chatKeys, threadQuery } from './queries.ts'
import { applyMessageChanged } from './realtime.ts'
import type { Thread } from './thread.ts'

it('shows nothing of a removed message any longer, though an answer from before is on its way', async () => {
  const removed = { ...messageOf(1), message: 'This message was removed.' }
  const answers: ((message: typeof removed) => void)[] = []
  fakeServer(async () => {
    const message = await new Promise<typeof removed>((resolve) => void answers.push(resolve))
    return { status: 200, body: { messages: [message], hasMore: false } }
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const client = new QueryClient()
  const key = chatKeys.thread('mentee', conversationId)
  client.setQueryData(key, [messageOf(1)])
  const lists = ['', 'asha'].map((name) => chatKeys.list('mentee', { name }))
  for (const list of lists) client.setQueryData(list, { pages: [], pageParams: [] })
  onTestFinished(new QueryObserver(client, threadQuery('mentee', conversationId)).subscribe(() => {}))
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  applyMessageChanged(client, 'mentee', conversationId)
  expect(client.getQueryData(key)).toBeUndefined()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]!(messageOf(1))
  answers[1]!(removed)
  await vi.waitFor(() => expect(client.getQueryData<Thread>(key)).toEqual([removed]))
  expect(lists.map((list) => client.getQueryState(list)?.isInvalidated)).toEqual([true, true])
})
