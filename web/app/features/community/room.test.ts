import type { CommunityMessage } from '@marga/contract/community'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { roomKey } from './queries.ts'
import { applyCommunityMessage } from './realtime.ts'
import { mayRemove, mergeRoomMessages, mergeRooms, type Room } from './room.ts'

const messageOf = (seq: number, given: Partial<CommunityMessage> = {}): CommunityMessage => ({
  _id: `m${seq}`,
  mentorId: 'mentor',
  sender: {
    senderId: { _id: 'neha', firstName: 'Neha', lastName: 'Rao', profileImageUrl: null },
    senderType: 'mentee',
  },
  message: `text ${seq}`,
  createdAt: new Date(Date.parse('2026-11-21T06:00:00.000Z') + seq * 1000).toISOString(),
  clientMessageId: null,
  seq,
  isDeleted: false,
  ...given,
})
const seqs = (messages: readonly CommunityMessage[]) => messages.map(({ seq }) => seq)
const roomOf = (from: number, to: number, hasEarlier = false): Room => ({
  messages: Array.from({ length: to - from + 1 }, (_, index) => messageOf(from + index)),
  members: 2,
  hasEarlier,
})

describe('messages of a room', () => {
  it('stand by their numbers, each once, however often they come in', () => {
    expect(seqs(mergeRoomMessages([messageOf(2)], [messageOf(3), messageOf(1), messageOf(2)]))).toEqual([
      1, 2, 3,
    ])
  })
  it('that were taken back stay so, whatever arrives late', () => {
    const gone = messageOf(1, { isDeleted: true, message: '' })
    expect(mergeRoomMessages([gone], [messageOf(1)])[0]!.isDeleted).toBe(true)
    expect(mergeRoomMessages([messageOf(1)], [gone])[0]!.isDeleted).toBe(true)
  })
  it('are taken back by their author and by the mentor of the room only, and once', () => {
    expect(mayRemove(messageOf(1), 'neha')).toBe(true)
    expect(mayRemove(messageOf(1), 'mentor')).toBe(true)
    expect(mayRemove(messageOf(1), 'somebody')).toBe(false)
    expect(mayRemove(messageOf(1, { isDeleted: true }), 'neha')).toBe(false)
  })
})

describe('a room that is fetched again', () => {
  it('keeps the earlier pages that were loaded, and what they know of the beginning', () => {
    const merged = mergeRooms(roomOf(1, 60, false), roomOf(50, 99, true))
    expect(merged.messages).toHaveLength(99)
    expect(merged.hasEarlier).toBe(false)
  })
})

describe('an event of a room', () => {
  const key = roomKey('mentee', 'mentor')
  it('adds its message', () => {
    const client = new QueryClient()
    client.setQueryData(key, roomOf(1, 2))
    applyCommunityMessage(client, 'mentee', messageOf(3))
    expect(seqs(client.getQueryData<Room>(key)!.messages)).toEqual([1, 2, 3])
  })
  it('makes the room catch up when the numbers jump', () => {
    const client = new QueryClient()
    client.setQueryData(key, roomOf(1, 2))
    applyCommunityMessage(client, 'mentee', messageOf(5))
    expect(client.getQueryState(key)!.isInvalidated).toBe(true)
  })
  it('that comes before the first answer is not lost', () => {
    const client = new QueryClient()
    applyCommunityMessage(client, 'mentee', messageOf(3))
    expect(seqs(mergeRooms(client.getQueryData<Room>(key), roomOf(1, 2)).messages)).toEqual([1, 2, 3])
  })
})
