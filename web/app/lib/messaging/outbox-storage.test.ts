import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { unsentOf } from '../../testing/chat-samples.ts'
import {
  network,
  ownerId,
  refused,
  settled,
  setUpOutbox,
  storedKeys,
  writtenMessage,
} from '../../testing/outbox-setup.ts'
import { storageKey, storedText } from './unsent-storage.ts'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

describe('reloads and tabs', () => {
  it('sends after a reload what was written before it, under the same client id', async () => {
    const first = setUpOutbox()
    first.server.failure = network
    first.outbox.add(writtenMessage('c1'))
    await settled()
    const second = setUpOutbox()
    expect(second.outbox.list().map(({ clientMessageId }) => clientMessageId)).toEqual(['c1'])
    second.outbox.kick()
    await settled()
    expect(second.server.got).toEqual(['c1'])
  })

  it('says after a reload, too, what was on the page when it was written', async () => {
    const first = setUpOutbox()
    first.server.failure = network
    first.outbox.add({ ...writtenMessage('c1'), seenSeq: 7 })
    // As one that was written by the release before.
    first.outbox.add(writtenMessage('c2'))
    await settled()
    const send = vi.fn(async () => {})
    setUpOutbox({ send }).outbox.kick()
    await settled()
    expect(send.mock.calls).toMatchObject([
      [{ clientMessageId: 'c1', seenSeq: 7 }],
      [{ clientMessageId: 'c2', seenSeq: 0 }],
    ])
  })

  it('does not send after a reload, or from another tab, what was refused, until its writer says so', async () => {
    const first = setUpOutbox()
    const other = setUpOutbox()
    first.server.failure = refused
    first.outbox.add(writtenMessage('c1'))
    await settled()
    const second = setUpOutbox()
    other.outbox.followStorage({ key: storedKeys()[0]! })
    for (const { outbox } of [second, other]) {
      outbox.kick()
      expect(outbox.list()).toMatchObject([{ state: 'failed', isRejected: true, reason: refused.reason }])
    }
    await vi.advanceTimersByTimeAsync(60_000)
    expect([second.server.tries, other.server.tries]).toEqual([0, 0])
    second.server.failure = network
    second.outbox.retry('c1')
    await settled()
    // On its way again, which a reload may go on with.
    const third = setUpOutbox()
    third.outbox.kick()
    await settled()
    expect(third.server.got).toEqual(['c1'])
    expect(storedKeys()).toEqual([])
  })

  it('leaves alone what belongs to somebody else or does not parse', () => {
    localStorage.setItem(storageKey('mentee.2', unsentOf('c9')), storedText(unsentOf('c9')))
    localStorage.setItem(`marga.unsent.${ownerId}.x.y`, '{broken')
    expect(setUpOutbox().outbox.list()).toEqual([])
  })

  it('drops what another tab has sent, instead of sending it again', async () => {
    const { outbox, server } = setUpOutbox()
    server.failure = network
    outbox.add(writtenMessage('c1'))
    await settled()
    localStorage.removeItem(storageKey(ownerId, unsentOf('c1')))
    server.failure = null
    outbox.kick()
    await settled()
    expect(server.got).toEqual([])
    expect(outbox.list()).toEqual([])
  })

  it('shows what another tab writes, and forgets it with that tab', () => {
    const { outbox } = setUpOutbox()
    const key = storageKey(ownerId, unsentOf('c5'))
    localStorage.setItem(key, storedText(unsentOf('c5')))
    outbox.followStorage({ key })
    expect(outbox.list()).toHaveLength(1)
    localStorage.removeItem(key)
    outbox.followStorage({ key })
    expect(outbox.list()).toEqual([])
  })

  it('sends what another tab wrote and did not send, as it does when it is closed', async () => {
    const { outbox, server } = setUpOutbox()
    const key = storageKey(ownerId, unsentOf('c5'))
    localStorage.setItem(key, storedText(unsentOf('c5')))
    outbox.followStorage({ key })
    await settled()
    expect(server.got).toEqual([])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.got).toEqual(['c5'])
    expect(storedKeys()).toEqual([])
  })

  it('leaves to another tab what that sends', async () => {
    const { outbox, server } = setUpOutbox()
    const key = storageKey(ownerId, unsentOf('c5'))
    localStorage.setItem(key, storedText(unsentOf('c5')))
    outbox.followStorage({ key })
    localStorage.removeItem(key)
    outbox.followStorage({ key })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.tries).toBe(0)
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
    const { outbox, server } = setUpOutbox({ storage })
    outbox.add(writtenMessage('c1'))
    await settled()
    expect(server.got).toEqual(['c1'])
  })

  it('leaves nothing on the machine after signing out', async () => {
    const { outbox, server } = setUpOutbox()
    server.failure = network
    outbox.add(writtenMessage('c1'))
    await settled()
    outbox.clear()
    expect(storedKeys()).toEqual([])
    server.failure = null
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.got).toEqual([])
  })
})
