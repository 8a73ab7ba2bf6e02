import { describe, expect, it } from 'vitest'
import { menteeId, messageOf } from '../../testing/chat-samples.ts'
import { hasEarlier, readByOther } from './thread.ts'

describe('a thread', () => {
  it('has more above unless the first message is held', () => {
    expect(hasEarlier([messageOf(2)])).toBe(true)
    expect(hasEarlier([messageOf(1)])).toBe(false)
    expect(hasEarlier([])).toBe(false)
  })
})

describe('reading', () => {
  it('takes an answer of the other as having read what stands above it', () => {
    const thread = [messageOf(1, { from: 'mentee', client: 'a' }), messageOf(2)]
    expect(readByOther(thread, menteeId, 0)).toBe(2)
    expect(readByOther(thread, menteeId, 7)).toBe(7)
  })
})
