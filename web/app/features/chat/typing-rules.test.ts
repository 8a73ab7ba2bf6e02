import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTypingNotifier } from './typing-rules.ts'

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
