import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  conversationId,
  conversationOf,
  fullMessageOf,
  menteeId,
  messageOf,
} from '../../testing/chat-samples.ts'
import { matchesName, otherPerson, plainMessage, upsertConversation } from './conversation-rules.ts'
import { isPassing, retryDelayMs } from './outbox-rules.ts'
import { createSeenFilter, shouldToast } from './toast-rules.ts'
import { createTypingNotifier } from './typing-rules.ts'

describe('who one talks with', () => {
  it('is the mentor for the mentee and the mentee for the mentor', () => {
    expect(otherPerson(conversationOf(), 'mentee').firstName).toBe('Ananya')
    expect(otherPerson(conversationOf(), 'mentor').firstName).toBe('Rohan')
  })

  it('is found by any part of the whole name', () => {
    expect(matchesName(conversationOf(), 'mentee', ' ya kri')).toBe(true)
    expect(matchesName(conversationOf(), 'mentor', 'krishnan')).toBe(false)
  })

  it('leaves the list as it is when nothing newer is told', () => {
    const list = [conversationOf({ lastMessage: messageOf(2) })]
    expect(upsertConversation(list, conversationOf({ lastMessage: messageOf(1) }))).toBe(list)
  })

  it('makes a plain message out of a full one', () => {
    expect(plainMessage(fullMessageOf(messageOf(3)))).toEqual(messageOf(3))
  })
})

describe('the toast of a message', () => {
  const told = fullMessageOf(messageOf(1))
  const elsewhere = { ownId: menteeId, openConversationId: undefined, hasFocus: true }

  it('is shown for somebody else’s message', () => expect(shouldToast(told, elsewhere)).toBe(true))
  it('is not shown for an own message', () => {
    const own = fullMessageOf(messageOf(1, { from: 'mentee', client: 'c' }))
    expect(shouldToast(own, elsewhere)).toBe(false)
  })
  it('is not shown for the conversation that is being looked at', () => {
    const looking = { ...elsewhere, openConversationId: conversationId }
    expect(shouldToast(told, looking)).toBe(false)
    expect(shouldToast(told, { ...looking, hasFocus: false })).toBe(true)
  })
  it('is shown once for a message that is announced twice', () => {
    const isFirst = createSeenFilter()
    expect([isFirst('a'), isFirst('a'), isFirst('b')]).toEqual([true, false, true])
  })
})

describe('failures of sending', () => {
  it('pass or stay', () => {
    expect([0, 401, 429, 500, 503].map(isPassing)).toEqual([true, true, true, true, true])
    expect([400, 403, 404, 409].map(isPassing)).toEqual([false, false, false, false])
  })
  it('are followed by pauses that grow to half a minute', () => {
    expect([1, 2, 3, 4, 5, 99].map(retryDelayMs)).toEqual([2000, 4000, 8000, 15_000, 30_000, 30_000])
  })
})

describe('telling that one types', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())
  const setUp = () => {
    const tell = vi.fn()
    return { tell, notifier: createTypingNotifier(tell) }
  }

  it('tells at once, and again only while it goes on', () => {
    const { tell, notifier } = setUp()
    for (let second = 0; second < 5; second += 1) {
      notifier.typed(true)
      vi.advanceTimersByTime(1000)
    }
    expect(tell.mock.calls).toEqual([[true], [true]])
  })
  it('tells the end after a pause, once', () => {
    const { tell, notifier } = setUp()
    notifier.typed(true)
    vi.advanceTimersByTime(20_000)
    expect(tell.mock.calls).toEqual([[true], [false]])
  })
  it('tells the end when the field is emptied or the message sent', () => {
    const { tell, notifier } = setUp()
    notifier.typed(true)
    notifier.typed(false)
    notifier.stop()
    expect(tell.mock.calls).toEqual([[true], [false]])
  })
})
