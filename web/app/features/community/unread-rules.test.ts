import type { CommunityMessage } from '@marga/contract/community'
import { describe, expect, it } from 'vitest'
import { unreadIn, unreadInAll, unreadRooms, withArrival, withRead } from './unread-rules.ts'

const messageOf = (
  seq: number,
  senderId = 'neha',
  given: Partial<CommunityMessage> = {},
): CommunityMessage => ({
  _id: `m${seq}`,
  mentorId: 'asha',
  sender: {
    senderId: { _id: senderId, firstName: 'Neha', lastName: 'Rao', profileImageUrl: null },
    senderType: 'mentee',
  },
  message: 'hello',
  createdAt: '2026-11-21T06:00:00.000Z',
  clientMessageId: null,
  seq,
  isDeleted: false,
  ...given,
})

describe('the unread badge of the Community', () => {
  const known = unreadRooms([
    { mentorId: 'asha', unread: 2 },
    { mentorId: 'ravi', unread: 1 },
  ])
  it('adds up all rooms', () => {
    expect([
      unreadIn(known, 'asha').count,
      unreadIn(known, 'nobody').count,
      unreadInAll(known).count,
    ]).toEqual([2, 0, 3])
  })
  it('grows by a message of somebody else, once however often it is told', () => {
    const once = withArrival(known, messageOf(7), 'me')
    expect(unreadIn(withArrival(once, messageOf(7), 'me'), 'asha').count).toBe(3)
    expect(unreadIn(withArrival(once, messageOf(8), 'me'), 'asha').count).toBe(4)
  })
  it('does not grow by an own message or by one that is taken back', () => {
    expect(unreadIn(withArrival(known, messageOf(7, 'me'), 'me'), 'asha').count).toBe(2)
    expect(unreadIn(withArrival(known, messageOf(7, 'neha', { isDeleted: true }), 'me'), 'asha').count).toBe(
      2,
    )
  })
  it('goes when the room was read', () => {
    expect(unreadInAll(withRead(known, 'asha', 0)).count).toBe(1)
  })
})
