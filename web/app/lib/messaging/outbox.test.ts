import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { conversationId } from '../../testing/chat-samples.ts'
import {
  network,
  refused,
  settled,
  setUpOutbox,
  storedKeys,
  writtenMessage,
} from '../../testing/outbox-setup.ts'
import { isTemporary, retryDelayMs } from './outbox.ts'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

describe('a message that is sent', () => {
  it('shows as sending, is kept until the acknowledgement, and is then gone', async () => {
    const { outbox, server } = setUpOutbox()
    outbox.add(writtenMessage('c1'))
    expect(outbox.list().map(({ state }) => state)).toEqual(['sending'])
    expect(storedKeys()).toHaveLength(1)
    await settled()
    expect(server.got).toEqual(['c1'])
    expect(outbox.list()).toEqual([])
    expect(storedKeys()).toEqual([])
  })

  it('goes out after those written before it', async () => {
    const { outbox, server } = setUpOutbox()
    for (const id of ['c1', 'c2', 'c3']) outbox.add(writtenMessage(id))
    await settled()
    expect(server.got).toEqual(['c1', 'c2', 'c3'])
  })
})

describe('a message that could not be sent', () => {
  it('waits without a word where the browser knows of no line, and goes with the next try', async () => {
    let isOffline = true
    const { outbox, server, onFailure } = setUpOutbox({ isOffline: () => isOffline })
    server.failure = network
    outbox.add(writtenMessage('c1'))
    outbox.add(writtenMessage('c2'))
    await settled()
    expect(outbox.list().map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    expect(onFailure).not.toHaveBeenCalled()
    isOffline = false
    server.failure = null
    outbox.kick()
    await settled()
    expect(server.got).toEqual(['c1', 'c2'])
  })

  it('shows as failed, is told once, and is tried again by itself with growing pauses', async () => {
    const { outbox, server, onFailure } = setUpOutbox()
    server.failure = network
    outbox.add(writtenMessage('c1'))
    await settled()
    expect(outbox.list()[0]?.state).toBe('failed')
    expect(server.tries).toBe(1)
    await vi.advanceTimersByTimeAsync(1999)
    expect(server.tries).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(server.tries).toBe(2)
    await vi.advanceTimersByTimeAsync(4000)
    expect(server.tries).toBe(3)
    expect(onFailure).toHaveBeenCalledTimes(1)
    server.failure = null
    await vi.advanceTimersByTimeAsync(8000)
    expect(server.got).toEqual(['c1'])
    expect(outbox.list()).toEqual([])
  })

  it('holds back what was written after it, so that the order stays', async () => {
    const { outbox, server } = setUpOutbox()
    server.failure = network
    outbox.add(writtenMessage('c1'))
    outbox.add(writtenMessage('c2'))
    await settled()
    expect(outbox.list().map(({ state }) => state)).toEqual(['failed', 'failed'])
    server.failure = null
    outbox.retry('c2')
    await settled()
    expect(server.got).toEqual(['c1', 'c2'])
  })

  it('does not hold back another conversation', async () => {
    const { outbox, server } = setUpOutbox({
      send: async (unsent) => {
        if (unsent.threadId === conversationId) throw network
        server.got.push(unsent.clientMessageId)
      },
    })
    outbox.add(writtenMessage('c1'))
    outbox.add({ ...writtenMessage('c2'), threadId: 'other' })
    await settled()
    expect(server.got).toEqual(['c2'])
  })

  it('is tried at once when the connection is back', async () => {
    const { outbox, server } = setUpOutbox()
    server.failure = network
    outbox.add(writtenMessage('c1'))
    await settled()
    server.failure = null
    outbox.kick()
    await settled()
    expect(server.got).toEqual(['c1'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.tries).toBe(2)
  })

  it('can be given up', async () => {
    const { outbox, server } = setUpOutbox()
    server.failure = network
    outbox.add(writtenMessage('c1'))
    await settled()
    outbox.discard('c1')
    server.failure = null
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.got).toEqual([])
    expect(storedKeys()).toEqual([])
  })
})

describe('a message that the server refuses', () => {
  it('waits for the person with the reason, and lets the others through', async () => {
    const { outbox, server } = setUpOutbox({
      send: async (unsent) => {
        server.tries += 1
        if (unsent.clientMessageId === 'c1') throw refused
        server.got.push(unsent.clientMessageId)
      },
    })
    outbox.add(writtenMessage('c1'))
    outbox.add(writtenMessage('c2'))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(outbox.list()).toMatchObject([{ clientMessageId: 'c1', state: 'failed', reason: 'not enrolled' }])
    expect(server.got).toEqual(['c2'])
    expect(server.tries).toBe(2)
  })

  it('goes out by a retry once it is allowed', async () => {
    const { outbox, server, onFailure } = setUpOutbox()
    server.failure = refused
    outbox.add(writtenMessage('c1'))
    await settled()
    outbox.retry('c1')
    await settled()
    expect(onFailure).toHaveBeenCalledTimes(2)
    server.failure = null
    outbox.retry('c1')
    await settled()
    expect(server.got).toEqual(['c1'])
  })
})

describe('acknowledged otherwise', () => {
  it('is done when the event shows the message before the answer does', async () => {
    const { outbox, server } = setUpOutbox()
    server.failure = network
    outbox.add(writtenMessage('c1'))
    await settled()
    outbox.settle('c1')
    expect(outbox.list()).toEqual([])
    server.failure = null
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.got).toEqual([])
  })
})

describe('failures of sending', () => {
  it('are temporary or not, by their status', () => {
    const areTemporary = (statuses: number[]) => statuses.map((status) => isTemporary({ status }))
    expect(areTemporary([0, 401, 429, 500, 503])).toEqual([true, true, true, true, true])
    expect(areTemporary([400, 403, 404, 409])).toEqual([false, false, false, false])
  })
  it('are followed by pauses that grow to half a minute', () => {
    expect([1, 2, 3, 4, 5, 99].map(retryDelayMs)).toEqual([2000, 4000, 8000, 15_000, 30_000, 30_000])
  })
})
