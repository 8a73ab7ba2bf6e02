import { describe, expect, it } from 'vitest'
import { conversationId, fullMessageOf, menteeId, messageOf } from '../../testing/chat-samples.ts'
import { createSeenFilter, shouldToast } from './toast-rules.ts'

describe('the toast of a message', () => {
  const incoming = fullMessageOf(messageOf(1))
  const elsewhere = { ownId: menteeId, openConversationId: undefined, hasFocus: true }

  it('is shown for somebody else’s message', () => expect(shouldToast(incoming, elsewhere)).toBe(true))
  it('is not shown for an own message', () => {
    const own = fullMessageOf(messageOf(1, { from: 'mentee', client: 'c' }))
    expect(shouldToast(own, elsewhere)).toBe(false)
  })
  it('is not shown for the conversation that is being looked at', () => {
    const looking = { ...elsewhere, openConversationId: conversationId }
    expect(shouldToast(incoming, looking)).toBe(false)
    expect(shouldToast(incoming, { ...looking, hasFocus: false })).toBe(true)
  })
  it('is shown once for a message that is announced twice', () => {
    const isFirst = createSeenFilter()
    expect([isFirst('a'), isFirst('a'), isFirst('b')]).toEqual([true, false, true])
  })
})
