import { describe, expect, it } from 'vitest'
import { messageOf } from '../../testing/chat-samples.ts'
import { hasEarlier } from './thread.ts'

describe('a thread', () => {
  it('has more above unless the first message is held', () => {
    expect(hasEarlier([messageOf(2)])).toBe(true)
    expect(hasEarlier([messageOf(1)])).toBe(false)
    expect(hasEarlier([])).toBe(false)
  })
})
