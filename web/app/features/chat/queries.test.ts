import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { conversationId, fullMessageOf, menteeId, messageOf } from '../../testing/chat-samples.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { chatKeys, threadQuery } from './queries.ts'
import { applyMessage } from './realtime.ts'
import type { Thread } from './thread.ts'

let client: QueryClient
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const login = {
    menteeId,
    menteeName: 'Rohan',
    accessToken: 'a',
    refreshToken: 'r',
    isMenteeAuthenticated: true,
  }
  localStorage.setItem('menteeAuth', JSON.stringify(login))
})

afterEach(() => vi.unstubAllGlobals())

const query = threadQuery('mentee', conversationId)
const key = chatKeys.thread('mentee', conversationId)
const held = () => client.getQueryData<Thread>(key)?.map(({ seq }) => seq)
const load = () => client.fetchQuery({ ...query, staleTime: 0 })

/** A conversation of `length` messages, answered in pages. */
function serveThread(state: { length: number }) {
  return fakeServer(({ url }) => {
    const asked = new URL(url, 'http://x').searchParams
    const after = asked.get('after')
    const limit = Number(asked.get('limit'))
    const all = Array.from({ length: state.length }, (_, index) => messageOf(index + 1))
    const found = after === null ? all.slice(-limit) : all.filter(({ seq }) => seq > Number(after))
    const messages = found.slice(0, limit)
    return { status: 200, body: { messages, hasMore: found.length > messages.length } }
  })
}

describe('loading a thread', () => {
  it('begins with the newest page and asks for it again, in which a moderator may have removed something', async () => {
    const state = { length: 60 }
    const requests = serveThread(state)
    await load()
    expect(held()?.at(0)).toBe(11)
    state.length = 63
    await load()
    expect(held()?.slice(-3)).toEqual([61, 62, 63])
    expect(requests).toHaveLength(2)
  })

  it('takes over what the newest page says of messages that were held otherwise', async () => {
    const state = { length: 60 }
    const requests = serveThread(state)
    await load()
    client.setQueryData<Thread>(key, (thread) =>
      thread!.map((message) => (message.seq === 59 ? { ...message, message: 'since removed' } : message)),
    )
    expect(client.getQueryData<Thread>(key)?.at(-2)?.message).toBe('since removed')
    state.length = 100
    await load()
    expect(client.getQueryData<Thread>(key)?.[48]).toEqual(messageOf(59))
    expect(held()).toHaveLength(90)
    expect(requests).toHaveLength(2)
  })

  it('goes on page by page until nothing is missing', async () => {
    const state = { length: 10 }
    serveThread(state)
    await load()
    state.length = 180
    await load()
    expect(held()).toHaveLength(180)
  })

  it('that fails while it catches up is asked for again, with growing pauses', async () => {
    const state = { length: 10 }
    serveThread(state)
    await load()
    state.length = 12
    const answer = globalThis.fetch
    const askedAt: number[] = []
    vi.useFakeTimers()
    try {
      vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
        askedAt.push(performance.now())
        return askedAt.length > 9
          ? answer(...given)
          : Response.json({ code: 'busy', message: '' }, { status: 503 })
      })
      const loading = load()
      await vi.advanceTimersByTimeAsync(60_000)
      await loading
    } finally {
      vi.useRealTimers()
    }
    expect(held()).toHaveLength(12)
    const pauses = askedAt.slice(1).map((at, index) => Math.round(at - askedAt[index]!))
    // Each call repeats itself twice before it counts as failed.
    expect(pauses.filter((_, index) => index % 3 === 2)).toEqual([500, 1000, 2000])
  })

  it('closes the gap that a lost event left', async () => {
    const state = { length: 5 }
    serveThread(state)
    await load()
    state.length = 8
    applyMessage(client, 'mentee', fullMessageOf(messageOf(8)))
    expect(held()).toEqual([1, 2, 3, 4, 5, 8])
    await load()
    expect(held()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('keeps a message that arrives while an older answer is on its way', async () => {
    serveThread({ length: 5 })
    const loading = load()
    applyMessage(client, 'mentee', fullMessageOf(messageOf(6)))
    await loading
    expect(held()).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('keeps an acknowledged message when an answer from before it comes in', async () => {
    serveThread({ length: 5 })
    await load()
    const loading = load()
    applyMessage(client, 'mentee', fullMessageOf(messageOf(6, { from: 'mentee', client: 'c1' })))
    await loading
    expect(held()).toEqual([1, 2, 3, 4, 5, 6])
  })
})
