import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { conversationId, unsentOf } from '../../testing/chat-samples.ts'
import { createOutbox } from './outbox.ts'
import { isTemporary } from './outbox-delivery.ts'
import type { OutboxDeps, SendFailure } from './outbox-state.ts'
import type { Unsent } from './unsent.ts'
import { storageKey, storedText } from './unsent-storage.ts'

const ownerId = 'mentee.1'
const network: SendFailure = { status: 0, reason: 'network' }
const refused: SendFailure = { status: 403, reason: 'not enrolled' }

/** A server that fails as long as `failure` is set, and remembers what it got. */
function setUp(given: Partial<OutboxDeps> = {}) {
  const server = { failure: null as SendFailure | null, got: [] as string[], tries: 0 }
  const onFailure = vi.fn()
  const deps: OutboxDeps = {
    ownerId,
    storage: localStorage,
    send: async ({ clientMessageId }: Unsent) => {
      server.tries += 1
      if (server.failure) throw server.failure
      server.got.push(clientMessageId)
    },
    failureOf: (error) => error as SendFailure,
    isTemporary,
    withLock: (_name, work) => work(),
    onFailure,
    ...given,
  }
  return { server, onFailure, deps, outbox: createOutbox(deps) }
}

const written = (clientMessageId: string, createdAt = '2026-11-21T05:00:00.000Z') => {
  const { state: _, isRejected: __, reason: ___, ...rest } = unsentOf(clientMessageId, { createdAt })
  return rest
}
const storedKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('marga.unsent.'))
const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

describe('a message that is sent', () => {
  it('shows as sending, is kept until the acknowledgement, and is then gone', async () => {
    const { outbox, server } = setUp()
    outbox.add(written('c1'))
    expect(outbox.list().map(({ state }) => state)).toEqual(['sending'])
    expect(storedKeys()).toHaveLength(1)
    await settled()
    expect(server.got).toEqual(['c1'])
    expect(outbox.list()).toEqual([])
    expect(storedKeys()).toEqual([])
  })

  it('goes out after those written before it', async () => {
    const { outbox, server } = setUp()
    for (const id of ['c1', 'c2', 'c3']) outbox.add(written(id))
    await settled()
    expect(server.got).toEqual(['c1', 'c2', 'c3'])
  })
})

describe('a message that could not be sent', () => {
  it('shows as failed, is told once, and is tried again by itself with growing pauses', async () => {
    const { outbox, server, onFailure } = setUp()
    server.failure = network
    outbox.add(written('c1'))
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
    const { outbox, server } = setUp()
    server.failure = network
    outbox.add(written('c1'))
    outbox.add(written('c2'))
    await settled()
    expect(outbox.list().map(({ state }) => state)).toEqual(['failed', 'failed'])
    server.failure = null
    outbox.retry('c2')
    await settled()
    expect(server.got).toEqual(['c1', 'c2'])
  })

  it('does not hold back another conversation', async () => {
    const { outbox, server } = setUp({
      send: async (unsent) => {
        if (unsent.threadId === conversationId) throw network
        server.got.push(unsent.clientMessageId)
      },
    })
    outbox.add(written('c1'))
    outbox.add({ ...written('c2'), threadId: 'other' })
    await settled()
    expect(server.got).toEqual(['c2'])
  })

  it('is tried at once when the connection is back', async () => {
    const { outbox, server } = setUp()
    server.failure = network
    outbox.add(written('c1'))
    await settled()
    server.failure = null
    outbox.kick()
    await settled()
    expect(server.got).toEqual(['c1'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.tries).toBe(2)
  })

  it('can be given up', async () => {
    const { outbox, server } = setUp()
    server.failure = network
    outbox.add(written('c1'))
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
    const { outbox, server } = setUp({
      send: async (unsent) => {
        server.tries += 1
        if (unsent.clientMessageId === 'c1') throw refused
        server.got.push(unsent.clientMessageId)
      },
    })
    outbox.add(written('c1'))
    outbox.add(written('c2'))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(outbox.list()).toMatchObject([{ clientMessageId: 'c1', state: 'failed', reason: 'not enrolled' }])
    expect(server.got).toEqual(['c2'])
    expect(server.tries).toBe(2)
  })

  it('goes out by a retry once it is allowed', async () => {
    const { outbox, server, onFailure } = setUp()
    server.failure = refused
    outbox.add(written('c1'))
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

describe('reloads and tabs', () => {
  it('sends after a reload what was written before it, under the same client id', async () => {
    const first = setUp()
    first.server.failure = network
    first.outbox.add(written('c1'))
    await settled()
    const second = setUp()
    expect(second.outbox.list().map(({ clientMessageId }) => clientMessageId)).toEqual(['c1'])
    second.outbox.kick()
    await settled()
    expect(second.server.got).toEqual(['c1'])
  })

  it('leaves alone what belongs to somebody else or does not parse', () => {
    localStorage.setItem(storageKey('mentee.2', unsentOf('c9')), storedText(unsentOf('c9')))
    localStorage.setItem(`marga.unsent.${ownerId}.x.y`, '{broken')
    expect(setUp().outbox.list()).toEqual([])
  })

  it('drops what another tab has sent, instead of sending it again', async () => {
    const { outbox, server } = setUp()
    server.failure = network
    outbox.add(written('c1'))
    await settled()
    localStorage.removeItem(storageKey(ownerId, unsentOf('c1')))
    server.failure = null
    outbox.kick()
    await settled()
    expect(server.got).toEqual([])
    expect(outbox.list()).toEqual([])
  })

  it('shows what another tab writes, and forgets it with that tab', () => {
    const { outbox } = setUp()
    const key = storageKey(ownerId, unsentOf('c5'))
    localStorage.setItem(key, storedText(unsentOf('c5')))
    outbox.followStorage({ key })
    expect(outbox.list()).toHaveLength(1)
    localStorage.removeItem(key)
    outbox.followStorage({ key })
    expect(outbox.list()).toEqual([])
  })

  it('sends even where nothing can be stored', async () => {
    const full = {
      ...localStorage,
      length: 0,
      key: () => null,
      getItem: () => null,
      removeItem: () => undefined,
    }
    const storage = {
      ...full,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    } as unknown as Storage
    const { outbox, server } = setUp({ storage })
    outbox.add(written('c1'))
    await settled()
    expect(server.got).toEqual(['c1'])
  })
})

describe('acknowledged otherwise', () => {
  it('is done when the event shows the message before the answer does', async () => {
    const { outbox, server } = setUp()
    server.failure = network
    outbox.add(written('c1'))
    await settled()
    outbox.settle('c1')
    expect(outbox.list()).toEqual([])
    server.failure = null
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.got).toEqual([])
  })

  it('leaves nothing on the machine after signing out', async () => {
    const { outbox, server } = setUp()
    server.failure = network
    outbox.add(written('c1'))
    await settled()
    outbox.clear()
    expect(storedKeys()).toEqual([])
    server.failure = null
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.got).toEqual([])
  })
})
