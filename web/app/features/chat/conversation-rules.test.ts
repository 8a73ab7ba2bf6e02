import type { Conversation, Message } from '@marga/contract/chat'
import { describe, expect, it } from 'vitest'
import { conversationOf, fullMessageOf, messageOf, questionOf } from '../../testing/chat-samples.ts'
import { canReopen, matchesName, otherPerson, plainMessage } from './conversation-rules.ts'

describe('who one talks with', () => {
  it('is the mentor for the mentee and the mentee for the mentor', () => {
    expect(otherPerson(conversationOf(), 'mentee').firstName).toBe('Ananya')
    expect(otherPerson(conversationOf(), 'mentor').firstName).toBe('Rohan')
  })

  it('is found by any part of the whole name', () => {
    expect(matchesName(conversationOf(), 'mentee', ' ya kri')).toBe(true)
    expect(matchesName(conversationOf(), 'mentor', 'krishnan')).toBe(false)
  })

  it('may be asked again by the mentee for a week after an answer, and not while the mentor is awaited', () => {
    const now = new Date('2026-11-21T12:00:00.000Z')
    const after = (lastMessage: Message, given: Partial<Conversation> = {}) =>
      canReopen(conversationOf({ lastMessage, ...given }), now)
    expect(after(messageOf(2))).toBe(true)
    expect(after(messageOf(2, { from: 'mentee' })), 'settled').toBe(true)
    expect(after(messageOf(1)), 'the mentor wrote first').toBe(false)
    expect(after(messageOf(2), { awaiting: questionOf('2026-11-21T04:00:00.000Z') })).toBe(false)
    expect(after(messageOf(2), { canSend: false })).toBe(false)
    expect(after(messageOf(2, { at: '2026-11-14T11:00:00.000Z' })), 'a week ago').toBe(false)
    expect(canReopen(conversationOf(), now), 'nothing written').toBe(false)
  })

  it('makes a plain message out of a full one', () => {
    expect(plainMessage(fullMessageOf(messageOf(3)))).toEqual(messageOf(3))
  })
})
