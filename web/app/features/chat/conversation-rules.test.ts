import { describe, expect, it } from 'vitest'
import { conversationOf, fullMessageOf, messageOf } from '../../testing/chat-samples.ts'
import { matchesName, otherPerson, plainMessage } from './conversation-rules.ts'

describe('who one talks with', () => {
  it('is the mentor for the mentee and the mentee for the mentor', () => {
    expect(otherPerson(conversationOf(), 'mentee').firstName).toBe('Ananya')
    expect(otherPerson(conversationOf(), 'mentor').firstName).toBe('Rohan')
  })

  it('is found by any part of the whole name', () => {
    expect(matchesName(conversationOf(), 'mentee', ' ya kri')).toBe(true)
    expect(matchesName(conversationOf(), 'mentor', 'krishnan')).toBe(false)
  })

  it('makes a plain message out of a full one', () => {
    expect(plainMessage(fullMessageOf(messageOf(3)))).toEqual(messageOf(3))
  })
})
